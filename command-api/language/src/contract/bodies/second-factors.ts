/** The bodies of second factors. What a browser says of a passkey is taken as WebAuthn writes it (Level 3, JSON forms). */
import * as z from 'zod';
import { toAsciiDigits } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { SingleLine } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { CaptchaToken } from './shared.ts';

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

/** `POST /api/users/login/passkey`. */
export const LoginWithPasskey = AnsweredPasskey.extend({ token: CaptchaToken });

const RecoveryCode = z.string().max(40, because('too-many-characters'));
const proofs = {
  code: Code.optional(),
  recoveryCode: RecoveryCode.optional(),
  passkey: AnsweredPasskey.optional(),
};
/** True if one of the fields was sent, and no other. */
export const isOne = (said: object): boolean => Object.values(said).filter((one) => one !== undefined).length === 1;

/** `POST /api/users/login/second-factor`: the ticket of the refused sign-in, and one proof. */
export const LoginWithSecondFactor = z
  .strictObject({
    ticket: Ticket,
    /** Lets an attempt pass that the limits refuse (`proof-lets-pass`). */
    token: CaptchaToken,
    ...proofs,
  })
  .refine(({ ticket: _ticket, token: _token, ...said }) => isOne(said), {
    error: because('one-proof-required'),
    path: ['code'],
  });

/** `POST /api/users/me/proof`. */
export const Prove = z
  .strictObject({ password: z.string().max(limits.password, because('too-many-characters')).optional(), ...proofs })
  .refine(isOne, { error: because('one-proof-required'), path: ['code'] });

export const ConfirmTotp = z.strictObject({ code: Code });
export const AddPasskey = z.strictObject({
  ticket: Ticket,
  answer: NewPasskeyAnswer,
  name: SingleLine(limits.name).default(''),
});
