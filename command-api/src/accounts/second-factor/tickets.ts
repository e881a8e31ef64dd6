/**
 * Signed tickets: what the server has to know again some minutes later, held by the client instead of a table. A ticket
 * serves one purpose.
 */
import * as z from 'zod';
import { derivedKey } from 'service-kit/security/derived-key';
import { createSignedTexts } from '../signed-texts.ts';

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

export interface Tickets {
  make<Of extends Purpose>(purpose: Of, held: Held<Of>): string;
  /** @returns undefined for a ticket that is expired, altered, or of another purpose */
  read<Of extends Purpose>(purpose: Of, ticket: string): (Held<Of> & { readonly until: Date }) | undefined;
}

/** @param now in milliseconds */
export function createTickets(rootKey: Buffer, now: () => number = Date.now): Tickets {
  const signed = createSignedTexts(derivedKey(rootKey, 'second factor tickets'), now);
  return {
    make: (purpose, held) => signed.write(purpose, { held }, TICKET_MINUTES * 60),
    read<Of extends Purpose>(purpose: Of, ticket: string) {
      const schema: z.ZodType<Held<Of>> = purposes[purpose] as never;
      const found = signed.read(purpose, z.object({ until: z.number(), held: schema }), ticket);
      return found && { ...found.held, until: new Date(found.until) };
    },
  };
}
