/**
 * Every refusal of the product, once: its reason, which is stable and which a program may go by, its code, and the
 * English sentence with the values that stand in it. The message of an answer, its `reason` and `values`, and the API
 * description are all made of these rows (docs/decisions/refusals.md). A reason is never renamed and never given
 * another meaning. The rows of the HTTP side are here as well, because only one table can promise one reason a
 * sentence, and the domain is what every package may import.
 */
import { ofAll } from './of-all.ts';
import { ofCare } from './of-care.ts';
import { ofDrugs } from './of-drugs.ts';
import { ofImages } from './of-images.ts';
import { ofLimits } from './of-limits.ts';
import { ofPeople } from './of-people.ts';
import { ofReads } from './of-reads.ts';
import { ofValues } from './of-values.ts';
import type { RefusalCode, ValuesIn } from './sentence.ts';

export const families = [ofAll, ofLimits, ofValues, ofPeople, ofCare, ofDrugs, ofImages, ofReads] as const;
export const catalogue = {
  ...ofAll,
  ...ofLimits,
  ...ofValues,
  ...ofPeople,
  ...ofCare,
  ...ofDrugs,
  ...ofImages,
  ...ofReads,
} as const;

type Catalogue = typeof catalogue;
export type Reason = keyof Catalogue;
export type CodeOf<Of extends Reason> = Catalogue[Of]['code'];
/** The values that stand in the sentence of a reason. */
export type ValuesOf<Of extends Reason> = Of extends Reason ? ValuesIn<Catalogue[Of]['sentence']> : never;
/** The reasons that have one of these codes. */
export type ReasonWith<Code extends RefusalCode> = {
  [Of in Reason]: Catalogue[Of]['code'] extends Code ? Of : never;
}[Reason];

/** The reasons that a schema's check may give: no values, or the bound of the check as `limit`. */
export type FieldReason = {
  [Of in ReasonWith<'invalid'>]: { limit: number } extends ValuesOf<Of> ? Of : never;
}[ReasonWith<'invalid'>];

export const isReason = (text: string): text is Reason => Object.hasOwn(catalogue, text);
