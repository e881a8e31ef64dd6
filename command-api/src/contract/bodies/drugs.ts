/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { limits } from '../../domain/codes.ts';
import { Id, Name } from '../../domain/fields.ts';
import { RichText } from '../../domain/rich-text.ts';
import { ignored } from './shared.ts';

export const AddDrug = z.strictObject({
  label: Name('Root name'),
  tradeLabels: z.array(z.strictObject({ idx: ignored, label: Name('Trade label') })).min(1, 'A drug needs at least one trade label').max(200),
  errTemps: z.array(z.strictObject({ idx: ignored, errType: Id, isAdult: z.boolean().default(true), label: RichText })).max(200).default([]),
  tags: z.array(Id).max(50).default([]),
  tips: z.string().max(limits.richText).default(''),
});
