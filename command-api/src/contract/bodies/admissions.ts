/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { DischargeStatusCode } from '../../domain/admission/events.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { Id } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import { emptyToNull, ignored } from './shared.ts';

export const AdmitPatient = z.strictObject({
  patient: Id,
  team: Id.optional(),
  admissionDate: CalendarDate,
  admissionDetails: RichText.default(''),
});

/** Also as the upload answers it, with its id and thumbnail. */
const GalleryImage = z.strictObject({ _id: ignored, image: z.string().max(2_000), thumbnail: ignored });
const group = {
  title: z
    .string({ error: because('title-required') })
    .trim()
    .min(1, because('title-required'))
    .max(limits.title, because('too-many-characters')),
  images: z
    .array(GalleryImage)
    .min(1, because('group-without-images'))
    .max(limits.imagesPerGroup, because('too-many-images-in-group')),
};
export const AddGalleryGroup = z.strictObject(group);

/** Null or empty takes back, absent leaves alone. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();
/**
 * `PUT /api/admissions/{id}/edit`: what is left out stays as it is. With `gallery` it is the specification's save of
 * the whole object.
 */
export const EditAdmission = z.strictObject({
  admissionDate: CalendarDate.optional(),
  admissionDetails: RichText.optional(),
  dischargeDate: given(CalendarDate),
  dischargeStatus: given(DischargeStatusCode),
  dischargeNote: z.string().max(limits.richText).nullable().optional(),
  gallery: z
    .array(z.strictObject({ _id: Id.optional(), ...group }))
    .max(limits.groupsPerGallery, because('too-many-groups-listed'))
    .optional(),
  _id: ignored,
  patient: ignored,
  team: ignored,
  reviewsCount: ignored,
  notesCount: ignored,
  version: ignored,
});

const short = z.string().trim().max(limits.title, because('too-many-characters'));
const medication = {
  drug: Id,
  dose: short.default(''),
  route: short.default(''),
  frequency: short.default(''),
  /** Today where it is not given. */
  startDate: CalendarDate.optional(),
  stopDate: emptyToNull(CalendarDate).default(null),
  note: z.string().trim().max(limits.richText).default(''),
  _id: ignored,
  drugLabel: ignored,
  order: ignored,
  admission: ignored,
  version: ignored,
};
/** `bringsBack`: the id of a deleted one that it is instead of. */
export const AddAdmissionMedication = z.strictObject({ ...medication, bringsBack: Id.optional() });
/** What is left out stays as it is. */
export const UpdateAdmissionMedication = z.strictObject({
  ...medication,
  drug: Id.optional(),
  dose: short.optional(),
  route: short.optional(),
  frequency: short.optional(),
  stopDate: given(CalendarDate),
  note: z.string().trim().max(limits.richText).optional(),
});
/** Today where no date is given. */
export const StopAdmissionMedication = z.strictObject({ stopDate: CalendarDate.optional() });
export const SortAdmissionMedications = z.strictObject({ ids: z.array(Id).max(5_000) });
/** `POST /api/admissions/stopMedication`: nothing to say. */
export const StopMedications = z.strictObject({});
