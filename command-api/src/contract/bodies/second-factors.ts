/** The bodies of second factors. What a browser says of a passkey is taken as WebAuthn writes it (Level 3, JSON forms). */
import * as z from 'zod';
import { toAsciiDigits } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { SingleLine } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';

const Base64Url = z.string().regex(/^[\w-]{1,10000}$/, because('passkey-malformed'));
const Ticket = z.string().max(2000, because('too-many-characters'));
/** Six digits. People type them in groups, and on Arabic keyboards. */
const Code = z
  .string()
  .max(20, because('too-many-characters'))
  .transform((text) => toAsciiDigits(text.replaceAll(/\s/g, '')));

/** Fields that a browser adds are dropped. */
const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key', because('passkey-malformed')),
};
export const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(8).default([]),
  }),
});
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>;

export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** The answer of a passkey to the challenge of the ticket. */
export const AnsweredPasskey = z.strictObject({ ticket: Ticket, answer: PasskeyAnswer });
export type AnsweredPasskey = z.output<typeof AnsweredPasskey>;

export const ConfirmTotp = z.strictObject({ code: Code });
export const AddPasskey = z.strictObject({
  ticket: Ticket,
  answer: NewPasskeyAnswer,
  name: SingleLine(limits.name).default(''),
});
