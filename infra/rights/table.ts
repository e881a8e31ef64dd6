/**
 * The rights: each call of the product, with the status of its answer for each role. Written by hand from the rules (docs/product.md,
 * "Rights" and "Visibility"), never from the code. If the code differs, `rights.int.spec.ts` fails: find out which of the two is right.
 * `docs/rights.md` is this table as a page. It is read as a table, so its lines may be long.
 */

/** In the order of the columns. */
export const roles = {
  visitor: { name: 'Visitor', who: 'not signed in' },
  stranger: { name: 'Stranger', who: 'signed in, and the admin of another team' },
  removed: { name: 'Removed', who: 'was a member of the team until its admin removed them' },
  disabled: { name: 'Disabled', who: 'is in the list of members, and disabled' },
  reader: { name: 'Reader', who: 'a member of the team without rights of their own, neither clinical pharmacist nor physician' },
  auditor: { name: 'Auditor', who: 'a reader whom the team admin appointed as an auditor (`canAudit`); members of other roles can be auditors as well' },
  pharmacist: { name: 'Pharmacist', who: 'a clinical pharmacist of the team (`canEdit`) who did not write the thing that the call is about' },
  physician: { name: 'Physician', who: 'a physician of the team (`isPhysic`) who did not write the thing that the call is about' },
  author: { name: 'Author', who: 'a clinical pharmacist of the team who wrote the review; and wrote the note as a physician, before a change of role' },
  teamAdmin: { name: 'Team admin', who: 'founded the team, and is a clinical pharmacist of it, like each founder; another member may take the place over' },
  adminAccount: { name: 'Admin account', who: 'the one account of the admin tools (`ADMIN_EMAIL`), in no team' },
} as const;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'SOCKET';

export interface Row {
  readonly words: string;
  /** `SOCKET` stands for a message of a live connection. */
  readonly method: Method;
  /** A name in braces is a placeholder: a thing of the team, or of the caller if the name says "own" (`testing/placeholders.ts`). */
  readonly path: string;
  readonly expected: Readonly<Record<Role, number>>;
  /** With a token that was signed out, has expired, or never existed. */
  readonly ended: number;
  /** With the `team` header of another team, sent by a role that may do it otherwise. Undefined: the call concerns no team, and the header has no effect. */
  readonly otherTeam: number | undefined;
  /** The reason, if the rules leave the right open. */
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
  const status = (index: number): number => Number(numbers[index]);
  const expected = Object.fromEntries(roleNames.map((role, index) => [role, status(index)])) as Record<Role, number>;
  const header = numbers[roleNames.length + 1];
  return { words, ...callOf(call), expected, ended: status(roleNames.length), otherTeam: header === '-' ? undefined : Number(header), why };
}

const OPEN = 'An ended token is refused even if the call needs none: its sender believes to be signed in.';

const account: Family = {
  title: 'Accounts and profiles',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Sign up', 'POST /api/users',                                                                               '201 201 201 201 201 201 201 201 201 201 201 | 401 -', OPEN),
    row('Sign in', 'POST /api/users/login',                                                                         '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Ask for a link to set a new password', 'POST /api/users/login',                                            '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Finish a sign-in with a second factor', 'POST /api/users/login/second-factor',                             '400 400 400 400 400 400 400 400 400 400 400 | 401 -', 'Open to all: the ticket says who signs in. Here the proof is missing.'),
    row('Get a challenge for a passkey', 'POST /api/users/login/passkey-options',                                   '200 200 200 200 200 200 200 200 200 200 200 | 401 -', 'It looks nothing up.'),
    row('Sign in with a passkey', 'POST /api/users/login/passkey',                                                  '400 400 400 400 400 400 400 400 400 400 400 | 401 -', 'Open to all: the passkey says who signs in. Here it is none.'),
    row('Set a new password with a mailed link', 'POST /api/users/resetPassword',                                   '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Confirm the own e-mail with a mailed link', 'POST /api/users/confirmEmail',                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Ask for a link to confirm the own e-mail', 'POST /api/users/confirmationMail',                             '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Begin a sign-in at the provider', 'GET /api/users/oidc/start',                                             '404 404 404 404 404 404 404 404 404 404 404 | 401 -', 'The installation of this table has no provider of single sign-on; with one, these four calls are open to all.'),
    row('Come back from the provider', 'GET /api/users/oidc/callback',                                              '404 404 404 404 404 404 404 404 404 404 404 | 401 -'),
    row('Fetch the session after it', 'POST /api/users/oidc/session',                                               '404 404 404 404 404 404 404 404 404 404 404 | 401 -'),
    row('End sessions by a logout token of the provider', 'POST /api/users/oidc/backchannel-logout',                '404 404 404 404 404 404 404 404 404 404 404 | 401 -'),
    row('Sign out', 'POST /api/users/logout',                                                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the own sessions', 'GET /api/users/me/sessions',                                                      '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('End an own session', 'DELETE /api/users/me/sessions/{own session}',                                        '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("End another person's session", "DELETE /api/users/me/sessions/{another's session}",                        '401 404 404 404 404 404 404 404 404 404 404 | 401 -', 'The answer is the same if the session does not exist.'),
    row('End all other own sessions', 'DELETE /api/users/me/sessions',                                              '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the own second factors', 'GET /api/users/me/second-factors',                                          '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Begin to set up an authenticator app', 'POST /api/users/me/second-factors/totp',                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Confirm an authenticator app with a wrong code', 'POST /api/users/me/second-factors/totp/confirm',         '401 400 400 400 400 400 400 400 400 400 400 | 401 -'),
    row('Remove the own authenticator app', 'DELETE /api/users/me/second-factors/totp',                             '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Get a challenge for a new passkey', 'POST /api/users/me/second-factors/passkeys/options',                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add a passkey with a wrong answer', 'POST /api/users/me/second-factors/passkeys',                          '401 400 400 400 400 400 400 400 400 400 400 | 401 -'),
    row('Remove an unknown passkey', 'DELETE /api/users/me/second-factors/passkeys/{another person}',               '401 404 404 404 404 404 404 404 404 404 404 | 401 -', "The search covers the caller's own: those of others do not exist for them."),
    row('Make recovery codes without a second factor', 'POST /api/users/me/second-factors/recovery-codes',          '401 409 409 409 409 409 409 409 409 409 409 | 401 -'),
    row('Prove who is there', 'POST /api/users/me/proof',                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Lock the own session', 'POST /api/users/me/lock',                                                          '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Unlock the own session', 'POST /api/users/me/unlock',                                                      '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Get a challenge for the own passkeys to unlock', 'POST /api/users/me/unlock/passkey-options',              '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Ask whether there is a PIN on this device', 'GET /api/users/me/pin',                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Set a PIN on this device', 'PUT /api/users/me/pin',                                                        '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Remove the PIN on this device', 'DELETE /api/users/me/pin',                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Get the key of what is kept on a device', 'GET /api/users/me/device-key',                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Choose the own language', 'PUT /api/users/me/language',                                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the accounts of the installation', 'GET /api/accounts',                                               '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'Whom to disable is decided for the installation: a team admin removes or disables a member of their team.'),
    row('List all teams of the installation', 'GET /api/installation/teams',                                            '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('Enable an account', 'PUT /api/accounts/{another person}',                                                  '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('Disable an account', 'PUT /api/accounts/{new person}',                                                     '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('End all sessions of a person', 'DELETE /api/accounts/{new person}/sessions',                               '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('Search the security log', 'GET /api/security-log',                                                         '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'It is of the whole installation, for the one account that answers for it.'),
    row('Export the security log', 'GET /api/security-log/export.csv',                                              '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'The export is a line of the log itself.'),
    row('Export the security log as XLSX', 'GET /api/security-log/export.xlsx',                                             '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'The export is a line of the log itself.'),
    row("Read the operator's page", 'GET /api/operations',                                                          '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'It is of the whole installation. It has numbers and ids, and names no person.'),
    row('Try a parked stream again', 'POST /api/operations/parked-streams/{projection}/{stream}/try-again',          '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'For a stream that is not parked there is nothing to do: the answer says so.'),
    row('Read the own account', 'GET /api/users/me',                                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Read another person's public profile", 'GET /api/users/{another person}/userDetails',                      '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Read the own metrics', 'GET /api/users/{own id}/metrics',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Read another person's metrics", 'GET /api/users/{another person}/metrics',                                 '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'They are personal, and show what was found in which team; the counts of a public profile come with the profile.'),
    row('Change the own profile', 'PUT /api/users/{own id}/edit',                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Change the own password', 'PUT /api/users/{own id}/edit',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Change another person's profile", 'PUT /api/users/{another person}/edit',                                  '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'Public profiles show that accounts exist, so 403 reveals nothing. The admin account has no right here either.'),
    row('Recommend another person', 'POST /api/users/addRecomm/{another person}',                                   '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Recommend oneself', 'POST /api/users/addRecomm/{own id}',                                                  '401 400 400 400 400 400 400 400 400 400 400 | 401 -'),
    row('Publish a recommendation about oneself', 'PUT /api/users/recommendations/{own recommendation}',            '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Publish a recommendation about another person', "PUT /api/users/recommendations/{another's recommendation}", '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'The owner only. The answer is the same if the recommendation does not exist.'),
    row('Read how sign-up is checked', 'GET /api/config/',                                                          '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Get a challenge for one sign-up or sign-in', 'GET /api/config/captcha',                                               '200 200 200 200 200 200 200 200 200 200 200 | 401 -', 'Part of sign-up and sign-in, which are open to all.'),
  ],
};

const teams: Family = {
  title: 'Teams',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the own teams', 'GET /api/teams/?user={own e-mail}',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("List another person's teams", "GET /api/teams/?user={another's e-mail}",                                   '401 403 403 403 403 403 403 403 403 403 403 | 401 -'),
    row('Found a team', 'POST /api/teams',                                                                          '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Read a team', 'GET /api/teams/{team}',                                                                     '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See which charts have changed since the last look', 'GET /api/teams/{team}/news',                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as for the patients of these charts.'),
    row('Change a team', 'PUT /api/teams/{team}/edit',                                                              '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Require a second factor of the members', 'PUT /api/teams/{team}/edit',                                     '401 404 404 404 403 403 403 403 403 409 404 | 401 403', 'The team admin of this table has none: they would close the team to themselves.'),
    row('Waive the second factor of the members', 'PUT /api/teams/{team}/edit',                                     '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Add a member', 'POST /api/teams/{team}/members',                                                           '401 404 404 404 403 403 403 403 403 201 404 | 401 403'),
    row("Offer the team admin's place", 'PUT /api/teams/{team}/admin/offer',                                        '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Withdraw that offer', 'DELETE /api/teams/{team}/admin/offer',                                              '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row("Answer the offer of the team admin's place", 'PUT /api/teams/{team}/admin/answer',                         '401 404 404 404 409 409 409 409 409 409 404 | 401 403', 'The member who has the offer. Here no member of these roles has it.'),
    row('Appoint another team admin', 'PUT /api/teams/{team}/admin',                                                '401 403 403 403 403 403 403 403 403 403 404 | 401 -', 'For a team whose admin has gone. Here the member does not exist: another one would end the rights of the team admin of this table.'),
    row('Invite a person by mail', 'POST /api/teams/{team}/invitations',                                            '401 404 404 404 403 403 403 403 403 201 201 | 401 403', 'The admin account invites for a team whose admin has gone. The answer is the same whether the address has an account or not.'),
    row('List the open invitations', 'GET /api/teams/{team}/invitations',                                           '401 404 404 404 403 403 403 403 403 200 200 | 401 403'),
    row('Send an invitation again', 'POST /api/teams/{team}/invitations/{invitation}/send',                         '401 404 404 404 403 403 403 403 403 200 200 | 401 403'),
    row('Withdraw an invitation', 'DELETE /api/teams/{team}/invitations/{invitation}',                              '401 404 404 404 403 403 403 403 403 200 200 | 401 403'),
    row('See what an invitation is for', 'POST /api/invitations/read',                                              '400 400 400 400 400 400 400 400 400 400 400 | 401 -', 'Open to all: the link says which one. Here it is none.'),
    row('Join a team by an invitation', 'POST /api/invitations/accept',                                             '401 400 400 400 400 400 400 400 400 400 400 | 401 -', 'The link, in the account of its address. Here it is none.'),
    row("Switch a member's role", 'PUT /api/teams/{team}/members/{a member}',                                       '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Remove a member', 'DELETE /api/teams/{team}/members/{a member}',                                           '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row("Switch the team admin's role", "PUT /api/teams/{team}/members/{the team's admin}",                         '401 404 404 404 403 403 403 403 403 409 404 | 401 403'),
    row("Remove the team's admin", "DELETE /api/teams/{team}/members/{the team's admin}",                           '401 404 404 404 403 403 403 403 403 409 404 | 401 403'),
    row('Appoint an auditor', 'PUT /api/teams/{team}/members/{a member}',                                           '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Read the access log', 'GET /api/teams/{team}/accesses',                                                    '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It shows what each person has read: for the team admin, and for auditors as far as it concerns a patient.'),
    row('Record that a report was printed', 'POST /api/teams/{team}/reportPrinted',                                 '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'The right to read includes the right to print.'),
    row('Record that a list of who is on a drug was printed', 'POST /api/teams/{team}/drugUsePrinted',              '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'The right to read includes the right to print.'),
    row('Record that the round list was printed', 'POST /api/teams/{team}/roundListPrinted',                        '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'The right to read includes the right to print.'),
  ],
};

const patients: Family = {
  title: 'Patients',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('Search the patients of a team', 'GET /api/patients/team/{team}',                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Ask who may be the same person', 'GET /api/patients/team/{team}/similar',                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'A warning of near matches shows patients: the same right as reading them.'),
    row('List the inpatients of a team', 'GET /api/patients/inpatients/{team}',                                     '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Read a patient', 'GET /api/patients/{patient}',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Register a patient', 'POST /api/patients',                                                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Correct a patient', 'PUT /api/patients/{patient}/edit',                                                    '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Read who was merged into a patient', 'GET /api/patients/{patient}/merged',                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Merge a patient into another', 'POST /api/patients/{patient}/merged',                                      '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'It says who a person is, as a correction does: the same right.'),
    row('Undo a merge of patients', 'DELETE /api/patients/{patient with a merged one}/merged/{merged patient}',     '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete a patient without admissions', 'DELETE /api/patients/{patient}',                                    '401 404 404 404 403 403 200 403 200 200 404 | 401 403', '`canEdit`, as for all commands on patients.'),
    row('See what an erasure of a patient ends', 'GET /api/patients/{admitted patient}/erasure',                    '401 404 404 404 200 200 200 200 200 200 200 | 401 403', 'The admin account is one of the two people: it sees counts, and no name and no text.'),
    row('List the erasures that a team is asked for', 'GET /api/teams/{team}/erasures',                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as reading the patients.'),
    row('List the erasures of the installation', 'GET /api/erasures',                                               '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('Ask for the erasure of a patient', 'POST /api/patients/{patient}/erasure',                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403', '`canEdit`, and the team admin.'),
    row('Withdraw an erasure that was not asked for', 'DELETE /api/patients/{patient}/erasure',                     '401 404 404 404 409 409 409 409 409 409 404 | 401 403', 'Each person withdraws their own request: here there is none.'),
    row('Refuse an erasure that was not asked for', 'PUT /api/patients/{patient}/erasure/refuse',                   '401 404 404 404 403 403 403 403 403 409 409 | 401 403', 'The right comes first: the team admin and the admin account answer a request.'),
    row('Agree to an erasure that was not asked for', 'PUT /api/patients/{patient}/erasure/agree',                  '401 404 404 404 403 403 403 403 403 409 409 | 401 403'),
    row('Delete a patient who has admissions', 'DELETE /api/patients/{admitted patient}',                           '401 404 404 404 403 403 409 403 409 409 404 | 401 403', 'A person without the right learns that it is missing, not why the deletion is impossible.'),
  ],
};

const admissions: Family = {
  title: 'Admissions, their gallery and their medications',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the admissions of a patient', 'GET /api/admissions/{patient}',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Read an admission', 'GET /api/admissions/{admission}/details',                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Ask what has changed since the last look', 'GET /api/admissions/{admission}/news',                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Since the caller\'s own last look; the same right as reading the chart.'),
    row('Admit a patient', 'POST /api/admissions',                                                                  '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Edit or discharge', 'PUT /api/admissions/{admission}/edit',                                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete an admission without reviews', 'DELETE /api/admissions/{admission}',                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403', '`canEdit`, as for all commands on admissions.'),
    row('Delete an admission that has reviews', 'DELETE /api/admissions/{reviewed admission}',                      '401 404 404 404 403 403 409 403 409 409 404 | 401 403'),
    row('Record a question to the chat assistant', 'POST /api/admissions/{admission}/chatAsked',                    '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'Each reader of the reviews may ask. A team can switch the assistant off for all (409).'),
    row('Upload images', 'POST /api/admissions/{admission}/images',                                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Add a group of images', 'POST /api/admissions/{admission}/gallery',                                        '401 404 404 404 403 403 201 403 201 201 404 | 401 403', 'Any editor: `canEdit`.'),
    row('Remove a group of images', 'DELETE /api/admissions/{admission}/gallery/{group}',                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Move a review to another chart', 'POST /api/admissions/{admission}/moves',                                 '401 404 404 404 403 403 403 403 200 200 404 | 401 403', 'Its author, and the team admin: the right is asked in the team that both charts belong to.'),
    row('Move an entry to another chart', 'POST /api/admissions/{admission}/moves',                                 '401 404 404 404 403 403 403 403 200 200 404 | 401 403'),
    row('Move a physician note to another chart', 'POST /api/admissions/{admission}/moves',                         '401 404 404 404 403 403 403 403 200 200 404 | 401 403'),
    row('Move images to another chart', 'POST /api/admissions/{admission}/moves',                                   '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'Any editor, as for their removal.'),
    row('See an image', 'GET /api/images/{image}',                                                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See an image, small', 'GET /api/images/{image}/thumbnail',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as the image.'),
    row('List the medications of an admission', 'GET /api/admissions/{admission}/medications',                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a medication', 'POST /api/admissions/{admission}/medications',                                         '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Change a medication', 'PUT /api/admissions/{admission}/medications/{medication}',                          '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Stop a medication', 'POST /api/admissions/{admission}/medications/{medication}/stop',                      '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Delete a medication', 'DELETE /api/admissions/{admission}/medications/{medication}',                       '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
    row('Sort the medications', 'PUT /api/admissions/{admission}/medications/sort',                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403'),
  ],
};

const transfers: Family = {
  title: 'Transfers to another team',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('See which teams receive patients', 'GET /api/transfers/{team}/teams',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Names only, of teams whose admin has agreed to it.'),
    row('See what is offered to the team', 'GET /api/transfers/{team}/incoming',                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'What is needed to answer the offer. The chart is not readable before.'),
    row('List the patients whom the team has transferred', 'GET /api/transfers/{team}/transferred',                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'Their charts are readable as they were at the transfer (`transfers.nightly.int.spec.ts`).'),
    row('Offer a patient to another team', 'POST /api/admissions/{admission}/transfer',                             '401 404 404 404 403 403 201 403 201 201 404 | 401 403', '`canEdit`, as for a discharge.'),
    row('Withdraw an offer', 'PUT /api/admissions/{offered admission}/transfer/withdraw',                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'Here the stranger is the admin of the receiving team.'),
    row('Decline what is offered to the team', 'PUT /api/admissions/{incoming admission}/transfer/decline',         '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'The team of this table receives. The stranger is the admin of the offering team.'),
    row('Accept what is offered to the team', 'PUT /api/admissions/{incoming admission}/transfer/accept',           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', '`canEdit`, as for an admission.'),
  ],
};

const reviews: Family = {
  title: 'Reviews and their entries',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the reviews of an admission', 'GET /api/reviews/listAdmissionReviews/{admission}',                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See the medication dashboard', 'GET /api/reviews/revMedDashboard/{admission}',                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a review', 'POST /api/reviews/addReview',                                                              '401 404 404 404 403 403 201 403 201 201 404 | 401 403'),
    row('Record that a review was printed', 'POST /api/reviews/{review}/printed',                                   '401 404 404 404 201 201 201 201 201 201 404 | 401 403', 'The right to read includes the right to print.'),
    row('Duplicate a review', 'POST /api/reviews/{review}/duplicate',                                               '401 404 404 404 403 403 201 403 201 201 404 | 401 403', 'The review of any author: the copy belongs to the person who makes it.'),
    row("Change a review's head", 'PUT /api/reviews/updateRevHead/{review}',                                        '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Delete a review', 'DELETE /api/reviews/{review}',                                                          '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Add an entry', 'POST /api/reviews/addRevMed/{review}',                                                     '401 404 404 404 403 403 403 403 201 403 404 | 401 403'),
    row('Change an entry', 'PUT /api/reviews/updateRevMed/{review}',                                                '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Remove an entry', 'POST /api/reviews/remRevMed/{review}',                                                  '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
    row('Set the follow-up date of an entry', 'PUT /api/reviews/{review}/followUp',                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'The author, and each clinical pharmacist: it says nothing about the error, and a colleague who takes over plans the next look.'),
    row('Take over an entry', 'PUT /api/reviews/{review}/takeOver',                                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', 'Each clinical pharmacist, also from a colleague who is there: the author keeps every right. The entry of the request waits for a response.'),
    row('Record the response to an entry', 'PUT /api/reviews/{review}/response',                                    '401 404 404 404 403 403 403 403 200 403 404 | 401 403', 'The author, and the clinical pharmacist who has taken the entry over.'),
    row('Rate an entry', 'PUT /api/reviews/{review}/editRating',                                                    '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
    row('Rate an entry (the other path)', 'PUT /api/reviews/editRating/{review}',                                   '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
  ],
};

const notes: Family = {
  title: 'Physician notes',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the notes of an admission', 'GET /api/physicNotes/listAdmNotes/{admission}',                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Add a note', 'POST /api/physicNotes/addphysicNote',                                                        '401 404 404 404 403 403 403 201 403 403 404 | 401 403', 'Only a physician of today: the author is no longer one, and the team admin has no clinical right beyond their role.'),
    row('Change a note', 'PUT /api/physicNotes/updatePhysicNote/{note}',                                            '401 404 404 404 403 403 403 403 200 403 404 | 401 403', 'A note belongs to its author, by user id, also after a change of role.'),
    row('Delete a note', 'DELETE /api/physicNotes/deletePhysicNote/{note}',                                         '401 404 404 404 403 403 403 403 200 403 404 | 401 403'),
  ],
};

const handover: Family = {
  title: 'Handover and ward board',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List what waits for a response', 'GET /api/handover/{team}',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as reading the charts. The response itself is recorded by the author, and by the person who has taken the entry over.'),
    row('See the ward board', 'GET /api/ward/{team}',                                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('See who is on a drug', 'GET /api/drug-use/{team}?drug={trade label}',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as reading the charts.'),
    row('See who is on a drug in all teams', 'GET /api/drug-use?drug={trade label}',                                '401 403 403 403 403 403 403 403 403 403 200 | 401 -', 'For a recall. The access log of each team whose patients it names has the look.'),
  ],
};

const history: Family = {
  title: 'History',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('What happened to an admission', 'GET /api/history/admissions/{reviewed admission}',                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', 'The same right as the thing itself: a reader of a chart reads its history, and what was deleted from it.'),
    row('A chart as it was', 'GET /api/history/admissions/{admission}?at=0',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('When an admission was changed', 'GET /api/history/admissions/{admission}/moments',                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('The life of an error', 'GET /api/history/entries/{entry}',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What happened to a patient', 'GET /api/history/patients/{patient}',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('What happened to a team', 'GET /api/history/teams/{team}',                                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403'),
    row('Search what became of errors', 'GET /api/history/teams/{team}/errors',                                     '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It compares what each person has done: for the team admin and the auditors.'),
    row('Check everything of a team', 'GET /api/history/teams/{team}/verifyAll',                                    '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It reads the whole log of the team.'),
    row('Export the anchors of a team', 'GET /api/history/teams/{team}/anchors',                                   '401 404 404 404 403 200 403 403 403 200 404 | 401 403', 'It names every stream of the team.'),
    row('What happened to a drug', 'GET /api/history/drugs/{drug}',                                                 '401 200 200 200 200 200 200 200 200 200 200 | 401 -', 'All signed-in people share the drugs, and their history.'),
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
    row('Export reviews as XLSX', 'GET /api/reviews/export.xlsx?team={team}',                                        '401 404 404 404 403 403 403 403 403 200 404 | 401 403'),
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
    row('Add a drug', 'POST /api/drugs',                                                                            '401 201 201 201 201 201 201 201 201 201 201 | 401 -', 'Each signed-in person; every change is in the history.'),
    row('Change a drug', 'PUT /api/drugs',                                                                          '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Restore a drug', 'POST /api/drugs/{drug}/restore',                                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -', 'The right to change includes the right to restore.'),
    row('Update the trade list', 'POST /api/drugs/updateTradeList',                                                 '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the error types', 'GET /api/errtypes',                                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add an error type', 'POST /api/errtypes',                                                                  '401 403 403 403 403 403 403 403 403 403 201 | 401 -'),
    row('Rename an error type', 'PUT /api/errtypes/{error type}',                                                   '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the tags', 'GET /api/tags',                                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Add a tag', 'POST /api/tags',                                                                              '401 403 403 403 403 403 403 403 403 403 201 | 401 -'),
    row('Rename a tag', 'PUT /api/tags/{tag}',                                                                      '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('List the own error templates', 'GET /api/userErrTemps?userId={own id}',                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("List another person's error templates", 'GET /api/userErrTemps?userId={another person}',                   '401 403 403 403 403 403 403 403 403 403 403 | 401 -', 'Personal templates belong to one person.'),
    row('Keep an own error template', 'POST /api/userErrTemps',                                                     '401 201 201 201 201 201 201 201 201 201 201 | 401 -'),
    row('Delete an own error template', 'DELETE /api/userErrTemps/deleteUserErrTemp/{own template}',                '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row("Delete another person's error template", "DELETE /api/userErrTemps/deleteUserErrTemp/{another's template}", '401 404 404 404 404 404 404 404 404 404 404 | 401 -', "The search covers the caller's own templates: others do not exist for them."),
    row('Stop open medications of discharged admissions', 'POST /api/admissions/stopMedication',                    '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
    row('Stop open medications (the other method)', 'GET /api/admissions/stopMedication',                           '401 403 403 403 403 403 403 403 403 403 200 | 401 -'),
  ],
};

const open: Family = {
  title: 'Open to all',
  //                                                                                                                 vis str rem dis rea adt pha phy aut adm acc | ended team
  rows: [
    row('List the specialties', 'GET /api/specialties',                                                             '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the sponsors', 'GET /api/sponsors',                                                                   '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('List the courses', 'GET /api/courses',                                                                     '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Read a course', 'GET /api/courses/{course}',                                                               '200 200 200 200 200 200 200 200 200 200 200 | 401 -'),
    row('Is the product alive', 'GET /api/health',                                                                  '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'These calls ignore tokens.'),
    row('Is the product ready', 'GET /api/ready',                                                                   '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
    row('Read the description of the API', 'GET /api/docs',                                                         '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'It holds nothing beyond the repository, and answers while the database is away: tokens are ignored.'),
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
    row('Watch a team', 'SOCKET watch {team}',                                                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'A message has no headers: it names the room by id.'),
    row('Watch an admission', 'SOCKET watch {admission}',                                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 -'),
    row('Be seen at an admission', 'SOCKET presence:touch {admission}',                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'The same right as watching it.'),
    row('Have looked at an admission', 'SOCKET seen {admission}',                                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'It records the caller\'s own look: the same right as reading the chart.'),
  ],
};

export const families: readonly Family[] = [account, teams, patients, admissions, transfers, reviews, handover, notes, history, reports, catalogue, open, live];
export const rows: readonly Row[] = families.flatMap((family) => family.rows);
