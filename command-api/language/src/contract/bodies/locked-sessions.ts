/** Bodies of unlocking a session, and of the PIN of a device. */
import * as z from 'zod';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';
import { toAsciiDigits } from '../../domain/values/calendar-date.ts';
import { AnsweredPasskey, isOne } from './second-factors.ts';

/** In Latin or Arabic digits. */
const Pin = z
  .string({ error: because('pin-six-digits') })
  .max(limits.password, because('too-many-characters'))
  .transform(toAsciiDigits)
  .refine((text) => /^\d{6}$/.test(text), because('pin-six-digits'));
const Password = z
  .string({ error: because('password-required') })
  .min(1, because('password-required'))
  .max(limits.password, because('too-many-characters'));

/** One of them. */
export const Unlock = z
  .strictObject({ pin: Pin.optional(), password: Password.optional(), passkey: AnsweredPasskey.optional() })
  .refine(isOne, because('unlock-way-required'));
/** The password shows that a session that was left open gets no PIN from another person. */
export const SetPin = z.strictObject({ pin: Pin, password: Password });
