import { createHash, timingSafeEqual } from 'node:crypto';

/** Digests have one length, so that the time of the comparison shows nothing. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True if a header says the secret. @param secret undefined: none does */
export const isSecret = (said: string, secret: string | undefined): boolean =>
  secret !== undefined && timingSafeEqual(digest(said), digest(secret));
