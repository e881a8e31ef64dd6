/** Shared by bodies of several families. */
import * as z from 'zod';
import { inPcneOrder, pcneCodes } from '../../domain/values/pcne.ts';
import { because } from '../../domain/reasons/because.ts';

/** A field that names the actor or the place: accepted and not used (docs/product.md, "The acting person"). */
export const ignored = z.unknown().optional().describe('Accepted and never believed.');
export const emptyToNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());
/** The solution of a challenge (`GET /api/config/`, `GET /api/config/captcha`). */
export const CaptchaToken = z.string().max(4096, because('too-many-characters')).optional();
/** The body of a DELETE: the path has all it needs. */
export const EmptyBody = z.strictObject({});

/** Each code once, in the order of the classification. */
export const PcneCodes = z.array(z.enum(pcneCodes)).max(pcneCodes.length).transform(inPcneOrder);
