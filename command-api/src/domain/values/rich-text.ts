/** Rich text in an event: HTML that `http/sanitise.ts` has reduced to the allow-list, at most 100 KB of UTF-8. */
import * as z from 'zod';
import { limits } from './codes.ts';
import { because } from '../reasons/because.ts';

export const RichText = z
  .string()
  .refine((html) => new TextEncoder().encode(html).length <= limits.richText, because('rich-text-too-long'))
  .describe('HTML, at most 100 KB.');
