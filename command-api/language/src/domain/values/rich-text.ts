/** Rich text in an event: HTML that `http/sanitise.ts` has reduced to the allow-list, at most 100 KB of UTF-8. */
import * as z from 'zod';
import { limits } from './codes.ts';
import { because } from '../reasons/because.ts';

/** A character of a JavaScript text is at most three bytes. Most texts are short and need not be encoded. */
const isShort = (html: string): boolean =>
  html.length * 3 <= limits.richText || new TextEncoder().encode(html).length <= limits.richText;

export const RichText = z.string().refine(isShort, because('rich-text-too-long')).describe('HTML, at most 100 KB.');
