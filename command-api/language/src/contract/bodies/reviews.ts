/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { AnswerCode, DecidedFinding, Rating, ResponseCode, SeverityCode } from '../../domain/admission/events.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { Id, Name, SingleLine } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import type { CollectedEntry } from '../reports.ts';
import { emptyToNull, ignored, PcneCodes } from './shared.ts';

/** Null or empty removes the date. */
const FollowUpDate = z.preprocess((value) => (value === '' ? null : value), CalendarDate.nullable());

/** The input fields of an entry. The server adds the others: an entry that was read can be sent back. */
const EntryFields = {
  errType: Id,
  errDrug: Id,
  errNote: RichText.default(''),
  errRes: emptyToNull(ResponseCode).default(null),
  errSeverity: emptyToNull(SeverityCode).default(null),
  severityAnswers: z.array(SingleLine(limits.code)).max(5).default([]),
  followUpDate: FollowUpDate.default(null),
  drugTags: z
    .array(z.strictObject({ name: Name('label-required') }))
    .max(30)
    .default([]),
  pcne: PcneCodes.default([]),
  errTypeLabel: ignored,
  errDrugLabel: ignored,
  drugTagIds: ignored,
  rating: ignored,
  copiedFrom: ignored,
  firstId: ignored,
  responsible: ignored,
  asked: ignored,
  movedFrom: ignored,
  version: ignored,
  idx: ignored,
} satisfies Record<Exclude<keyof CollectedEntry, '_id'> | 'idx', z.ZodType>;
export const NewEntry = z.strictObject({ _id: ignored, ...EntryFields });
export const AddReview = z.strictObject({
  admissionId: Id,
  reviewDate: CalendarDate,
  clinicalNote: RichText.default(''),
  drugErrs: z.array(NewEntry).max(limits.entriesPerReview, because('too-many-entries')).default([]),
  userId: ignored,
  userEmail: ignored,
  userName: ignored,
  userPhone: ignored,
  patientId: ignored,
  teamId: ignored,
});
/** The default of `reviewDate` is today. */
export const DuplicateReview = z.strictObject({ reviewDate: CalendarDate.optional() });
export const EditReviewHead = z.strictObject({ reviewId: ignored, reviewDate: CalendarDate, clinicalNote: RichText });
/** `finding`: the finding that the entry takes over. */
export const AddReviewMedication = z.strictObject({
  reviewId: ignored,
  drugErr: NewEntry,
  finding: DecidedFinding.optional(),
});
/** An absent follow-up date stays unchanged. */
export const UpdateReviewMedication = z.strictObject({
  reviewId: ignored,
  drugErr: z.strictObject({ ...EntryFields, _id: Id, followUpDate: FollowUpDate.or(z.undefined()) }),
});
/** Null or empty removes the date. */
export const SetFollowUpDate = z.strictObject({ reviewId: ignored, errId: Id, followUpDate: FollowUpDate });
export const TakeOverEntry = z.strictObject({ reviewId: ignored, errId: Id });
/** Null or empty takes the response back; an absent one is refused. */
export const RecordResponse = z.strictObject({
  reviewId: ignored,
  errId: Id,
  errRes: z.preprocess((value) => (value === '' ? null : value), ResponseCode.nullable()),
});
export const AddressEntry = z.strictObject({
  entryId: Id,
  to: z
    .strictObject({ kind: z.enum(['physician', 'physicians', 'default']), userId: Id.optional() })
    .refine(({ kind, userId }) => (kind === 'physician') === (userId !== undefined), {
      error: because('physician-not-in-team'),
      path: ['userId'],
    }),
});
export const AnswerEntry = z.strictObject({
  entryId: Id,
  answer: AnswerCode,
  text: z.string().trim().max(limits.answerText, because('too-many-characters')).default(''),
  reason: SingleLine(limits.refusalReason).default(''),
});
/** `{_id}` is enough. The whole entry is accepted as well. */
export const RemoveReviewMedication = z.strictObject({ reviewId: ignored, drugErr: z.looseObject({ _id: Id }) });
export const RateError = z.strictObject({ reviewId: ignored, errId: Id, rating: Rating });
