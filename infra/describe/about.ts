/**
 * The texts of each call in the API description, beside its schemas: who may use it, what it does, what it answers.
 * `openapi.spec.ts` fails for a call without a row here, and for a row without a call.
 */

export type Who =
  | 'everybody'
  | 'anyone signed in'
  | 'the person themself'
  | 'members of the team'
  | 'clinical pharmacists of the team'
  | 'physicians of the team'
  | 'the author'
  | "the team's admin"
  | "the team's admin and its auditors"
  | 'the admin account';

export interface About {
  readonly who: Who;
  readonly what: string;
  /**
   * A type of the contract (`Team`), a list of it (`Team[]`), one of several (`A | B`), or a media type. The answer of
   * a command adds `stream` and `revision`.
   */
  readonly answers: string;
  /** The field of a multipart body that takes files. */
  readonly files?: string;
}

const about = (who: Who, what: string, answers: string, more: Pick<About, 'files'> = {}): About => ({
  who,
  what,
  answers,
  ...more,
});
const account = {
  'POST /api/users': about(
    'everybody',
    'Sign up, and be signed in; a one-time link that confirms the e-mail is mailed',
    'SignedIn',
  ),
  'POST /api/users/login': about(
    'everybody',
    'Sign in; with `forgetPW: true` a one-time link is mailed, and the answer is always 200',
    'SignedIn',
  ),
  'POST /api/users/resetPassword': about('everybody', 'Set a new password with the token of a mailed link', 'Message'),
  'POST /api/users/confirmEmail': about(
    'the person themself',
    'Confirm the e-mail of the own account with the token of a mailed link',
    'Account',
  ),
  'POST /api/users/confirmationMail': about(
    'the person themself',
    'Have the link that confirms the own e-mail mailed once more',
    'Message',
  ),
  'POST /api/users/logout': about('anyone signed in', 'End this session, at once and everywhere', 'Message'),
  'GET /api/users/me': about('anyone signed in', 'The caller', 'Me'),
  'GET /api/users/:id/userDetails': about(
    'everybody',
    'The public profile; its owner sees every recommendation, everybody else the published ones',
    'PublicProfile | ProfileForMembers | OwnProfile',
  ),
  'GET /api/users/:id/metrics': about(
    'the person themself',
    'Own patients, reviews and errors by type between two dates, or of all time',
    'Metrics',
  ),
  'PUT /api/users/:id/edit': about(
    'the person themself',
    'Change the own profile; `password` needs `currentPassword` and ends all other sessions',
    'Account',
  ),
  'POST /api/users/addRecomm/:userId': about(
    'anyone signed in',
    'Recommend somebody, once; hidden until its owner publishes it',
    'Recommendation',
  ),
  'PUT /api/users/recommendations/:recommendationId': about(
    'the person themself',
    'Publish or hide a recommendation about oneself',
    'Recommendation',
  ),
  'GET /api/config': about(
    'everybody',
    'How sign-up is checked, whose "today" counts, under which names the pages refuse to work, and where the ' +
      'chat assistant is, if there is one',
    'Config',
  ),
  'GET /api/config/captcha': about('everybody', 'A challenge for one sign-up', 'object'),
};
const teams = {
  'GET /api/teams': about('anyone signed in', "The caller's teams; `user` is their own e-mail", 'Team[]'),
  'GET /api/teams/:id': about('members of the team', 'A team with its members', 'Team'),
  'GET /api/teams/:id/news': about(
    'members of the team',
    'The charts that the caller has looked at before, and that others have changed since',
    'TeamNews',
  ),
  'POST /api/teams': about('anyone signed in', 'Found a team; its founder is admin and first member', 'Team'),
  'PUT /api/teams/:id/edit': about(
    "the team's admin",
    'Change the team; a list of members needs `If-Match`, or it only adds',
    'Team',
  ),
  'POST /api/teams/:id/members': about(
    "the team's admin",
    'Add a member by e-mail; 409 where the installation asks for a confirmed one and this is not',
    'Team',
  ),
  'PUT /api/teams/:id/members/:userId': about(
    "the team's admin",
    "Change a member's role, disable them, or appoint them as an auditor",
    'Team',
  ),
  'DELETE /api/teams/:id/members/:userId': about("the team's admin", 'Remove a member', 'Team'),
  'GET /api/teams/:id/accesses': about(
    "the team's admin and its auditors",
    'The access log: who looked at what, newest first, 20 a page; for auditors what concerns a patient',
    'AccessPage',
  ),
  'POST /api/teams/:id/reportPrinted': about(
    'members of the team',
    'Record in the access log that a report was printed',
    'Message',
  ),
};
const patients = {
  'GET /api/patients/:id': about('members of the team', 'A patient', 'Patient'),
  'GET /api/patients/team/:teamId': about(
    'members of the team',
    'Search by the four names and the birthdate, 20 a page',
    'PatientPage',
  ),
  'GET /api/patients/inpatients/:teamId': about(
    'members of the team',
    'Everybody with an open admission',
    'Inpatients',
  ),
  'GET /api/patients/team/:teamId/similar': about(
    'members of the team',
    'Patients whose names, birthdate or record number are near to these: a warning before registering',
    'SimilarPatients',
  ),
  'POST /api/patients': about('clinical pharmacists of the team', 'Register a patient', 'Patient'),
  'PUT /api/patients/:id/edit': about(
    'clinical pharmacists of the team',
    "Correct a patient's names, birthdate or record number",
    'Patient',
  ),
  'DELETE /api/patients/:id': about(
    'clinical pharmacists of the team',
    'Delete a patient without admissions; images at an image service are listed, for the team to remove',
    'DeletedPatient',
  ),
};
const admissions = {
  'GET /api/admissions/:patientId': about(
    'members of the team',
    'The admissions of a patient, newest first',
    'Admission[]',
  ),
  'GET /api/admissions/:id/details': about(
    'members of the team',
    'An admission with its patient and team',
    'AdmissionDetails',
  ),
  'GET /api/admissions/:id/news': about(
    'members of the team',
    'What others have changed in the chart since the caller last looked; that one has looked is said over the ' +
      'live connection (`seen`)',
    'ChartNews',
  ),
  'GET /api/admissions/changedBetween': about(
    'members of the team',
    'What makes the recurrent admissions as known at one instant others than as known at a later one, 20 a ' +
      'page, or 500 with `onPaper=1`',
    'ReportChanges',
  ),
  'GET /api/admissions/getRecurrentAdmissions': about(
    'members of the team',
    'Patients who were admitted twice or more',
    'RecurrentPatient[]',
  ),
  'POST /api/admissions': about('clinical pharmacists of the team', 'Admit a patient', 'Admission'),
  'PUT /api/admissions/:id/edit': about(
    'clinical pharmacists of the team',
    'Edit, discharge, or take a discharge back; a `gallery` needs `If-Match`, or it only adds',
    'Admission',
  ),
  'DELETE /api/admissions/:id': about(
    'clinical pharmacists of the team',
    'Delete an admission without reviews',
    'Admission',
  ),
  'POST /api/admissions/:id/gallery': about(
    'clinical pharmacists of the team',
    'Add a titled group of images',
    'GalleryChange',
  ),
  'DELETE /api/admissions/:id/gallery/:groupId': about(
    'clinical pharmacists of the team',
    'Remove a group of images',
    'GalleryChange',
  ),
  'POST /api/admissions/:id/images': about(
    'clinical pharmacists of the team',
    'Upload images for the gallery (JPEG, PNG, WebP); content that is none is 415',
    'UploadedImages',
    { files: 'image' },
  ),
  'GET /api/images/:id': about('members of the team', 'An image', 'image/*'),
  'GET /api/images/:id/thumbnail': about('members of the team', 'The same, small', 'image/*'),
  'POST /api/admissions/:id/chatAsked': about(
    'members of the team',
    'Record in the access log that reviews go to the chat assistant, before they do; 409 where the team has ' +
      'switched it off',
    'Message',
  ),
  'GET /api/admissions/:id/medications': about(
    'members of the team',
    'The medications of the stay, in their order',
    'AdmissionMedication[]',
  ),
  'POST /api/admissions/:id/medications': about(
    'clinical pharmacists of the team',
    'Add a medication',
    'AdmissionMedication',
  ),
  'PUT /api/admissions/:id/medications/sort': about(
    'clinical pharmacists of the team',
    'Put the medications into this order',
    'SortedMedications',
  ),
  'PUT /api/admissions/:id/medications/:medId': about(
    'clinical pharmacists of the team',
    'Change a medication',
    'AdmissionMedication',
  ),
  'POST /api/admissions/:id/medications/:medId/stop': about(
    'clinical pharmacists of the team',
    'Stop a medication, today unless another day is said',
    'AdmissionMedication',
  ),
  'POST /api/admissions/stopMedication': about(
    'the admin account',
    'Stop what is still taken in closed admissions',
    'StoppedMedications',
  ),
  'GET /api/admissions/stopMedication': about(
    'the admin account',
    'The same, as the specification calls it',
    'StoppedMedications',
  ),
  'DELETE /api/admissions/:id/medications/:medId': about(
    'clinical pharmacists of the team',
    'Delete a medication',
    'AdmissionMedication',
  ),
};
const reviews = {
  'GET /api/reviews': about(
    'members of the team',
    'The collected report between two dates; `csv` for the team admin only, and not with `csv=0`',
    'CollectedReport',
  ),
  'GET /api/reviews/export.csv': about(
    "the team's admin",
    'The same as a file; `bom=0` leaves the byte order mark out, `sep=;` divides it by semicolons; two at once at most',
    'text/csv',
  ),
  'GET /api/reviews/searchProgress': about(
    'members of the team',
    'How many reviews the report will hold',
    'SearchProgress',
  ),
  'GET /api/reviews/errsByTypeDistribution': about(
    'members of the team',
    'Errors by type, most frequent first',
    'TypeCount[]',
  ),
  'GET /api/reviews/countsReviewPerDay': about('members of the team', 'Reviews per day and author', 'ReviewsOfDay[]'),
  'GET /api/reviews/listReviewsPerTag': about('members of the team', 'Errors by tag and response', 'TagCount[]'),
  'GET /api/reviews/changedBetween': about(
    'members of the team',
    'What makes a report as known at one instant another one than as known at a later one, 20 a page, or 500 ' +
      'with `onPaper=1`',
    'ReportChanges',
  ),
  'GET /api/reviews/erasedSince': about(
    'members of the team',
    'How many patients were deleted since an instant: of them nothing can be told, not even as known then',
    'ErasedSince',
  ),
  'GET /api/reviews/listAdmissionReviews/:admissionId': about(
    'members of the team',
    'The reviews of an admission, by date. `ids`: at most 50 of them, separated by commas; of one that is asked ' +
      'for as `<id>@<version>`, the entries that no later event has touched come as `_id` and `version` alone',
    'ReviewPart[]',
  ),
  'GET /api/reviews/revMedDashboard/:admissionId': about(
    'members of the team',
    'Medicines by day',
    'MedicationDashboard',
  ),
  'POST /api/reviews/addReview': about('clinical pharmacists of the team', 'Add a review with its entries', 'Review'),
  'POST /api/reviews/:reviewId/printed': about(
    'members of the team',
    'Record in the access log that a review was printed',
    'Message',
  ),
  'POST /api/reviews/:reviewId/duplicate': about(
    'clinical pharmacists of the team',
    'Copy a review and its entries, for today unless another day is said',
    'Review',
  ),
  'PUT /api/reviews/updateRevHead/:reviewId': about('the author', 'Change the date and the clinical note', 'Review'),
  'PUT /api/reviews/:reviewId/followUp': about(
    'clinical pharmacists of the team',
    'Set, move or take away the day on which an entry is to be looked at again; its author may whatever their role',
    'Review',
  ),
  'DELETE /api/reviews/:reviewId': about('the author', 'Delete a review', 'Review'),
  'POST /api/reviews/addRevMed/:reviewId': about('the author', 'Add a medication entry', 'Review'),
  'PUT /api/reviews/updateRevMed/:reviewId': about('the author', 'Change a medication entry', 'Review'),
  'POST /api/reviews/remRevMed/:reviewId': about('the author', 'Remove a medication entry', 'Review'),
  'PUT /api/reviews/:reviewId/editRating': about("the team's admin", 'Rate a medication entry', 'Review'),
  'PUT /api/reviews/editRating/:reviewId': about(
    "the team's admin",
    'Rate a medication entry (the same call under another path)',
    'Review',
  ),
};
const handover = {
  'GET /api/handover/:teamId': about(
    'members of the team',
    'Errors without a response, overdue follow-ups first, then the oldest, 20 a page: of open admissions unless ' +
      '`discharged=1`; `mine=1`, `overdue=1`, `severity` (that one or a graver) and `drug` (part of a trade name ' +
      'or substance) narrow it down',
    'PendingPage',
  ),
  'GET /api/ward/:teamId': about(
    'members of the team',
    'The ward board: everybody who lies in, whether they were reviewed today, and what waits for a response',
    'WardBoard',
  ),
};
const notes = {
  'GET /api/physicNotes/listAdmNotes/:admissionId': about(
    'members of the team',
    "The physicians' notes of an admission, by date",
    'PhysicianNote[]',
  ),
  'POST /api/physicNotes/addphysicNote': about('physicians of the team', 'Add a note', 'PhysicianNote'),
  'PUT /api/physicNotes/updatePhysicNote/:noteId': about('the author', 'Change a note', 'PhysicianNote'),
  'DELETE /api/physicNotes/deletePhysicNote/:noteId': about('the author', 'Delete a note', 'PhysicianNote'),
};
const history = {
  'GET /api/history/admissions/:id': about(
    'members of the team',
    'Every change of an admission, 20 a page, with what was before and after; `of` narrows it down to one ' +
      'thing, such as `entry:<id>`. With `at`, a revision or an instant, the whole chart as it was then',
    'Timeline | ChartAsOf',
  ),
  'GET /api/history/admissions/:id/moments': about(
    'members of the team',
    'When each change of an admission happened: what a slider over its life is made of',
    'Moments',
  ),
  'GET /api/history/entries/:id': about(
    'members of the team',
    'The life of one medication error, with people and times; `review` names its review, which finds it after ' +
      'that was deleted as well',
    'EntryLife',
  ),
  'GET /api/history/patients/:id': about('members of the team', 'Every change of a patient', 'Timeline'),
  'GET /api/history/teams/:id': about('members of the team', 'Every change of a team and its members', 'Timeline'),
  'GET /api/history/drugs/:id': about('anyone signed in', 'Every change of a drug', 'Timeline'),
  'GET /api/history/admissions/:id/verify': about(
    'members of the team',
    'Whether the events of an admission are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/admissions/:id/export': about(
    'members of the team',
    'The events of an admission with their hashes and anchors, signed: to be checked anywhere with `npm run ' +
      'verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/patients/:id/verify': about(
    'members of the team',
    'Whether the events of a patient are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/patients/:id/export': about(
    'members of the team',
    'The events of a patient with their hashes and anchors, signed: to be checked anywhere with `npm run ' +
      'verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/teams/:id/verify': about(
    'members of the team',
    'Whether the events of a team are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/teams/:id/export': about(
    'members of the team',
    'The events of a team with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/teams/:id/errors': about(
    "the team's admin and its auditors",
    'Every change of the medication errors of a team that fits, newest first, 20 a page; `cursor`, the `next` ' +
      'of a page, goes on to any length. `severity`, `response`, `drug` and `type` find what became so and what ' +
      'was so. With `format=csv`, or `format=ndjson` signed for `npm run verify-export`, all of them as a file',
    'ErrorChangePage',
  ),
  'GET /api/history/teams/:id/verifyAll': about(
    "the team's admin and its auditors",
    'A part of checking everything of a team, its anchors and then each of its streams: asked again with ' +
      '`after` until no `next` comes',
    'TeamVerification',
  ),
  'GET /api/history/drugs/:id/verify': about(
    'anyone signed in',
    'Whether the events of a drug are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/drugs/:id/export': about(
    'anyone signed in',
    'The events of a drug with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`',
    'application/x-ndjson',
  ),
};
const catalogue = {
  'GET /api/drugs': about(
    'anyone signed in',
    'Every trade label that is offered, for the combobox; its version is the `ETag`',
    'TradeLabelRow[]',
  ),
  'GET /api/drugs/roots': about('anyone signed in', 'Every drug; the version of the list is the `ETag`', 'Drug[]'),
  'GET /api/drugs/tradeId/:id': about('anyone signed in', 'The drug that has, or had, this trade label', 'Drug'),
  'GET /api/drugs/errtemps': about(
    'anyone signed in',
    "The shared templates of a trade label's drug for an error type, adults' and children's",
    'ErrTemp[]',
  ),
  'POST /api/drugs': about('anyone signed in', 'Add a drug', 'Drug'),
  'PUT /api/drugs': about(
    'anyone signed in',
    'Change a drug; what is left out stays, a trade label that is left out is withdrawn',
    'Drug',
  ),
  'POST /api/drugs/:id/restore': about(
    'anyone signed in',
    'Bring a drug back to what it was at an earlier revision, as a change of its own',
    'Drug',
  ),
  'POST /api/drugs/updateTradeList': about(
    'the admin account',
    'Have every browser read the trade labels anew',
    'TradeListUpdate',
  ),
  'GET /api/errtypes': about('anyone signed in', 'Error types, "No error" first', 'ErrorType[]'),
  'POST /api/errtypes': about('the admin account', 'Add an error type', 'ErrorType'),
  'PUT /api/errtypes/:id': about(
    'the admin account',
    'Rename an error type; "No error" keeps its name (409)',
    'ErrorType',
  ),
  'GET /api/tags': about('anyone signed in', 'Tags', 'Tag[]'),
  'POST /api/tags': about('the admin account', 'Add a tag', 'Tag'),
  'PUT /api/tags/:id': about('the admin account', 'Rename a tag', 'Tag'),
  'GET /api/userErrTemps': about(
    'the person themself',
    'Own templates, by trade label and error type',
    'UserErrorTemplate[]',
  ),
  'POST /api/userErrTemps': about(
    'anyone signed in',
    'Keep an own template for a trade label and an error type',
    'UserErrorTemplate',
  ),
  'DELETE /api/userErrTemps/deleteUserErrTemp/:id': about(
    'the person themself',
    'Delete an own template',
    'UserErrorTemplate',
  ),
  'GET /api/specialties': about('everybody', 'The specialties of teams, by code', 'Specialties'),
  'GET /api/courses': about('everybody', 'The free courses', 'Course[]'),
  'GET /api/courses/:id': about('everybody', 'A course with its lectures', 'Course'),
  'GET /api/sponsors': about('everybody', 'The sponsors', 'Sponsor[]'),
};
const operations = {
  'GET /api/health': about('everybody', 'Is the process alive?', 'object'),
  'GET /api/ready': about('everybody', 'Each dependency, and how far each projection is', 'object'),
  'GET /api/docs': about('everybody', 'This description, to be read', 'text/html'),
  'GET /api/docs/openapi.json': about('everybody', 'This description', 'object'),
};

/** By `METHOD path`, with the route's path. */
export const calls: Readonly<Record<string, About>> = {
  ...account,
  ...teams,
  ...patients,
  ...admissions,
  ...reviews,
  ...handover,
  ...notes,
  ...history,
  ...catalogue,
  ...operations,
};
/** Calls outside the two route tables: of the gateway, and of each service itself. */
export const outsideTheTables: readonly string[] = Object.keys(operations);
