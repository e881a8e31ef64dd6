/**
 * Signed tickets: what the server has to know again some minutes later, held by the client instead of a table. A ticket
 * serves one purpose.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { derivedKey } from 'service-kit/security/derived-key';

export const TICKET_MINUTES = 5;

const purposes = {
  /** The password was right; a second factor is missing. `passwordMark` is a hash of the password's hash. */
  secondFactor: z.strictObject({ userId: z.string(), passwordMark: z.string() }),
  /** A challenge for a new passkey of this person. */
  newPasskey: z.strictObject({ userId: z.string(), challenge: z.string() }),
  /** A challenge that any passkey may answer. */
  passkey: z.strictObject({ challenge: z.string() }),
} as const;
type Purpose = keyof typeof purposes;
type Held<Of extends Purpose> = z.output<(typeof purposes)[Of]>;

const Signed = z.strictObject({ until: z.number(), held: z.unknown() });

export interface Tickets {
  make<Of extends Purpose>(purpose: Of, held: Held<Of>): string;
  /** @returns undefined for a ticket that is expired, altered, or of another purpose */
  read<Of extends Purpose>(purpose: Of, ticket: string): (Held<Of> & { readonly until: Date }) | undefined;
}

/** @param now in milliseconds */
export function createTickets(rootKey: Buffer, now: () => number = Date.now): Tickets {
  const key = derivedKey(rootKey, 'second factor tickets');
  const sign = (purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', key).update(`${purpose} ${text}`).digest();
  return {
    make(purpose, held) {
      const text = Buffer.from(JSON.stringify({ until: now() + TICKET_MINUTES * 60_000, held })).toString('base64url');
      return `${text}.${sign(purpose, text).toString('base64url')}`;
    },
    read<Of extends Purpose>(purpose: Of, ticket: string) {
      const [text = '', signature = ''] = ticket.split('.');
      const expected = sign(purpose, text);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const { until, held } = Signed.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      if (until <= now()) return undefined;
      const schema: z.ZodType<Held<Of>> = purposes[purpose] as never;
      return { ...schema.parse(held), until: new Date(until) };
    },
  };
}
