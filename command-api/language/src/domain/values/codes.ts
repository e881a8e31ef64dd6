/** The coded lists of the hospital's vocabulary (docs/product.md, "Codes"), for services and browser. */

export const specialties = [
  { code: 1, label: 'Adult ICU' },
  { code: 2, label: 'CCU' },
  { code: 3, label: 'NICU' },
  { code: 4, label: 'PICU' },
  { code: 5, label: 'Adult Internal Ward' },
  { code: 6, label: 'Pediatric Internal Ward' },
] as const;
export type Specialty = (typeof specialties)[number]['code'];

/** The spelling `transfered` is part of the contract. */
export const dischargeStatuses = [
  { code: 0, label: 'Improved and discharged' },
  { code: 1, label: 'Improved and transfered to lower level unit' },
  { code: 2, label: 'Not Improved and transfered to higher level unit' },
  { code: 3, label: 'Transferred to similar level unit' },
  { code: 4, label: 'DAMA' },
  { code: 5, label: 'Died' },
  { code: 6, label: 'Other' },
] as const;
export type DischargeStatus = (typeof dischargeStatuses)[number]['code'];

/** The physician's response to a recommendation. Unset (`null`) means pending. */
export const responses = [
  { code: 1, label: 'Accept' },
  { code: 2, label: 'Reject' },
  { code: 3, label: 'Missed' },
  { code: 4, label: 'Harm' },
] as const;
export type Response = (typeof responses)[number]['code'];

/** A physician's own answer to a recommendation (docs/product.md, "The physician's answer"). */
export const physicianAnswers = ['accepted', 'changed', 'refused', 'seen'] as const;
export type PhysicianAnswer = (typeof physicianAnswers)[number];

/** Short wording after the NCC MERP index; the letter is the code. */
export const severities = [
  { code: 'A', label: 'circumstances with capacity to cause error' },
  { code: 'B', label: 'error did not reach patient' },
  { code: 'C', label: 'reached patient no harm' },
  { code: 'D', label: 'increased monitoring' },
  { code: 'E', label: 'temporary harm needing intervention' },
  { code: 'F', label: 'hospitalization' },
  { code: 'G', label: 'permanent harm' },
  { code: 'H', label: 'near-death' },
  { code: 'I', label: 'death' },
] as const;
export type Severity = (typeof severities)[number]['code'];

/** The actor of what the hospital's other systems report (`hospital-interface.ts`). No person has this id. */
export const HOSPITAL_INTERFACE = 'hospital-interface';

/** The resources that other systems read by FHIR (docs/interfaces.md, "FHIR"). */
export const fhirResourceTypes = [
  'Patient',
  'Encounter',
  'MedicationStatement',
  'AllergyIntolerance',
  'Observation',
  'DetectedIssue',
  'Provenance',
] as const;
export type FhirResourceType = (typeof fhirResourceTypes)[number];
const FHIR = 'fhir:';
/** The actor of the reads of a system. No person has this id. */
export const fhirClient = (clientId: string): string => FHIR + clientId;
/** The id of the system; undefined for other actors. */
export const fhirClientOf = (actorId: string): string | undefined =>
  actorId.startsWith(FHIR) ? actorId.slice(FHIR.length) : undefined;

/** How the value of a measurement is known. */
export const measurementSources = ['measured', 'laboratory', 'reported', 'estimated'] as const;
export type MeasurementSource = (typeof measurementSources)[number];

/** How it is known that a patient takes a medicine at home. */
export const homeMedicationSources = ['patient', 'family', 'prescription', 'packages', 'other'] as const;
export type HomeMedicationSource = (typeof homeMedicationSources)[number];

/** The moments of a stay at which its medicines are reconciled (docs/product.md, "Reconciliation"). */
export const reconciliationStages = ['admission', 'transfer', 'discharge'] as const;
export type ReconciliationStage = (typeof reconciliationStages)[number];
/** The decision about a medicine, in the order of the keys 1 to 5. */
export const reconciliationActions = ['continued', 'changed', 'held', 'stopped', 'new'] as const;
export type ReconciliationAction = (typeof reconciliationActions)[number];

/** The kinds of measurements in the header of every chart; a team adds its own. */
export const headerKinds = ['weight', 'height', 'creatinine'] as const;

/** A pregnancy during a stay; empty where it was not asked or does not apply. */
export const pregnancies = ['pregnant', 'breastfeeding', 'no', ''] as const;
export type Pregnancy = (typeof pregnancies)[number];

/** Why a patient is erased: their own wish, registered by mistake or as a test, ordered by an authority. */
export const erasureCategories = ['wish', 'mistake', 'order', 'other'] as const;
export type ErasureCategory = (typeof erasureCategories)[number];

/** The sex at birth of a patient; '' where it is not known. */
export const sexes = ['female', 'male'] as const;
export type Sex = (typeof sexes)[number];

/** The facts of an allergy (docs/product.md, "Allergies"). Each is '' where it is not known. */
export const allergySeverities = ['mild', 'moderate', 'severe'] as const;
export type AllergySeverity = (typeof allergySeverities)[number] | '';
export const allergyCertainties = ['confirmed', 'suspected'] as const;
export type AllergyCertainty = (typeof allergyCertainties)[number] | '';
/** Who says so. */
export const allergySources = ['patient', 'family', 'record', 'observed'] as const;
export type AllergySource = (typeof allergySources)[number] | '';

export const reportTypes = [
  { code: 1, label: 'Collected Report' },
  { code: 2, label: 'Err Distribution' },
  { code: 3, label: 'Reviews Per Day' },
  { code: 4, label: 'Recurrent Admission' },
  { code: 5, label: 'Tags Report' },
  /** Reports of the teams that have switched them on. */
  { code: 6, label: 'PCNE Report' },
  { code: 7, label: 'Medicines by ATC' },
  { code: 8, label: 'Avoided Harm and Cost (Estimate)' },
  { code: 9, label: 'Control charts' },
] as const;
export type ReportType = (typeof reportTypes)[number]['code'];

/** The error type of an entry without an error. It has no severity and no response, and is not counted as an error. */
export const NO_ERROR = { _id: '00000000-0000-4000-8000-0000000099bb', label: 'No error' } as const;

/** Recognised by the end of its id, never by its label (docs/product.md, "No error"). */
export const isNoError = (errType: string): boolean => errType.endsWith('99bb');

/** Upper bounds of input (docs/product.md, "Limits"). Lengths are characters unless a comment says bytes. */
export const limits = {
  name: 80,
  title: 120,
  /** A code of a classification. */
  code: 20,
  /** A room or a bed. */
  place: 20,
  email: 254,
  /** Why an account is disabled, or a team gets another admin. */
  reason: 200,
  phone: 32,
  recordNumber: 80,
  /** Why two patients are merged. */
  mergeReason: 200,
  erasureReason: 500,
  /** An allergy's substance in free text, and its reaction. */
  allergyText: 120,
  /** A year or a day, as far as it is known. */
  allergyOnset: 40,
  allergyRemoval: 200,
  allergiesPerPatient: 50,
  /** Why something was moved to another chart. */
  moveReason: 300,
  /** The text of an answer: the change, or why it is refused. */
  answerText: 500,
  /** The reasons of a team for a refusal, and the length of one. */
  refusalReasons: 20,
  refusalReason: 120,
  /** The most minutes in which a physician corrects their answer. */
  changeMinutes: 1_440,
  /** The most minutes before a reminder: 14 days. */
  reminderMinutes: 20_160,
  /** Bytes of UTF-8 after sanitising. */
  richText: 100 * 1024,
  /** The note of an offered transfer, and the reason why one is declined. */
  transferNote: 2_000,
  entriesPerReview: 100,
  /** The best rating of an entry. */
  rating: 5,
  membersPerTeam: 500,
  /** Bytes of the upload. */
  image: 10 * 1024 * 1024,
  /** Bytes in the store: encoding it again can make it larger. */
  storedImage: 20 * 1024 * 1024,
  imagesPerGroup: 30,
  groupsPerGallery: 200,
  /** One line of entry, or one panel of a laboratory. */
  measurementsAtOnce: 60,
  measurementsPerAdmission: 10_000,
  /** The newest measurements of a patient that a read answers. */
  measurementsRead: 2_000,
  /** The further kinds of values in the header of a team's charts. */
  headerKinds: 4,
  /** The most hours after which a laboratory value is old: 30 days. */
  oldAfterHours: 720,
  /** All uploads of the admission: images of removed groups stay for history. */
  imagesPerAdmission: 500,
  statements: 2_000,
  statementVersion: 1_000_000,
  statementText: 2_000,
  statementSource: 500,
  /** The agents, exceptions, routes or limits of a statement. */
  statementParts: 50,
  findingKey: 2_000,
  findingFingerprint: 4_000,
  /** The address of a browser at its push service. */
  pushEndpoint: 1_000,
  /** The different findings of a stay that are decided. */
  decidedFindings: 2_000,
  dismissalReason: 500,
  /** The days for which a finding is deferred. */
  deferredDays: 90,
  /** The findings in one message of the live connection. */
  findingsShown: 200,
  /** The views of a team's ward board. */
  viewsPerTeam: 30,
  homeMedicationsPerAdmission: 100,
  /** The decisions of one reconciliation that are sent at once. */
  reconciledAtOnce: 200,
  /** The words to the patient about a medicine at the discharge. */
  advice: 200,
  password: 128,
  pageSize: 20,
  /** The streams in one `X-Read-After`. */
  readAfterStreams: 10,
  /** The errors without a response that the round list reads. */
  pendingOnRoundList: 1_000,
  /** The reviews in one question to the chat assistant. */
  reviewsAsked: 10_000,
} as const;

const labelIn =
  <C extends string | number>(list: readonly { code: C; label: string }[]) =>
  (code: C | null | undefined): string =>
    list.find((item) => item.code === code)?.label ?? '';
export const specialtyLabel = labelIn<Specialty>(specialties);
export const dischargeStatusLabel = labelIn<DischargeStatus>(dischargeStatuses);
export const responseLabel = labelIn<Response>(responses);
export const severityLabel = labelIn<Severity>(severities);

/** The formats of an auditor's export. */
export const errorExportFormats = ['csv', 'xlsx', 'ndjson'] as const;
export type ErrorExportFormat = (typeof errorExportFormats)[number];
