/**
 * All commands, the events that they write, and the screens that a teammate's browser reads again without a reload. The
 * tests fail for a command or an event without a line here, and for a screen that a change does not reach.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { accessEvents } from 'language/domain/access/events';
import { admissionEvents } from 'language/domain/admission/events';
import { touchedBy as touchedInAdmission } from 'language/domain/admission/touched';
import { catalogueEvents } from 'language/domain/catalogue/events';
import { touchedBy as touchedInCatalogue } from 'language/domain/catalogue/touched';
import { drugEvents } from 'language/domain/drug/events';
import { touchedBy as touchedInDrug } from 'language/domain/drug/touched';
import { patientEvents } from 'language/domain/patient/events';
import { touchedBy as touchedInPatient } from 'language/domain/patient/touched';
import { teamEvents } from 'language/domain/team/events';
import { touchedBy as touchedInTeam } from 'language/domain/team/touched';
import { userEvents } from 'language/domain/user/events';
import { touchedBy as touchedInUser } from 'language/domain/user/touched';
import { routes, ownBodyRoutes } from 'command-api/testing/routes';
import { expect, test } from 'vitest';
import {
  queryKeys,
  queryKeysOfChange,
  queryKeysOfStream,
  type PendingFilters,
  type QueryKey,
} from '../cache/query-keys.ts';

const noEvents: readonly string[] = [];
/** The events that a command may write. None: sessions, passwords, mails, files without a group. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'POST /api/users': ['UserRegistered', 'UserEmailVerified'],
  'POST /api/users/login': noEvents,
  'POST /api/users/logout': noEvents,
  'POST /api/operations/parked-streams/:projection/:stream/try-again': noEvents,
  'DELETE /api/users/me/sessions': noEvents,
  'DELETE /api/users/me/sessions/:id': noEvents,
  'POST /api/users/login/second-factor': noEvents,
  'POST /api/users/login/passkey-options': noEvents,
  'POST /api/users/login/passkey': noEvents,
  'GET /api/users/me/second-factors': noEvents,
  'POST /api/users/me/second-factors/totp': noEvents,
  'POST /api/users/me/second-factors/totp/confirm': noEvents,
  'DELETE /api/users/me/second-factors/totp': noEvents,
  'POST /api/users/me/second-factors/passkeys/options': noEvents,
  'POST /api/users/me/second-factors/passkeys': noEvents,
  'DELETE /api/users/me/second-factors/passkeys/:passkeyId': noEvents,
  'POST /api/users/me/second-factors/recovery-codes': noEvents,
  'POST /api/users/me/proof': noEvents,
  'POST /api/users/me/lock': noEvents,
  'POST /api/users/me/unlock': noEvents,
  'POST /api/users/me/unlock/passkey-options': noEvents,
  'GET /api/users/me/pushSubscription': noEvents,
  'PUT /api/users/me/pushSubscription': noEvents,
  'DELETE /api/users/me/pushSubscription': noEvents,
  'GET /api/users/me/pin': noEvents,
  'PUT /api/users/me/pin': noEvents,
  'PUT /api/accounts/:userId': noEvents,
  'DELETE /api/accounts/:userId/sessions': noEvents,
  'DELETE /api/users/me/pin': noEvents,
  'PUT /api/users/me/language': noEvents,
  'GET /api/users/me/device-key': noEvents,
  'POST /api/users/resetPassword': ['UserEmailVerified'],
  'GET /api/users/oidc/start': noEvents,
  'GET /api/users/oidc/callback': [
    'UserRegistered',
    'UserEmailVerified',
    'TeamMemberAdded',
    'TeamMemberRoleChanged',
    'TeamMemberRemoved',
    'TeamAuditorAppointed',
    'TeamAuditorWithdrawn',
  ],
  'POST /api/users/oidc/session': noEvents,
  'POST /api/users/oidc/backchannel-logout': noEvents,
  'POST /api/users/confirmEmail': ['UserEmailVerified'],
  'POST /api/users/confirmationMail': noEvents,
  'GET /api/config/captcha': noEvents,
  'POST /api/teams/:id/reportPrinted': ['ReportPrinted'],
  'POST /api/teams/:id/roundListPrinted': ['RoundListPrinted'],
  'POST /api/teams/:id/drugUsePrinted': ['DrugUsePrinted'],
  'POST /api/reviews/:reviewId/printed': ['ReviewPrinted'],
  'POST /api/admissions/:id/chatAsked': ['ChatAsked'],
  'PUT /api/users/:id/edit': ['UserProfileChanged'],
  'POST /api/users/addRecomm/:userId': ['RecommendationWritten'],
  'PUT /api/users/recommendations/:recommendationId': ['RecommendationPublished', 'RecommendationHidden'],
  'POST /api/userErrTemps': ['UserErrorTemplateSaved'],
  'DELETE /api/userErrTemps/deleteUserErrTemp/:id': ['UserErrorTemplateDeleted'],
  'POST /api/teams': ['TeamCreated', 'TeamMemberAdded'],
  'POST /api/teams/:id/members': ['TeamMemberAdded'],
  'PUT /api/teams/:id/admin/offer': ['TeamAdminOffered'],
  'DELETE /api/teams/:id/admin/offer': ['TeamAdminOfferWithdrawn'],
  'PUT /api/teams/:id/admin/answer': ['TeamAdminOfferDeclined', 'TeamAdminHandedOver'],
  'PUT /api/teams/:id/admin': ['TeamAdminAppointed'],
  'POST /api/teams/:id/invitations': noEvents,
  'POST /api/teams/:id/invitations/:invitationId/send': noEvents,
  'DELETE /api/teams/:id/invitations/:invitationId': noEvents,
  'POST /api/invitations/read': noEvents,
  'POST /api/invitations/accept': ['TeamMemberJoined', 'UserEmailVerified'],
  'PUT /api/teams/:id/members/:userId': [
    'TeamMemberRoleChanged',
    'TeamMemberDisabled',
    'TeamMemberEnabled',
    'TeamAuditorAppointed',
    'TeamAuditorWithdrawn',
  ],
  'DELETE /api/teams/:id/members/:userId': ['TeamMemberRemoved'],
  'PUT /api/teams/:id/answerRules': ['TeamAnswerRulesSet'],
  'PUT /api/teams/:id/classification': ['TeamClassificationSet'],
  'PUT /api/teams/:id/edit': [
    'TeamDescribed',
    'UploadAccountSet',
    'TeamMemberAdded',
    'TeamMemberRoleChanged',
    'TeamMemberRemoved',
    'TeamChatSwitchedOff',
    'TeamChatSwitchedOn',
    'TeamSecondFactorRequired',
    'TeamSecondFactorWaived',
    'TeamExportLanguageSet',
    'TeamTransfersOpened',
    'TeamTransfersClosed',
    'TeamHeaderValuesSet',
    'TeamDoseIntervalsSet',
    'TeamAvoidedHarmSet',
  ],
  'PUT /api/teams/:id/priorityTable': ['TeamPriorityTableSet'],
  'POST /api/teams/:id/views': ['TeamViewSaved'],
  'PUT /api/teams/:id/views/:viewId': ['TeamViewSaved'],
  'DELETE /api/teams/:id/views/:viewId': ['TeamViewRemoved'],
  'POST /api/admissions/:id/transfer': ['TransferOffered'],
  'PUT /api/admissions/:id/transfer/withdraw': ['TransferWithdrawn'],
  'PUT /api/admissions/:id/transfer/decline': ['TransferDeclined'],
  'PUT /api/admissions/:id/transfer/accept': ['TransferAccepted', 'PatientTransferred'],
  'POST /api/patients': ['PatientRegistered'],
  'PUT /api/patients/:id/edit': ['PatientCorrected'],
  'POST /api/patients/:id/allergies': ['AllergyRecorded'],
  'POST /api/patients/:id/allergies/confirm': ['AllergiesConfirmed'],
  'PUT /api/patients/:id/allergies/:allergyId': ['AllergyCorrected'],
  'POST /api/patients/:id/allergies/:allergyId/remove': ['AllergyRemoved'],
  'DELETE /api/patients/:id': ['PatientDeleted'],
  'POST /api/patients/:id/merged': ['PatientMerged', 'PatientAbsorbed', 'PatientMergeDeclined', 'PatientMergeUndone'],
  'DELETE /api/patients/:id/merged/:mergedId': ['PatientSeparated', 'PatientMergeUndone'],
  'POST /api/patients/:id/erasure': ['PatientErasureRequested'],
  'DELETE /api/patients/:id/erasure': ['PatientErasureWithdrawn'],
  'PUT /api/patients/:id/erasure/refuse': ['PatientErasureRefused'],
  'PUT /api/patients/:id/erasure/agree': [
    'PatientErasureAgreed',
    'PatientErasedFromTeam',
    'AdmissionErased',
    'PatientDeleted',
  ],
  'POST /api/admissions': ['AdmissionRegistered', 'PatientAdmitted'],
  'PUT /api/admissions/:id/edit': [
    'AdmissionEdited',
    'PatientDischarged',
    'DischargeCancelled',
    'GalleryGroupAdded',
    'GalleryGroupRemoved',
  ],
  'DELETE /api/admissions/:id': ['AdmissionDeleted', 'AdmissionUnregistered'],
  'POST /api/admissions/:id/images': noEvents,
  'POST /api/admissions/:id/gallery': ['GalleryGroupAdded'],
  'DELETE /api/admissions/:id/gallery/:groupId': ['GalleryGroupRemoved'],
  'POST /api/admissions/:id/moves': ['MovedToAnotherChart', 'MovedFromAnotherChart', 'MoveReturned', 'MoveCompleted'],
  'POST /api/admissions/:id/medications': ['AdmissionMedicationAdded'],
  'PUT /api/admissions/:id/medications/sort': ['AdmissionMedicationsSorted'],
  'PUT /api/admissions/:id/medications/:medId': ['AdmissionMedicationUpdated'],
  'POST /api/admissions/:id/medications/:medId/stop': ['AdmissionMedicationStopped'],
  'POST /api/admissions/:id/medications/:medId/hold': ['MedicationHeld'],
  'POST /api/admissions/:id/medications/:medId/resume': ['MedicationHoldEnded'],
  'DELETE /api/admissions/:id/medications/:medId': ['AdmissionMedicationDeleted'],
  'POST /api/admissions/:id/measurements': ['MeasurementsRecorded'],
  'PUT /api/admissions/:id/measurements/:measurementId': ['MeasurementCorrected'],
  'DELETE /api/admissions/:id/measurements/:measurementId': ['MeasurementRemoved'],
  'POST /api/admissions/:id/findings': ['FindingDecided'],
  'POST /api/admissions/:id/homeMedications': ['HomeMedicationRecorded'],
  'PUT /api/admissions/:id/homeMedications/:homeId': ['HomeMedicationRecorded'],
  'DELETE /api/admissions/:id/homeMedications/:homeId': ['HomeMedicationRemoved'],
  'PUT /api/admissions/:id/reconciliation': ['MedicationReconciled'],
  'PUT /api/admissions/:id/taken': ['PatientTaken'],
  'DELETE /api/admissions/:id/taken': ['PatientReleased'],
  'PUT /api/admissions/:id/deferral': ['PatientDeferred'],
  'DELETE /api/admissions/:id/deferral': ['DeferralEnded'],
  'PUT /api/admissions/:id/reviewLevel': ['ReviewLevelMarked'],
  'DELETE /api/admissions/:id/reviewLevel': ['ReviewLevelCleared'],
  'POST /api/admissions/:id/dischargeListPrinted': ['DischargeListPrinted'],
  'POST /api/admissions/stopMedication': ['AdmissionMedicationStopped'],
  'GET /api/admissions/stopMedication': ['AdmissionMedicationStopped'],
  'POST /api/reviews/addReview': ['ReviewAdded'],
  'POST /api/reviews/:reviewId/duplicate': ['ReviewDuplicated'],
  'PUT /api/reviews/updateRevHead/:reviewId': ['ReviewHeadEdited'],
  'DELETE /api/reviews/:reviewId': ['ReviewDeleted'],
  'POST /api/reviews/addRevMed/:reviewId': ['ReviewMedicationAdded', 'FindingDecided'],
  'PUT /api/reviews/updateRevMed/:reviewId': ['ReviewMedicationUpdated'],
  'POST /api/reviews/remRevMed/:reviewId': ['ReviewMedicationRemoved'],
  'PUT /api/reviews/:reviewId/editRating': ['ErrorRated'],
  'PUT /api/reviews/editRating/:reviewId': ['ErrorRated'],
  'PUT /api/reviews/:reviewId/followUp': ['FollowUpDateSet'],
  'PUT /api/reviews/:reviewId/takeOver': ['EntryTakenOver'],
  'PUT /api/reviews/:reviewId/address': ['EntryAddressed'],
  'PUT /api/reviews/:reviewId/answer': ['EntryAnswered'],
  'PUT /api/reviews/:reviewId/response': ['ResponseRecorded'],
  'POST /api/physicNotes/addphysicNote': ['PhysicianNoteAdded'],
  'PUT /api/physicNotes/updatePhysicNote/:noteId': ['PhysicianNoteEdited'],
  'DELETE /api/physicNotes/deletePhysicNote/:noteId': ['PhysicianNoteDeleted'],
  'POST /api/drugs': ['DrugAdded'],
  'PUT /api/drugs': ['DrugChanged'],
  'POST /api/drugs/:id/restore': ['DrugRestored'],
  'POST /api/drugs/atc': ['DrugClassified'],
  'POST /api/drugs/updateTradeList': ['TradeListUpdated'],
  'POST /api/imports/file': [],
  // The commands of a row have lines of their own.
  'POST /api/imports/rows': [],
  'PUT /api/imports/sources': [],
  // A message becomes the commands that people have.
  'POST /api/feeds/messages/:id/try-again': [],
  'POST /api/feeds/messages/:id/set-aside': [],
  'POST /api/errtypes': ['ErrorTypeAdded'],
  'PUT /api/errtypes/:id': ['ErrorTypeRenamed'],
  'PUT /api/errtypes/:id/pcne': ['ErrorTypeMapped'],
  'POST /api/tags': ['TagAdded'],
  'PUT /api/tags/:id': ['TagRenamed'],
  'POST /api/statements': ['StatementWritten'],
  'PUT /api/statements/:id': ['StatementWritten'],
  'POST /api/statements/:id/approve': ['StatementApproved'],
  'POST /api/statements/:id/withdraw': ['StatementWithdrawn'],
};

/** The keys of each screen, in a hospital with one team, patient and admission. */
const search = { firstName: '', middleName: '', lastName: '', fourthName: '', birthdate: '', medicalRecordNumber: '' };
const filters: PendingFilters = { mine: false, of: '', severity: null, overdue: false, drug: '', discharged: false };
const screens: Readonly<Record<string, QueryKey>> = {
  'patient list': queryKeys.patientSearch('t1', search),
  inpatients: queryKeys.inpatients('t1'),
  'marks in the list': queryKeys.teamNews('t1'),
  patient: queryKeys.patient('p1'),
  stays: queryKeys.admissionsOf('p1'),
  'erasure of the patient': queryKeys.erasure('p1'),
  'erasures of the team': queryKeys.erasures('t1'),
  'head of the chart': queryKeys.admission('a1'),
  'changed since': queryKeys.chartNews('a1'),
  reviews: queryKeys.reviewsOf('a1'),
  dashboard: queryKeys.medicationDashboard('a1'),
  notes: queryKeys.notesOf('a1'),
  medications: queryKeys.medicationsOf('a1'),
  'measured values': queryKeys.measurementsOf('a1'),
  proposals: queryKeys.findingsOf('a1'),
  reconciliation: queryKeys.reconciliationOf('a1'),
  'ward board': queryKeys.ward('t1', '2026-03-05'),
  handover: queryKeys.pending('t1', '2026-03-05', filters),
  'asked of me': queryKeys.asked,
  'who is on a drug': queryKeys.drugUse('t1', { kind: 'drug', id: 'd1', on: '2026-03-05' }),
  transfers: queryKeys.transfersOf('t1'),
  reports: queryKeys.figures,
  metrics: queryKeys.metrics('u1', '2026-03'),
  team: queryKeys.team('t1'),
  'own teams': queryKeys.teams,
  'own account': queryKeys.me,
  profile: queryKeys.profile('u1', 'u2'),
  'own templates': queryKeys.ownTemplates,
  drugs: queryKeys.drugs,
  'shared templates': queryKeys.sharedTemplates('d1', 'e1'),
  'error types': queryKeys.errorTypes,
  tags: queryKeys.tags,
  statements: queryKeys.statements,
  'history of the chart': queryKeys.timeline('admission-a1', 'entry:e1', 2),
  'life of an error': queryKeys.entryHistory('e1'),
  'history of the patient': queryKeys.timeline('patient-p1', '', 1),
  'history of the team': queryKeys.timeline('team-t1', '', 1),
  'history of the drug': queryKeys.timeline('drug-x1', '', 1),
};
const beginsWith = (key: QueryKey, start: QueryKey): boolean =>
  start.every((part, at) => JSON.stringify(part) === JSON.stringify(key[at]));
const screensOf = (keys: readonly QueryKey[]): string[] =>
  Object.entries(screens)
    .filter(([, key]) => keys.some((start) => beginsWith(key, start)))
    .map(([screen]) => screen);

/** The lists and screens that count the chart. */
const lists = ['patient list', 'inpatients', 'erasures of the team', 'stays', 'head of the chart'];
const news = ['marks in the list', 'changed since'];
const boards = ['ward board', 'handover', 'who is on a drug', 'asked of me'];
const counts = ['reports', 'metrics'];
const stay = [...lists, ...news, 'patient', 'erasure of the patient', ...boards, ...counts];
const inReview = [...news, 'reviews', 'dashboard', ...boards, ...counts];
const gallery = [...lists, ...news, ...boards, ...counts];
const catalogue = ['drugs', 'shared templates'];
/** Entries under the names of the catalogue, and what counts them. */
const named = ['reviews', 'dashboard', ...boards, ...counts];
const person = ['own account', 'own teams', 'team', 'profile', 'reviews', 'dashboard', 'notes', 'own templates'];
const teamItself = ['team', 'own teams', 'head of the chart', 'transfers'];
const ofPatient = [...lists, 'patient', 'erasure of the patient', ...boards, ...counts];

const expected: Readonly<Record<string, readonly string[]>> = {
  PatientAdmitted: stay,
  AdmissionEdited: stay,
  PatientDischarged: stay,
  DischargeCancelled: stay,
  AdmissionDeleted: stay,
  AdmissionErased: stay,
  ReviewAdded: [...inReview, ...lists],
  ReviewDuplicated: [...inReview, ...lists],
  ReviewDeleted: [...inReview, ...lists],
  ReviewHeadEdited: inReview,
  ReviewMedicationAdded: inReview,
  ReviewMedicationUpdated: inReview,
  ReviewMedicationRemoved: inReview,
  ErrorRated: inReview,
  FollowUpDateSet: inReview,
  EntryTakenOver: inReview,
  ResponseRecorded: inReview,
  EntryAddressed: inReview,
  AnswerReminded: inReview,
  EntryAnswered: inReview,
  PhysicianNoteAdded: [...gallery, 'notes'],
  PhysicianNoteDeleted: [...gallery, 'notes'],
  PhysicianNoteEdited: [...news, 'notes', 'ward board'],
  GalleryGroupAdded: gallery,
  GalleryGroupRemoved: gallery,
  // Here an entry, a review and a note.
  MovedToAnotherChart: [...inReview, ...lists],
  MovedFromAnotherChart: [...inReview, ...lists],
  MoveReturned: [...gallery, 'notes'],
  MoveCompleted: [...inReview, ...lists],
  AdmissionMedicationAdded: [...gallery, 'medications'],
  AdmissionMedicationUpdated: [...gallery, 'medications'],
  AdmissionMedicationStopped: [...gallery, 'medications'],
  MedicationHeld: [...gallery, 'medications'],
  MedicationHoldEnded: [...gallery, 'medications'],
  AdmissionMedicationDeleted: [...gallery, 'medications'],
  AdmissionMedicationsSorted: [...gallery, 'medications'],
  MeasurementsRecorded: [...gallery, 'measured values'],
  MeasurementCorrected: [...gallery, 'measured values'],
  MeasurementRemoved: [...gallery, 'measured values'],
  FindingDecided: [...news, 'proposals'],
  HomeMedicationRecorded: [...gallery, 'reconciliation'],
  HomeMedicationRemoved: [...gallery, 'reconciliation'],
  MedicationReconciled: [...gallery, 'reconciliation'],
  PatientTaken: [...news, 'ward board'],
  PatientReleased: [...news, 'ward board'],
  PatientDeferred: [...news, 'ward board'],
  DeferralEnded: [...news, 'ward board'],
  ReviewLevelMarked: [...news, 'ward board'],
  ReviewLevelCleared: [...news, 'ward board'],
  TransferOffered: [...stay, 'transfers'],
  TransferWithdrawn: [...stay, 'transfers'],
  TransferDeclined: [...stay, 'transfers'],
  TransferAccepted: [...stay, 'transfers'],
  PatientTransferred: [...ofPatient, 'transfers'],
  PatientRegistered: ofPatient,
  PatientCorrected: ofPatient,
  AllergyRecorded: ofPatient,
  AllergyCorrected: ofPatient,
  AllergyRemoved: ofPatient,
  AllergiesConfirmed: ofPatient,
  PatientDeleted: ofPatient,
  PatientMerged: ofPatient,
  PatientAbsorbed: ofPatient,
  PatientMergeDeclined: ofPatient,
  PatientSeparated: ofPatient,
  PatientMergeUndone: ofPatient,
  PatientErasureRequested: ofPatient,
  PatientErasureWithdrawn: ofPatient,
  PatientErasureRefused: ofPatient,
  PatientErasureAgreed: ofPatient,
  PatientErasedFromTeam: [...ofPatient, 'transfers'],
  AdmissionRegistered: ofPatient,
  AdmissionUnregistered: ofPatient,
  TeamCreated: teamItself,
  TeamDescribed: teamItself,
  UploadAccountSet: teamItself,
  TeamMemberAdded: teamItself,
  TeamMemberJoined: teamItself,
  TeamAdminOffered: teamItself,
  TeamAdminOfferWithdrawn: teamItself,
  TeamAdminOfferDeclined: teamItself,
  TeamAdminHandedOver: teamItself,
  TeamAdminAppointed: teamItself,
  TeamMemberRoleChanged: teamItself,
  TeamMemberDisabled: teamItself,
  TeamMemberEnabled: teamItself,
  TeamMemberRemoved: teamItself,
  TeamAuditorAppointed: teamItself,
  TeamAuditorWithdrawn: teamItself,
  TeamChatSwitchedOff: teamItself,
  TeamChatSwitchedOn: teamItself,
  TeamSecondFactorRequired: teamItself,
  TeamSecondFactorWaived: teamItself,
  TeamExportLanguageSet: teamItself,
  TeamTransfersOpened: teamItself,
  TeamTransfersClosed: teamItself,
  TeamHeaderValuesSet: teamItself,
  TeamDoseIntervalsSet: teamItself,
  TeamAvoidedHarmSet: teamItself,
  TeamPriorityTableSet: [...teamItself, 'ward board'],
  TeamViewSaved: ['ward board'],
  TeamViewRemoved: ['ward board'],
  TeamAnswerRulesSet: teamItself,
  TeamClassificationSet: teamItself,
  UserRegistered: person,
  UserProfileChanged: person,
  UserEmailVerified: person,
  RecommendationWritten: person,
  RecommendationPublished: person,
  RecommendationHidden: person,
  UserErrorTemplateSaved: person,
  UserErrorTemplateDeleted: person,
  DrugAdded: [...catalogue, ...named, 'medications'],
  DrugChanged: [...catalogue, ...named, 'medications'],
  DrugClassified: [...catalogue, ...named, 'medications'],
  DrugRestored: [...catalogue, ...named, 'medications'],
  TradeListUpdated: catalogue,
  ErrorTypeAdded: ['error types', ...named],
  ErrorTypeMapped: ['error types', ...named],
  ErrorTypeRenamed: ['error types', ...named],
  TagAdded: ['tags', ...named],
  TagRenamed: ['tags', ...catalogue, ...named],
  StatementWritten: ['statements'],
  StatementApproved: ['statements'],
  StatementWithdrawn: ['statements'],
};

const known = { ...admissionEvents, ...patientEvents, ...teamEvents, ...userEvents, ...drugEvents, ...catalogueEvents };
const golden = new URL('../../../../infra/service-kit/src/event-log/golden/', import.meta.url);
/** A stored payload of the newest version of an event type. */
const payloadOf = (type: string): object => {
  const newest = readdirSync(golden, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file).startsWith(`${type}.v`))
    .toSorted()
    .at(-1);
  const payload = JSON.parse(readFileSync(new URL(newest ?? '', golden), 'utf8')) as object;
  return 'patientId' in payload ? { ...payload, patientId: 'p1' } : payload;
};

/** The live note of an event. */
function noteOf(type: string): { stream: string; touched: string[] } {
  const event = {
    type,
    data: payloadOf(type),
    revision: 7n,
    metadata: { patientId: 'p1', teamId: 't1', actorId: 'u2' },
  } as never;
  if (Object.hasOwn(admissionEvents, type)) return { stream: 'admission-a1', touched: touchedInAdmission('a1', event) };
  if (Object.hasOwn(patientEvents, type)) return { stream: 'patient-p1', touched: touchedInPatient('p1', event) };
  if (Object.hasOwn(teamEvents, type)) return { stream: 'team-t1', touched: touchedInTeam('t1', event) };
  if (Object.hasOwn(userEvents, type)) return { stream: 'user-u1', touched: touchedInUser('u1', event) };
  if (Object.hasOwn(drugEvents, type)) return { stream: 'drug-x1', touched: touchedInDrug('x1', event) };
  return { stream: 'catalogue', touched: touchedInCatalogue(event) };
}
/** Each event extends the history of its stream and of no other. */
const historyScreensOf = (stream: string): string[] =>
  ({
    admission: ['history of the chart', 'life of an error'],
    patient: ['history of the patient'],
    team: ['history of the team'],
    drug: ['history of the drug'],
  })[stream.slice(0, stream.indexOf('-'))] ?? [];
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

test('every command has a line, and its events have one', () => {
  const calls = [...ownBodyRoutes, ...routes].map(({ call: { method, path } }) => `${method} ${path}`);
  expect(calls.filter((call) => !Object.hasOwn(commands, call))).toEqual([]);
  // No command of a person: the clock of reminders writes it.
  const written = sorted([...Object.values(commands).flat(), 'AnswerReminded']);
  expect(written.filter((type) => !Object.hasOwn(known, type) && !Object.hasOwn(accessEvents, type))).toEqual([]);
  expect(sorted(Object.keys(known)).filter((type) => !written.includes(type))).toEqual([]);
});

test('every event has a line', () => expect(sorted(Object.keys(expected))).toEqual(sorted(Object.keys(known))));

test.each(Object.keys(expected))('%s is shown without a reload', (type) => {
  const { stream, touched } = noteOf(type);
  expect(sorted(screensOf(queryKeysOfChange({ stream, touched: touched as never })))).toEqual(
    sorted([...(expected[type] ?? []), ...historyScreensOf(stream)]),
  );
});

test.each(Object.keys(expected))('after a lost note of %s its screens are read again', (type) => {
  const { stream } = noteOf(type);
  expect(screensOf(queryKeysOfStream(stream))).toEqual(
    expect.arrayContaining(
      [...(expected[type] ?? []), ...historyScreensOf(stream)].filter(
        (screen) => !reportedByOtherStream(stream).includes(screen),
      ),
    ),
  );
});
/** The patient's stream reports the patient of an admission. */
const reportedByOtherStream = (stream: string): string[] =>
  stream.startsWith('admission-') ? ['patient', 'erasure of the patient'] : [];
