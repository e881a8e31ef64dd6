/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { toAsciiDigits } from '../../domain/calendar-date.ts';
import { limits } from '../../domain/codes.ts';
import { Email, Name } from '../../domain/fields.ts';

const Phone = z
  .string()
  .trim()
  .max(limits.phone, `At most ${limits.phone} characters`)
  .refine((text) => /^[+\d\s()-]*$/.test(toAsciiDigits(text)), 'Enter a phone number');

export const Login = z.strictObject({
  email: Email,
  password: z.string().max(limits.password).optional(),
  /** CAPTCHA answer, where one is asked for. */
  token: z.string().max(4096).optional(),
  forgetPW: z.boolean().optional(),
});
export const RegisterUser = z.strictObject({
  firstName: Name('First name'),
  lastName: Name('Last name'),
  email: Email,
  phone: Phone.default(''),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(limits.password, `At most ${limits.password} characters`),
  token: z.string().max(4096).optional(),
});
