/**
 * Who may do what: every call of the product, for each role, with the status that it is answered with. Written by hand from the
 * specification (§6, §7) and the decisions ("Rules and rights", "HTTP conventions", "Shapes"), never from the code: where the two differ,
 * `rights.int.spec.ts` fails, and it is to be found out which of them is right. `README.md` is this table as a page.
 */

/** In the order of the columns. */
export const roles = {
  visitor: { name: 'Visitor', who: 'nobody is signed in' },
  stranger: { name: 'Stranger', who: 'signed in, and the admin of another team' },
  removed: { name: 'Removed', who: 'was a member of the team until its admin removed them' },
  disabled: { name: 'Disabled', who: 'stands in the list of members, and has been disabled' },
  reader: { name: 'Reader', who: 'a member of the team without rights of their own, neither clinical pharmacist nor physician' },
  auditor: { name: 'Auditor', who: 'such a reader whom the team admin has appointed as an auditor (`canAudit`); whatever else a member is, this comes beside it' },
  pharmacist: { name: 'Pharmacist', who: 'a clinical pharmacist of the team (`canEdit`) who wrote nothing of what is asked for' },
  physician: { name: 'Physician', who: 'a physician of the team (`isPhysic`) who wrote nothing of what is asked for' },
  author: { name: 'Author', who: 'a clinical pharmacist of the team who wrote the review; the note they wrote while they were a physician' },
  teamAdmin: { name: 'Team admin', who: 'founded the team, and is a clinical pharmacist of it as every founder is' },
  adminAccount: { name: 'Admin account', who: "the one account of the admin tools (`ADMIN_EMAIL`), in nobody's team" },
} as const;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'SOCKET';

export interface Row {
  readonly words: string;
  /** `SOCKET` stands for a message of a live connection. */
  readonly method: Method;
  /** What stands in braces is a thing of the team, or of the caller where it says "own". */
  readonly path: string;
  readonly expected: Readonly<Record<Role, number>>;
  /** With a token that was signed out, has expired, or never was. */
  readonly ended: number;
  /** With the `team` header of another team, sent by whoever may do it otherwise. Undefined: it is no team's call, and the header says nothing. */
  readonly otherTeam: number | undefined;
  /** Where the documents leave it open: how it was decided. */
  readonly why: string | undefined;
}

export interface Family {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Such as `GET /api/teams/{team}`, at its first space. */
export function callOf(call: string): Pick<Row, 'method' | 'path'> {
  const space = call.indexOf(' ');
  return { method: call.slice(0, space) as Method, path: call.slice(space + 1) };
}

/** @param statuses visitor · stranger · removed · disabled · reader · auditor · pharmacist · physician · author · team admin · admin account | ended token · other team's header */
function row(words: string, call: string, statuses: string, why?: string): Row {
  const numbers = statuses.split(/[\s|]+/);
  const status = (place: number): number => Number(numbers[place]);
  const expected = Object.fromEntries(roleNames.map((role, place) => [role, status(place)])) as Record<Role, number>;
  const header = numbers[roleNames.length + 1];
  return { words, ...callOf(call), expected, ended: status(roleNames.length), otherTeam: header === '-' ? undefined : Number(header), why };
}

const OPEN = 'A token that is no longer good is refused where none is needed, too: whoever sends one believes to be signed in.';

const account: Family = {
  title: 'Accounts and profiles',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Sign up', 'POST /api/users',                                                                               '201 201 201 201 201 201 201 201 201 201 201 | 401 -', OPEN),
    row('Sign in', 'POST /api/users/login',                                                                         '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Ask for a link to set a new password', 'POST /api/users/login',                                            '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Set a new password with a mailed link', 'POST /api/users/resetPassword',                                   '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Confirm the own e-mail with a mailed link', 'POST /api/users/confirmEmail',                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Ask for a link to confirm the own e-mail', 'POST /api/users/confirmationMail',                             '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Sign out', 'POST /api/users/logout',                                                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Read the own account', 'GET /api/users/me',                                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Read somebody's public profile", 'GET /api/users/{another person}/userDetails',                            '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Read the own metrics', 'GET /api/users/{own id}/metrics',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Read somebody else's metrics", 'GET /api/users/{another person}/metrics',                                  '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'They are personal (specification §1), and say what was found in which team; the counts of a public profile come with it.'),
    row('Change the own profile', 'PUT /api/users/{own id}/edit',                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Change the own password', 'PUT /api/users/{own id}/edit',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Change somebody else's profile", 'PUT /api/users/{another person}/edit',                                   '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'Accounts are known to everybody by their public profiles, so 403 reveals nothing; the admin account has no right here either.'),
    row('Recommend somebody', 'POST /api/users/addRecomm/{another person}',                                         '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Recommend oneself', 'POST /api/users/addRecomm/{own id}',                                                  '401 400 400 400 400 400 400 400 400 400 400 | 401 -'),
    row('Publish a recommendation about oneself', 'PUT /api/users/recommendations/{own recommendation}',            '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Publish a recommendation about somebody else', "PUT /api/users/recommendations/{another's recommendation}", '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'The owner only; the answer is the same whether there is one or not.'),
    row('Read how sign-up is checked', 'GET /api/config/',                                                          '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Get a challenge for one sign-up', 'GET /api/config/captcha',                                               '200 200 200 200 200 200 200 200 200 200 200 | 401 -', 'Part of the sign-up that everybody may do.'),
  ],
};

const teams: Family = {
  title: 'Teams',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the own teams', 'GET /api/teams/?user={own e-mail}',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("List somebody else's teams", "GET /api/teams/?user={another's e-mail}",                                    '401 403 403 403 403 403 403 403 403 403 403 | 401 -'),
    row('Found a team', 'POST /api/teams',                                                                          '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Read a team', 'GET /api/teams/{team}',                                                                     '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See which charts have changed since one looked', 'GET /api/teams/{team}/news',                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'As the patients whose charts they are.'),
    row('Change a team', 'PUT /api/teams/{team}/edit',                                                              '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Add a member', 'POST /api/teams/{team}/members',                                                           '401 404 404 404 403 403 403 403 403 201 404 | 401 403'),
    row("Switch a member's role", 'PUT /api/teams/{team}/members/{a member}',                                       '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Remove a member', 'DELETE /api/teams/{team}/members/{a member}',                                           '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row("Switch the team admin's role", "PUT /api/teams/{team}/members/{the team's admin}",                         '401 404 404 404 403 403 403 403 403 409 404 | 401 403'),
    row("Remove the team's admin", "DELETE /api/teams/{team}/members/{the team's admin}",                           '401 404 404 404 403 403 403 403 403 409 404 | 401 403'),
    row('Appoint an auditor', 'PUT /api/teams/{team}/members/{a member}',                                           '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Read the access log', 'GET /api/teams/{team}/accesses',                                                    '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It says what each person has looked at: for whoever answers for the team, and for its auditors as far as it concerns a patient.'),
    row('Record that a report was printed', 'POST /api/teams/{team}/reportPrinted',                                 '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'Whoever may read it may print it.'),
  ],
};

const patients: Family = {
  title: 'Patients',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Search the patients of a team', 'GET /api/patients/team/{team}',                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Ask who may be the same person', 'GET /api/patients/team/{team}/similar',                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The near match that warns (decisions, trap 4) reads patients, and so is for whoever may read them.'),
    row('List the inpatients of a team', 'GET /api/patients/inpatients/{team}',                                     '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Read a patient', 'GET /api/patients/{patient}',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Register a patient', 'POST /api/patients',                                                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Correct a patient', 'PUT /api/patients/{patient}/edit',                                                    '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete a patient without admissions', 'DELETE /api/patients/{patient}',                                    '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'The specification names no right for it: `canEdit`, as for all of patients.'),
    row('Delete a patient who has admissions', 'DELETE /api/patients/{admitted patient}',                           '401 404 404 404 403 403 409 403 409 409 404 | 401 403', 'Who may not delete is told so, and not why it is impossible.'),
  ],
};

const admissions: Family = {
  title: 'Admissions, their gallery and their medications',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the admissions of a patient', 'GET /api/admissions/{patient}',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Read an admission', 'GET /api/admissions/{admission}/details',                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Ask what has changed since one looked', 'GET /api/admissions/{admission}/news',                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Of one\'s own looking; what changed is for whoever may read the chart.'),
    row('Admit a patient', 'POST /api/admissions',                                                                  '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Edit or discharge', 'PUT /api/admissions/{admission}/edit',                                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete an admission without reviews', 'DELETE /api/admissions/{admission}',                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'The specification names no right for it: `canEdit`, as for all of admissions.'),
    row('Delete an admission that has reviews', 'DELETE /api/admissions/{reviewed admission}',                      '401 404 404 404 403 403 409 403 409 409 404 | 401 403'),
    row('Record a question to the chat assistant', 'POST /api/admissions/{admission}/chatAsked',                    '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'The specification offers Ask to whoever sees the reviews; a team can switch it off for all (409).'),
    row('Upload images', 'POST /api/admissions/{admission}/images',                                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Add a group of images', 'POST /api/admissions/{admission}/gallery',                                        '401 404 404 404 403 403 201 403 201 201 404 | 401 403', 'Specification §1, "any editor": `canEdit`.'),
    row('Remove a group of images', 'DELETE /api/admissions/{admission}/gallery/{group}',                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('See an image', 'GET /api/images/{image}',                                                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See an image, small', 'GET /api/images/{image}/thumbnail',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'As the image.'),
    row('List the medications of an admission', 'GET /api/admissions/{admission}/medications',                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a medication', 'POST /api/admissions/{admission}/medications',                                         '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Change a medication', 'PUT /api/admissions/{admission}/medications/{medication}',                          '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Stop a medication', 'POST /api/admissions/{admission}/medications/{medication}/stop',                      '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete a medication', 'DELETE /api/admissions/{admission}/medications/{medication}',                       '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Sort the medications', 'PUT /api/admissions/{admission}/medications/sort',                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
  ],
};

const reviews: Family = {
  title: 'Reviews and their entries',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the reviews of an admission', 'GET /api/reviews/listAdmissionReviews/{admission}',                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See the medication dashboard', 'GET /api/reviews/revMedDashboard/{admission}',                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a review', 'POST /api/reviews/addReview',                                                              '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Record that a review was printed', 'POST /api/reviews/{review}/printed',                                   '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'Whoever may read it may print it.'),
    row('Duplicate a review', 'POST /api/reviews/{review}/duplicate',                                               '401 404 404 404 403 403 201 403 201 201 404 | 401 403', "Anybody's review: the copy is the own one of whoever makes it."),
    row("Change a review's head", 'PUT /api/reviews/updateRevHead/{review}',                                        '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Delete a review', 'DELETE /api/reviews/{review}',                                                          '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Add an entry', 'POST /api/reviews/addRevMed/{review}',                                                     '401 404 404 404 403 403 403 403 201 403 404 | 401 403'),
    row('Change an entry', 'PUT /api/reviews/updateRevMed/{review}',                                                '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Remove an entry', 'POST /api/reviews/remRevMed/{review}',                                                  '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Set the follow-up date of an entry', 'PUT /api/reviews/{review}/followUp',                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'The author, and every clinical pharmacist: it says nothing of the error, and whoever takes over plans when to look again.'),
    row('Rate an entry', 'PUT /api/reviews/{review}/editRating',                                                    '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Rate an entry (the other path)', 'PUT /api/reviews/editRating/{review}',                                   '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
  ],
};

const notes: Family = {
  title: 'Physician notes',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the notes of an admission', 'GET /api/physicNotes/listAdmNotes/{admission}',                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a note', 'POST /api/physicNotes/addphysicNote',                                                        '401 404 404 404 403 403 403 201 403 403 404 | 401 403', 'Only a physician of today: the author has been one, and is none any more; the team admin has no clinical right beyond their role.'),
    row('Change a note', 'PUT /api/physicNotes/updatePhysicNote/{note}',                                            '401 404 404 404 403 403 403 403 200 403 404 | 401 403', 'What one has written stays one\'s own when the role changes: "a note by its author", by user id.'),
    row('Delete a note', 'DELETE /api/physicNotes/deletePhysicNote/{note}',                                         '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
  ],
};

const handover: Family = {
  title: 'Handover and ward board',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List what waits for a response', 'GET /api/handover/{team}',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'It shows what the charts show, and so is for whoever reads them; the response itself is recorded by the author ("Change an entry").'),
    row('See the ward board', 'GET /api/ward/{team}',                                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
  ],
};

const history: Family = {
  title: 'History',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('What happened to an admission', 'GET /api/history/admissions/{reviewed admission}',                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Rights are those of the thing as it stands: whoever reads a chart reads how it came to be, and what was deleted from it.'),
    row('A chart as it was', 'GET /api/history/admissions/{admission}?at=0',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('When an admission was changed', 'GET /api/history/admissions/{admission}/moments',                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('The life of an error', 'GET /api/history/entries/{entry}',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What happened to a patient', 'GET /api/history/patients/{patient}',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What happened to a team', 'GET /api/history/teams/{team}',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Search what became of errors', 'GET /api/history/teams/{team}/errors',                                     '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It lays side by side what each person has done: for the team admin and the auditors.'),
    row('Check everything of a team', 'GET /api/history/teams/{team}/verifyAll',                                    '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It reads the whole log of the team.'),
    row('What happened to a drug', 'GET /api/history/drugs/{drug}',                                                 '401 200 200 200 200 200 200 200 200 200 200 | 401 -', 'Drugs are everybody\'s, and so is who changed what of them.'),
    row('Check what happened to an admission', 'GET /api/history/admissions/{admission}/verify',                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Export what happened to an admission', 'GET /api/history/admissions/{admission}/export',                   '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Check what happened to a patient', 'GET /api/history/patients/{patient}/verify',                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Export what happened to a patient', 'GET /api/history/patients/{patient}/export',                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Check what happened to a team', 'GET /api/history/teams/{team}/verify',                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Export what happened to a team', 'GET /api/history/teams/{team}/export',                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Check what happened to a drug', 'GET /api/history/drugs/{drug}/verify',                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Export what happened to a drug', 'GET /api/history/drugs/{drug}/export',                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
  ],
};

const reports: Family = {
  title: 'Reports',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Collected report', 'GET /api/reviews?team={team}',                                                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Its `csv` is in the answer to the team admin only.'),
    row('How much a report will hold', 'GET /api/reviews/searchProgress?team={team}',                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Errors by type', 'GET /api/reviews/errsByTypeDistribution?team={team}',                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Reviews per day', 'GET /api/reviews/countsReviewPerDay?team={team}',                                       '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Errors by tag', 'GET /api/reviews/listReviewsPerTag?team={team}',                                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Recurrent admissions', 'GET /api/admissions/getRecurrentAdmissions?team={team}',                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What changed a report between two instants', 'GET /api/reviews/changedBetween?team={team}',                '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What changed the recurrent admissions', 'GET /api/admissions/changedBetween?team={team}',                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('How many patients were deleted since', 'GET /api/reviews/erasedSince?team={team}',                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Export reviews as CSV', 'GET /api/reviews/export.csv?team={team}',                                         '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
  ],
};

const catalogue: Family = {
  title: 'Drugs, error types, tags and own templates',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the trade labels', 'GET /api/drugs',                                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the drugs', 'GET /api/drugs/roots',                                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Find the drug of a trade label', 'GET /api/drugs/tradeId/{trade label}',                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the shared templates of a drug', 'GET /api/drugs/errtemps?trade={trade label}&errType={error type}',  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add a drug', 'POST /api/drugs',                                                                            '401 201 201 201 201 201 201 201 201 201 201 | 401 -', 'Any signed-in person, as specified; every change is in the history.'),
    row('Change a drug', 'PUT /api/drugs',                                                                          '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Restore a drug', 'POST /api/drugs/{drug}/restore',                                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -', 'Whoever may change it may change it back.'),
    row('Update the trade list', 'POST /api/drugs/updateTradeList',                                                 '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the error types', 'GET /api/errtypes',                                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add an error type', 'POST /api/errtypes',                                                                  '401 403 403 403 403 403 403 403 403 403 201 | 401 -'),
    row('Rename an error type', 'PUT /api/errtypes/{error type}',                                                   '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the tags', 'GET /api/tags',                                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add a tag', 'POST /api/tags',                                                                              '401 403 403 403 403 403 403 403 403 403 201 | 401 -'),
    row('Rename a tag', 'PUT /api/tags/{tag}',                                                                      '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the own error templates', 'GET /api/userErrTemps?userId={own id}',                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("List somebody else's error templates", 'GET /api/userErrTemps?userId={another person}',                    '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'Each person keeps personal templates (specification §1).'),
    row('Keep an own error template', 'POST /api/userErrTemps',                                                     '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Delete an own error template', 'DELETE /api/userErrTemps/deleteUserErrTemp/{own template}',                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Delete somebody else's error template", "DELETE /api/userErrTemps/deleteUserErrTemp/{another's template}", '401 404 404 404 404 404 404 404 404 404 404 | 401 -', "It is looked for among the caller's own: another's does not exist for them."),
    row('Stop what is still taken in closed admissions', 'POST /api/admissions/stopMedication',                     '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row("The same, in the specification's form", 'GET /api/admissions/stopMedication',                              '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
  ],
};

const open: Family = {
  title: 'For everybody',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the specialties', 'GET /api/specialties',                                                             '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the sponsors', 'GET /api/sponsors',                                                                   '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the courses', 'GET /api/courses',                                                                     '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Read a course', 'GET /api/courses/{course}',                                                               '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Is the product alive', 'GET /api/health',                                                                  '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'Operations take no token, and look at none.'),
    row('Is the product ready', 'GET /api/ready',                                                                   '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
    row('Read the description of the API', 'GET /api/docs',                                                         '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'It says nothing that the repository does not say, and is there while the database is away: no token is looked at.'),
    row('Read the description of the API, for programs', 'GET /api/docs/openapi.json',                              '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
    row("The description's script", 'GET /api/docs/assets/page.js',                                                 '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
    row("The description's viewer", 'GET /api/docs/assets/{viewer file}',                                           '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
  ],
};

const live: Family = {
  title: 'Live, over Socket.IO',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Connect', 'SOCKET connect',                                                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Watch a team', 'SOCKET watch {team}',                                                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'A message has no headers: a room is named by its own id.'),
    row('Watch an admission', 'SOCKET watch {admission}',                                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 -'),
    row('Be seen at an admission', 'SOCKET presence:touch {admission}',                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'Whoever may not watch it is not seen there.'),
    row('Have looked at an admission', 'SOCKET seen {admission}',                                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'It is the own memory of a chart, of those who may read it.'),
  ],
};

export const families: readonly Family[] = [account, teams, patients, admissions, reviews, handover, notes, history, reports, catalogue, open, live];
export const rows: readonly Row[] = families.flatMap((family) => family.rows);
