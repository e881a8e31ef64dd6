/** Texts that the server signs and a client carries until they expire, in place of a table. Each serves one purpose. */
import { timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import { keyedHash } from 'service-kit/security/derived-key';

export interface SignedTexts {
  sign(purpose: string, text: string): string;
  write(purpose: string, content: object, seconds: number): string;
  /** @returns undefined for a text that is missing, expired, altered, or of another purpose */
  read<Content extends { until: number }>(
    purpose: string,
    schema: z.ZodType<Content>,
    signed: string | undefined,
  ): Content | undefined;
}

/** @param now in milliseconds */
export function createSignedTexts(key: Buffer, now: () => number): SignedTexts {
  const sign = (purpose: string, text: string): string => keyedHash(key, `${purpose} ${text}`);
  return {
    sign,
    write(purpose, content, seconds) {
      const text = Buffer.from(JSON.stringify({ ...content, until: now() + seconds * 1000 })).toString('base64url');
      return `${text}.${sign(purpose, text)}`;
    },
    read(purpose, schema, signed) {
      const [text = '', signature = ''] = signed?.split('.') ?? [];
      if (!isSame(signature, sign(purpose, text))) return undefined;
      const content = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      return content.until > now() ? content : undefined;
    },
  };
}

/** In constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
