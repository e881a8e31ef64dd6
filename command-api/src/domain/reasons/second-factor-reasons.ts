/** Refusals around second factors. */
import { type Family, invalid } from './sentence.ts';

export const secondFactorReasons = {
  'passkey-malformed': invalid('This is not the answer of a passkey'),
} as const satisfies Family;
