/** Schemas of fields that several aggregates share (docs/product.md, "Limits"). */
import * as z from 'zod';
import { limits } from './codes.ts';
import { because } from '../reasons/because.ts';
import type { FieldReason } from '../reasons/catalogue.ts';

export const Id = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[A-Za-z0-9._:-]+$/, because('not-an-id'));
/**
 * One line of text, without outer spaces. Control characters and line breaks could end a line of a header or a file.
 * Overrides and isolates of direction (U+202A to U+202E, U+2066 to U+2069) could make a name look like another one. Half of
 * a surrogate pair cannot be stored. Joiners and direction marks, which Arabic text needs, are allowed.
 * @param most characters
 */
export const SingleLine = (most: number) =>
  z
    .string()
    // Before the ends are trimmed: a line break there is one as well.
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u, because('not-a-single-line'))
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
export const OptionalName = SingleLine(limits.name).default('');
/** The first part of a tag of BCP 47, such as `ar`. */
export const LanguageCode = z
  .string({ error: because('not-a-language') })
  .regex(/^[a-z]{2,3}$/, because('not-a-language'));
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email, because('too-many-characters'))
  .pipe(z.email(because('not-an-email')));
