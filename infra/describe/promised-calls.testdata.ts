/**
 * The calls, fields and parameters that clients rely on (docs/product.md, "HTTP conventions"). Written by hand and
 * never derived from the code, so that the specs compare the routes with an independent list.
 */
export interface Promised {
  /** `METHOD path`, with `{…}` for variable parts. */
  readonly call: string;
  /** Fields of the body. */
  readonly body?: readonly string[];
  /** Query parameters. */
  readonly query?: readonly string[];
}

const call = (promised: string, taken: Omit<Promised, 'call'> = {}): Promised => ({ call: promised, ...taken });
const range = { query: ['team', 'startDate', 'endDate'] };

/** The calls of the screens. */
export const screenCalls: readonly Promised[] = [
  // Users and config
  call('POST /api/users/login', { body: ['email', 'password', 'token', 'forgetPW'] }),
  call('POST /api/users', { body: ['firstName', 'lastName', 'email', 'phone', 'password', 'token'] }),
  call('GET /api/users/{id}/userDetails'),
  call('GET /api/users/{id}/metrics', { query: ['startDate', 'endDate'] }),
  call('PUT /api/users/{id}/edit', { body: ['firstName', 'lastName', 'phone', 'title', 'about'] }),
  call('POST /api/users/addRecomm/{userId}', { body: ['user', 'recommender', 'recommendation'] }),
  call('GET /api/config/'),
  // Teams
  call('GET /api/teams/{id}'),
  call('GET /api/teams/', { query: ['user'] }),
  call('POST /api/teams', { body: ['name', 'admin', 'specialty', 'about', 'members'] }),
  call('PUT /api/teams/{teamId}/edit', {
    body: ['teamId', 'name', 'specialty', 'members', 'about', 'cloudName', 'uploadPreset'],
  }),
  // Patients
  call('GET /api/patients/{id}'),
  call('GET /api/patients/team/{teamId}', {
    query: ['firstName', 'middleName', 'lastName', 'fourthName', 'birthdate', 'pageNumber'],
  }),
  call('GET /api/patients/inpatients/{teamId}'),
  call('POST /api/patients', {
    body: ['team', 'firstName', 'middleName', 'lastName', 'fourthName', 'birthdate', 'medicalRecordNumber'],
  }),
  call('PUT /api/patients/{id}/edit', {
    body: ['firstName', 'middleName', 'lastName', 'fourthName', 'birthdate', 'medicalRecordNumber'],
  }),
  call('DELETE /api/patients/{id}'),
  // Admissions
  call('GET /api/admissions/{patientId}'),
  call('GET /api/admissions/{id}/details'),
  call('POST /api/admissions', { body: ['patient', 'admissionDate', 'admissionDetails', 'team'] }),
  call('PUT /api/admissions/{id}/edit', {
    body: ['_id', 'admissionDate', 'admissionDetails', 'dischargeDate', 'dischargeNote', 'dischargeStatus', 'gallery'],
  }),
  call('DELETE /api/admissions/{id}'),
  call('GET /api/admissions/getRecurrentAdmissions', { query: ['team'] }),
  call('GET /api/admissions/stopMedication'),
  // Reviews
  call('POST /api/reviews/addReview', {
    body: ['admissionId', 'userId', 'patientId', 'teamId', 'reviewDate', 'clinicalNote', 'drugErrs'],
  }),
  call('GET /api/reviews', range),
  call('GET /api/reviews/searchProgress', range),
  call('GET /api/reviews/errsByTypeDistribution', range),
  call('GET /api/reviews/countsReviewPerDay', range),
  call('GET /api/reviews/listReviewsPerTag', range),
  call('GET /api/reviews/listAdmissionReviews/{admissionId}'),
  call('GET /api/reviews/revMedDashboard/{admissionId}'),
  call('PUT /api/reviews/editRating/{reviewId}', { body: ['reviewId', 'errId', 'rating'] }),
  call('PUT /api/reviews/{reviewId}/editRating', { body: ['reviewId', 'errId', 'rating'] }),
  call('POST /api/reviews/addRevMed/{reviewId}', { body: ['reviewId', 'drugErr'] }),
  call('POST /api/reviews/remRevMed/{reviewId}', { body: ['reviewId', 'drugErr'] }),
  call('PUT /api/reviews/updateRevMed/{reviewId}', { body: ['reviewId', 'drugErr'] }),
  call('PUT /api/reviews/updateRevHead/{reviewId}', { body: ['reviewId', 'reviewDate', 'clinicalNote'] }),
  call('DELETE /api/reviews/{reviewId}'),
  // Physician notes
  call('POST /api/physicNotes/addphysicNote', {
    body: ['admissionId', 'userId', 'patientId', 'teamId', 'noteDate', 'note'],
  }),
  call('PUT /api/physicNotes/updatePhysicNote/{noteId}', { body: ['noteId', 'userId', 'noteDate', 'note'] }),
  call('DELETE /api/physicNotes/deletePhysicNote/{noteId}'),
  call('GET /api/physicNotes/listAdmNotes/{admissionId}'),
  // Drugs, types, tags, user templates
  call('GET /api/drugs'),
  call('GET /api/drugs/roots'),
  call('POST /api/drugs', { body: ['label', 'tradeLabels', 'errTemps', 'tags'] }),
  call('PUT /api/drugs', { body: ['label', 'tradeLabels', 'errTemps', 'tags', '_id', 'tips'] }),
  call('GET /api/drugs/tradeId/{id}'),
  call('GET /api/drugs/errtemps', { query: ['trade', 'errType'] }),
  call('GET /api/errtypes'),
  call('GET /api/tags'),
  call('GET /api/userErrTemps', { query: ['userId', 'errType', 'errDrugTradeId'] }),
  call('POST /api/userErrTemps', { body: ['userId', 'errDrugTradeId', 'errType', 'errNote'] }),
  call('DELETE /api/userErrTemps/deleteUserErrTemp/{id}'),
];

/** The calls of accounts, members, images, medications, duplicates, administration, operations and history. */
export const otherCalls: readonly Promised[] = [
  // the caller
  call('GET /api/users/me'),
  call('POST /api/users/logout'),
  call('GET /api/users/me/sessions'),
  call('DELETE /api/users/me/sessions/{id}'),
  call('DELETE /api/users/me/sessions'),
  call('POST /api/users/me/lock'),
  call('POST /api/users/me/unlock', { body: ['password', 'pin', 'passkey'] }),
  call('POST /api/users/me/unlock/passkey-options'),
  call('GET /api/users/me/pin'),
  call('PUT /api/users/me/pin', { body: ['pin', 'password'] }),
  call('DELETE /api/users/me/pin'),
  call('GET /api/users/me/device-key'),
  call('PUT /api/users/me/language', { body: ['code', 'digits'] }),
  call('PUT /api/users/{id}/edit', { body: ['password', 'currentPassword'] }),
  // single sign-on
  call('GET /api/users/oidc/start', { query: ['returnFrom'] }),
  call('GET /api/users/oidc/callback'),
  call('POST /api/users/oidc/session', { body: ['code'] }),
  call('POST /api/users/oidc/backchannel-logout'),
  // forgotten password
  call('POST /api/users/login', { body: ['forgetPW'] }),
  call('POST /api/users/resetPassword', { body: ['token', 'password'] }),
  // recommendations
  call('PUT /api/users/recommendations/{recommendationId}', { body: ['isAccepted'] }),
  // team members, one at a time
  call('POST /api/teams/{id}/members', { body: ['email'] }),
  call('PUT /api/teams/{id}/members/{userId}', { body: ['role'] }),
  call('DELETE /api/teams/{id}/members/{userId}'),
  // gallery
  call('POST /api/admissions/{id}/gallery', { body: ['title', 'images'] }),
  call('DELETE /api/admissions/{id}/gallery/{groupId}'),
  call('POST /api/admissions/{id}/images'),
  call('GET /api/images/{id}'),
  // admission medications
  call('POST /api/admissions/{id}/medications', {
    body: ['drug', 'drugLabel', 'dose', 'route', 'frequency', 'startDate', 'stopDate', 'note', 'order'],
  }),
  call('PUT /api/admissions/{id}/medications/{medId}', {
    body: ['drug', 'drugLabel', 'dose', 'route', 'frequency', 'startDate', 'stopDate', 'note', 'order'],
  }),
  call('POST /api/admissions/{id}/medications/{medId}/stop', { body: ['stopDate'] }),
  call('DELETE /api/admissions/{id}/medications/{medId}'),
  call('PUT /api/admissions/{id}/medications/sort', { body: ['ids'] }),
  call('GET /api/admissions/{id}/medications'),
  // duplicate a review
  call('POST /api/reviews/{id}/duplicate', { body: ['reviewDate'] }),
  // streamed CSV
  call('GET /api/reviews/export.csv', range),
  // admin tools
  call('POST /api/drugs/updateTradeList'),
  call('POST /api/admissions/stopMedication'),
  call('GET /api/admissions/stopMedication'),
  // catalogue lists
  call('GET /api/specialties'),
  call('GET /api/sponsors'),
  call('GET /api/courses'),
  call('GET /api/courses/{id}'),
  call('POST /api/errtypes', { body: ['label'] }),
  call('PUT /api/errtypes/{id}', { body: ['label'] }),
  call('POST /api/tags', { body: ['label'] }),
  call('PUT /api/tags/{id}', { body: ['label'] }),
  // operations
  call('GET /api/health'),
  call('GET /api/ready'),
  // history
  call('GET /api/history/admissions/{id}', { query: ['at'] }),
  call('GET /api/history/admissions/{id}/verify'),
  call('GET /api/history/entries/{id}'),
  call('GET /api/history/teams/{id}/errors', {
    query: ['from', 'to', 'drug', 'type', 'severity', 'response', 'actor', 'late', 'deleted'],
  }),
];
