/** Schemas of fields that several aggregates share (docs/product.md, "Limits"). */
import * as z from 'zod';
import { limits } from './codes.ts';
import { cleanAddress } from './folding.ts';
import { because } from '../reasons/because.ts';
import type { FieldReason } from '../reasons/catalogue.ts';

export const Id = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[A-Za-z0-9._:-]+$/, because('not-an-id'));
/**
 * One line of text, without outer spaces. Control characters and line breaks could end a line of a header or a file. Half of
 * a surrogate pair cannot be stored. Overrides and isolates of direction, which could make a name look like another one, and
 * other characters that are not seen come along with copied texts: they are dropped. Joiners and direction marks, which Arabic
 * text needs, stay.
 * @param most characters
 */
export const SingleLine = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/[\u00AD\u200B\u202A-\u202E\u2060-\u206F\uFEFF]/g, ''))
    // Before the ends are trimmed: a line break there is one as well.
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, because('not-a-single-line'))
    .trim()
    .max(most, because('too-many-characters'));
/** No space, mark, format character or filler, and not the empty pattern of Braille: none of them is seen alone. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const isVisible = (text: string): boolean => VISIBLE.test(text);
/**
 * A single line with a character that is seen.
 * @param required the reason for one without
 */
export const RequiredLine = (most: number, required: FieldReason) =>
  SingleLine(most).min(1, { error: required, abort: true }).regex(VISIBLE, required);
export const Name = (required: FieldReason) => RequiredLine(limits.name, required);
/** A time of day, HH:MM; empty where only the day is known. */
export const TimeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, because('not-a-time'));
export const OptionalName = SingleLine(limits.name).default('');
/** The first part of a tag of BCP 47, such as `ar`. */
export const LanguageCode = z
  .string({ error: because('not-a-language') })
  .regex(/^[a-z]{2,3}$/, because('not-a-language'));
/** An address has neither hyphens of a word processor nor the dot of the sentence that it was copied from. */
export const Email = z
  .string()
  .overwrite((text) => cleanAddress(text).replace(/[\s.,;]+$/, ''))
  .trim()
  .toLowerCase()
  .max(limits.email, because('too-many-characters'))
  .pipe(z.email(because('not-an-email')));
