/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { limits } from '../../domain/values/codes.ts';
import { Id, Name } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import { ignored, PcneCodes } from './shared.ts';

const ErrorTemplate = z.strictObject({
  idx: ignored,
  errType: Id,
  isAdult: z.boolean().default(true),
  label: RichText,
  pcne: PcneCodes.default([]),
});
const Compatibility = z.strictObject({
  /** The other drug's root id. */
  drug: Id,
  category: Name('category-required'),
  note: z.string().trim().max(limits.richText).default(''),
});
const tradeLabelsOf = <Label extends z.ZodType>(label: Label) =>
  z.array(label).min(1, because('no-trade-labels')).max(200);
const ErrorTemplates = z.array(ErrorTemplate).max(200);
const Tags = z.array(Id).max(50);
const Tips = z.string().max(limits.richText);

export const AddDrug = z.strictObject({
  label: Name('root-name-required'),
  tradeLabels: tradeLabelsOf(z.strictObject({ idx: ignored, label: Name('trade-label-required') })),
  errTemps: ErrorTemplates.default([]),
  tags: Tags.default([]),
  tips: Tips.default(''),
});
/**
 * `PUT /api/drugs`: absent fields stay unchanged. Trade labels come in their new order. One without `_id` is found by
 * its name or new; a missing one is withdrawn.
 */
export const ChangeDrug = z.strictObject({
  _id: Id,
  label: Name('root-name-required').optional(),
  tradeLabels: tradeLabelsOf(
    z.strictObject({ _id: Id.optional(), idx: ignored, label: Name('trade-label-required') }),
  ).optional(),
  errTemps: ErrorTemplates.optional(),
  tags: Tags.optional(),
  tips: Tips.optional(),
  compatibility: z.array(Compatibility).max(200).optional(),
  version: ignored,
});
/** `POST /api/drugs/{id}/restore`: the revision to restore. */
export const RestoreDrug = z.strictObject({ revision: z.int().nonnegative() });
/** `POST /api/drugs/atc`: the text of the hospital's file. */
export const ReadAtcFile = z.strictObject({ csv: z.string().min(1).max(900_000) });
