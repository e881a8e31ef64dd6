/** Everything of an admission: for the patient page and admission details. One stream writes all of these rows. */
import type {
  Admission,
  Asked,
  AdmissionMedication,
  DrugErr,
  MedicationHold,
  MovedFrom,
  MovedOut,
  PhysicianNote,
  Review,
} from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import type { HomeMedication, ReconciledLine } from 'language/contract/reconciliation';
import {
  admissionFields,
  homeMedicationFields,
  measurementFields,
  medicationFields,
  noteFields,
  ratedEntryFields,
  reconciledFields,
  reviewFields,
} from 'language/domain/admission/fields';
import { columnsOf } from '../field-columns.ts';
import { erasedError, erasedPart, erasedReview } from './erased-tables.ts';
import {
  bigint,
  boolean,
  date,
  instant,
  int,
  json,
  nullable,
  number,
  ownedBy,
  table,
  text,
  withPast,
} from '../table.ts';

export const admission = withPast(
  table(
    'admission',
    {
      admission_id: text,
      patient_id: text,
      team_id: text,
      ...columnsOf<Admission>()(admissionFields),
      version: bigint,
      since: instant,
    },
    ['admission_id'],
    ownedBy('admission_id'),
  ),
  'erased_patient',
);

export const review = withPast(
  table(
    'review',
    {
      review_id: text,
      admission_id: text,
      patient_id: text,
      team_id: text,
      ...columnsOf<Review>()(reviewFields),
      author_id: text,
      created_at: instant,
      version: bigint,
      copied_from: nullable(text),
      entries_version: bigint,
      moved_from: nullable(json<MovedFrom>()),
      since: instant,
    },
    ['review_id'],
    ownedBy('admission_id'),
  ),
  'erased_patient',
);

export const reviewEntry = withPast(
  table(
    'review_entry',
    {
      entry_id: text,
      review_id: text,
      admission_id: text,
      team_id: text,
      review_date: date,
      position: int,
      ...columnsOf<DrugErr>()(ratedEntryFields),
      version: bigint,
      copied_from: nullable(text),
      responsible_id: nullable(text),
      moved_from: nullable(json<MovedFrom>()),
      since: instant,
      first_id: nullable(text),
      asked: nullable(json<Asked>()),
    },
    ['entry_id'],
    ownedBy('admission_id'),
  ),
  'erased_patient',
);

export const physicianNote = table(
  'physician_note',
  {
    note_id: text,
    admission_id: text,
    patient_id: text,
    team_id: text,
    ...columnsOf<PhysicianNote>()(noteFields),
    author_id: text,
    created_at: instant,
    version: bigint,
    moved_from: nullable(json<MovedFrom>()),
  },
  ['note_id'],
  ownedBy('admission_id'),
);

export const galleryGroup = table(
  'gallery_group',
  {
    group_id: text,
    admission_id: text,
    patient_id: text,
    team_id: text,
    title: text,
    author_id: text,
    created_at: instant,
    version: bigint,
    moved_from: nullable(json<MovedFrom>()),
  },
  ['group_id'],
  ownedBy('admission_id'),
);

export const galleryImage = table(
  'gallery_image',
  { group_id: text, position: int, image: text },
  ['group_id', 'position'],
  { owner: { parent: galleryGroup, column: 'group_id' } },
);

export const removedImage = table(
  'removed_image',
  { admission_id: text, image: text },
  ['admission_id', 'image'],
  ownedBy('admission_id'),
);

export const movedOut = table(
  'moved_out',
  {
    move_id: text,
    admission_id: text,
    kind: text,
    thing: text,
    review: nullable(text),
    reason: text,
    user_id: text,
    at: instant,
    place: json<MovedOut['to']>(),
    under_way: boolean,
    version: bigint,
  },
  ['move_id'],
  ownedBy('admission_id'),
);

export const admissionMedication = table(
  'admission_medication',
  {
    medication_id: text,
    admission_id: text,
    patient_id: text,
    team_id: text,
    ...columnsOf<AdmissionMedication>()(medicationFields),
    hold: nullable(json<MedicationHold>()),
    dose_changed_on: json<readonly string[]>(),
    position: int,
    author_id: text,
    created_at: instant,
    version: bigint,
  },
  ['medication_id'],
  ownedBy('admission_id'),
);

export const measurement = table(
  'measurement',
  {
    measurement_id: text,
    admission_id: text,
    patient_id: text,
    team_id: text,
    ...columnsOf<Measurement>()(measurementFields),
    canonical: number,
    author_id: text,
    created_at: instant,
    version: bigint,
  },
  ['measurement_id'],
  ownedBy('admission_id'),
);

export const findingDecision = table(
  'finding_decision',
  {
    admission_id: text,
    finding_hash: text,
    key: text,
    fingerprint: text,
    statement_id: text,
    statement_version: int,
    kind: text,
    until: nullable(date),
    reason: text,
    entry_id: text,
    decided_by: text,
    decided_at: instant,
    version: bigint,
  },
  ['admission_id', 'finding_hash'],
  ownedBy('admission_id'),
);

export const homeMedication = table(
  'home_medication',
  {
    home_medication_id: text,
    admission_id: text,
    patient_id: text,
    team_id: text,
    ...columnsOf<HomeMedication>()(homeMedicationFields),
    position: int,
    author_id: text,
    created_at: instant,
    version: bigint,
  },
  ['home_medication_id'],
  ownedBy('admission_id'),
);

export const reconciledLine = table(
  'reconciled_line',
  {
    admission_id: text,
    line_kind: text,
    line_id: text,
    ...columnsOf<ReconciledLine>()(reconciledFields),
    author_id: text,
    decided_at: instant,
    version: bigint,
  },
  ['admission_id', 'stage', 'line_kind', 'line_id'],
  ownedBy('admission_id'),
);

export const takenPatient = table(
  'taken_patient',
  { admission_id: text, user_id: text, day: date, version: bigint },
  ['admission_id', 'user_id'],
  ownedBy('admission_id'),
);

export const wardMark = table(
  'ward_mark',
  { admission_id: text, kind: text, day: date, detail: text, user_id: text, version: bigint },
  ['admission_id', 'kind'],
  ownedBy('admission_id'),
);

export const transferOffer = table(
  'transfer_offer',
  {
    admission_id: text,
    offer_id: text,
    patient_id: text,
    from_team_id: text,
    to_team_id: text,
    to_team_name: text,
    note: text,
    offered_by: text,
    offered_at: instant,
    decline_reason: nullable(text),
    declined_at: nullable(instant),
  },
  ['admission_id'],
  ownedBy('admission_id'),
);

export const transferredStay = table(
  'transferred_stay',
  {
    admission_id: text,
    revision: bigint,
    patient_id: text,
    team_id: text,
    to_team_id: text,
    start_date: date,
    transfer_date: date,
    at: instant,
  },
  ['admission_id', 'revision'],
  ownedBy('admission_id'),
);

/** Children before their parents. */
export const tablesOfAdmission = [
  takenPatient,
  wardMark,
  transferOffer,
  transferredStay,
  erasedPart,
  erasedError,
  erasedReview,
  reviewEntry,
  review,
  physicianNote,
  galleryImage,
  galleryGroup,
  removedImage,
  movedOut,
  admissionMedication,
  measurement,
  findingDecision,
  homeMedication,
  reconciledLine,
  admission,
];
