/** Rich text as it lies in an event: HTML that `http/sanitise.ts` has passed through the allow-list, at most 100 KB of UTF-8. */
import * as z from 'zod';
import { limits } from './codes.ts';

export const RichText = z
  .string()
  .refine((html) => new TextEncoder().encode(html).length <= limits.richText, 'This text is longer than 100 KB')
  .describe('HTML, at most 100 KB.');
