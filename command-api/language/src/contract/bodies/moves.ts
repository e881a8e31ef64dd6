/** The body of a move to another chart. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { MovedKind } from '../../domain/admission/events.ts';
import { limits } from '../../domain/values/codes.ts';
import { Id, RequiredLine } from '../../domain/values/fields.ts';

/**
 * `id` is the entry, review, note or group of images, and `reviewId` the review of an entry. `images` names some images
 * of a group; without it the whole group is moved. `toReview` is a review of the same author in the other chart; without
 * it an entry comes into a new review of its day, or back into the review that it left for this chart.
 */
export const MoveRecord = z.strictObject({
  kind: MovedKind,
  id: Id,
  reviewId: Id.optional(),
  images: z.array(z.string().max(2_000)).min(1).max(limits.imagesPerGroup).optional(),
  toAdmission: Id,
  toReview: Id.optional(),
  reason: RequiredLine(limits.moveReason, 'reason-required'),
});
