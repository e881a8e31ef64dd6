/** The bodies of an erasure by two people. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { ErasureCategory } from '../../domain/patient/events.ts';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';

export const RequestErasure = z.strictObject({
  category: ErasureCategory,
  /** Plain text. It cannot be read any more after the erasure. */
  reason: z
    .string()
    .trim()
    .min(1, because('erasure-reason-required'))
    .max(limits.erasureReason, because('too-many-characters')),
});
