/**
 * Every refusal of the product: its stable reason, its code, and the English sentence with its values. An answer's
 * message, `reason` and `values` and the API description come from these rows (docs/decisions/write-side/refusals.md).
 * A reason is never renamed and never gets another meaning. The refusals of the HTTP side are here as well: only one
 * table can ensure one reason a sentence, and every package may import the domain.
 */
import { generalReasons } from './general-reasons.ts';
import { careReasons } from './care-reasons.ts';
import { drugReasons } from './drug-reasons.ts';
import { imageReasons } from './image-reasons.ts';
import { importReasons } from './import-reasons.ts';
import { limitReasons } from './limit-reasons.ts';
import { peopleReasons } from './people-reasons.ts';
import { readReasons } from './read-reasons.ts';
import { secondFactorReasons } from './second-factor-reasons.ts';
import { singleSignOnReasons } from './single-sign-on-reasons.ts';
import { valueReasons } from './value-reasons.ts';
import type { RefusalCode, ValuesIn } from './sentence.ts';

export const families = [
  generalReasons,
  limitReasons,
  valueReasons,
  peopleReasons,
  secondFactorReasons,
  careReasons,
  drugReasons,
  imageReasons,
  importReasons,
  readReasons,
  singleSignOnReasons,
] as const;
export const catalogue = {
  ...generalReasons,
  ...limitReasons,
  ...valueReasons,
  ...peopleReasons,
  ...secondFactorReasons,
  ...careReasons,
  ...drugReasons,
  ...imageReasons,
  ...importReasons,
  ...readReasons,
  ...singleSignOnReasons,
} as const;

type Catalogue = typeof catalogue;
export type Reason = keyof Catalogue;
export type CodeOf<Of extends Reason> = Catalogue[Of]['code'];
/** The values in the sentence of a reason. */
export type ValuesOf<Of extends Reason> = Of extends Reason ? ValuesIn<Catalogue[Of]['sentence']> : never;
/** The reasons that have one of these codes. */
export type ReasonWith<Code extends RefusalCode> = {
  [Of in Reason]: Catalogue[Of]['code'] extends Code ? Of : never;
}[Reason];

/** The reasons of schema checks: without values, or with the bound of the check as `limit`. */
export type FieldReason = {
  [Of in ReasonWith<'invalid'>]: { limit: number } extends ValuesOf<Of> ? Of : never;
}[ReasonWith<'invalid'>];

export const isReason = (text: string): text is Reason => Object.hasOwn(catalogue, text);
