/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { givenCareDetails } from '../../domain/admission/care-details.ts';
import { DischargeStatusCode, ReconciledLine } from '../../domain/admission/events.ts';
import { reviewLevels } from '../../domain/priority/views.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { homeMedicationSources, limits, measurementSources, reconciliationStages } from '../../domain/values/codes.ts';
import { Id, RequiredLine, SingleLine, TimeOfDay } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import type { AdmissionMedication } from '../entities.ts';
import type { Measurement } from '../measurements.ts';
import type { HomeMedication } from '../reconciliation.ts';
import { emptyToNull, ignored } from './shared.ts';

export const AdmitPatient = z.strictObject({
  patient: Id,
  team: Id.optional(),
  admissionDate: CalendarDate,
  admissionDetails: RichText.default(''),
  ...givenCareDetails,
});

/** The answer of an upload, with id and thumbnail, is accepted as it is. */
const GalleryImage = z.strictObject({ _id: ignored, image: z.string().max(2_000), thumbnail: ignored });
const group = {
  title: z.string({ error: because('title-required') }).pipe(RequiredLine(limits.title, 'title-required')),
  images: z
    .array(GalleryImage)
    .min(1, because('group-without-images'))
    .max(limits.imagesPerGroup, because('too-many-images-in-group')),
};
export const AddGalleryGroup = z.strictObject(group);

/** Null or empty removes the value; an absent field leaves it unchanged. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();
/**
 * `PUT /api/admissions/{id}/edit`: absent fields stay unchanged. With `gallery` it saves the whole object
 * (docs/product.md, "Whole-object saves").
 */
export const EditAdmission = z.strictObject({
  admissionDate: CalendarDate.optional(),
  admissionDetails: RichText.optional(),
  ...givenCareDetails,
  dischargeDate: given(CalendarDate),
  dischargeStatus: given(DischargeStatusCode),
  dischargeNote: z.string().max(limits.richText).nullable().optional(),
  moves: ignored,
  gallery: z
    .array(z.strictObject({ _id: Id.optional(), userId: ignored, createdAt: ignored, movedFrom: ignored, ...group }))
    .max(limits.groupsPerGallery, because('too-many-groups-listed'))
    .optional(),
  _id: ignored,
  patient: ignored,
  team: ignored,
  reviewsCount: ignored,
  notesCount: ignored,
  transfer: ignored,
  transferDeclined: ignored,
  version: ignored,
});

/** `POST /api/admissions/{id}/transfer`: to a team that receives transfers. */
export const OfferTransfer = z.strictObject({
  toTeam: Id,
  note: z.string().trim().max(limits.transferNote, because('too-many-characters')).default(''),
});
/** `offer` is the id of the open offer (`transfer.offer` of the admission). */
export const WithdrawTransfer = z.strictObject({ offer: Id });
export const DeclineTransfer = z.strictObject({
  offer: Id,
  reason: z.string().trim().max(limits.transferNote, because('too-many-characters')).default(''),
});
/** The default of `transferDate`, the first day in the receiving team, is today. */
export const AcceptTransfer = z.strictObject({
  offer: Id,
  transferDate: CalendarDate.optional(),
  room: givenCareDetails.room,
  bed: givenCareDetails.bed,
});

const short = SingleLine(limits.title);
const medicationNote = z.string().trim().max(limits.richText);
const addedByServer = {
  _id: ignored,
  drugLabel: ignored,
  order: ignored,
  admission: ignored,
  hold: ignored,
  doseChangedOn: ignored,
  version: ignored,
};
type Medication = Record<keyof AdmissionMedication, z.ZodType>;
/** `bringsBack`: the id of the deleted medication that it restores. */
export const AddAdmissionMedication = z.strictObject({
  ...({
    drug: Id,
    dose: short.default(''),
    route: short.default(''),
    frequency: short.default(''),
    /** The default is today. */
    startDate: CalendarDate.optional(),
    stopDate: emptyToNull(CalendarDate).default(null),
    note: medicationNote.default(''),
    indication: short.default(''),
    culture: short.default(''),
    ...addedByServer,
  } satisfies Medication),
  bringsBack: Id.optional(),
});
/** Absent fields stay unchanged. */
export const UpdateAdmissionMedication = z.strictObject({
  drug: Id.optional(),
  dose: short.optional(),
  route: short.optional(),
  frequency: short.optional(),
  startDate: CalendarDate.optional(),
  stopDate: given(CalendarDate),
  note: medicationNote.optional(),
  indication: short.optional(),
  culture: short.optional(),
  ...addedByServer,
} satisfies Medication);
/** The default of `stopDate` is today. */
export const StopAdmissionMedication = z.strictObject({ stopDate: CalendarDate.optional() });
/** The default of `from` is today. Without `until` the hold lasts until it is ended. */
export const HoldAdmissionMedication = z.strictObject({
  from: CalendarDate.optional(),
  until: emptyToNull(CalendarDate).default(null),
  reason: short.default(''),
});
/** The default of `on`, the first day with the medication again, is today. */
export const ResumeAdmissionMedication = z.strictObject({ on: CalendarDate.optional() });
export const SortAdmissionMedications = z.strictObject({ ids: z.array(Id).max(5_000) });
/** `PUT /api/admissions/{id}/deferral`: until a day after today. */
export const DeferPatient = z.strictObject({
  until: CalendarDate,
  reason: RequiredLine(limits.reason, 'reason-required'),
});
export const MarkReviewLevel = z.strictObject({ level: z.enum(reviewLevels, because('unknown-kind')) });
/** `POST /api/admissions/stopMedication`: an empty body. */
export const StopMedications = z.strictObject({});

const measured = {
  kind: SingleLine(limits.name),
  value: z.number(),
  unit: SingleLine(limits.place),
  takenAt: TimeOfDay,
  lastDoseAt: TimeOfDay,
  source: z.enum(measurementSources),
  note: SingleLine(limits.title),
};
const measurementByServer = {
  _id: ignored,
  admission: ignored,
  canonical: ignored,
  userId: ignored,
  userName: ignored,
  createdAt: ignored,
  version: ignored,
};
type MeasurementFields = Record<keyof Measurement, z.ZodType>;
/** `POST /api/admissions/{id}/measurements`: one line of entry, or one panel of a laboratory. */
export const RecordMeasurements = z.strictObject({
  measurements: z
    .array(
      z.strictObject({
        ...measured,
        /** The default is today. */
        takenOn: CalendarDate.optional(),
        takenAt: TimeOfDay.default(''),
        lastDoseOn: emptyToNull(CalendarDate).default(null),
        lastDoseAt: TimeOfDay.default(''),
        source: measured.source.default('measured'),
        note: measured.note.default(''),
        ...measurementByServer,
      } satisfies MeasurementFields),
    )
    .min(1)
    .max(limits.measurementsAtOnce, because('too-many-measurements-at-once')),
});
/** Absent fields stay unchanged. */
export const CorrectMeasurement = z.strictObject({
  ...z.object(measured).partial().shape,
  takenOn: CalendarDate.optional(),
  lastDoseOn: given(CalendarDate),
  ...measurementByServer,
} satisfies MeasurementFields);
export const RemoveMeasurement = z.strictObject({ reason: RequiredLine(limits.reason, 'reason-required') });

const homeMedication = {
  /** Empty where the catalogue does not have it: then `drugLabel` names it. */
  drug: z.union([Id, z.literal('')]),
  drugLabel: short,
  dose: short,
  route: short,
  frequency: short,
  indication: short,
  source: z.enum(homeMedicationSources),
  note: SingleLine(limits.reason),
};
const homeMedicationByServer = {
  _id: ignored,
  admission: ignored,
  userId: ignored,
  userName: ignored,
  createdAt: ignored,
  version: ignored,
};
type HomeMedicationBody = Record<keyof HomeMedication, z.ZodType>;
export const RecordHomeMedication = z.strictObject({
  drug: homeMedication.drug.default(''),
  drugLabel: short.default(''),
  dose: short.default(''),
  route: short.default(''),
  frequency: short.default(''),
  indication: short.default(''),
  source: homeMedication.source.default('patient'),
  note: homeMedication.note.default(''),
  ...homeMedicationByServer,
} satisfies HomeMedicationBody);
/** Absent fields stay unchanged. */
export const CorrectHomeMedication = z.strictObject({
  ...z.object(homeMedication).partial().shape,
  ...homeMedicationByServer,
} satisfies HomeMedicationBody);
/**
 * `PUT /api/admissions/{id}/reconciliation`: one decision, or all the rest at once. Dose, route, frequency, `until` and advice
 * are of the discharge; absent ones are those of the line.
 */
export const ReconcileMedications = z.strictObject({
  stage: z.enum(reconciliationStages),
  lines: z
    .array(
      z.strictObject({
        line: z.strictObject(ReconciledLine.shape.line.shape),
        action: ReconciledLine.shape.action,
        reason: SingleLine(limits.reason).default(''),
        dose: short.optional(),
        route: short.optional(),
        frequency: short.optional(),
        until: given(CalendarDate),
        advice: SingleLine(limits.advice).optional(),
      }),
    )
    .min(1)
    .max(limits.reconciledAtOnce),
});
