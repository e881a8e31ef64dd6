/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { toAsciiDigits } from '../../domain/calendar-date.ts';
import { limits } from '../../domain/codes.ts';
import { Email, Id, Name } from '../../domain/fields.ts';
import { RichText } from '../../domain/rich-text.ts';
import { ignored } from './shared.ts';

const Phone = z
  .string()
  .trim()
  .max(limits.phone, `At most ${limits.phone} characters`)
  .refine((text) => /^[+\d\s()-]*$/.test(toAsciiDigits(text)), 'Enter a phone number');
/** How short a password may be is a setting. */
const Password = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(limits.password, `At most ${limits.password} characters`);
/** The answer to the CAPTCHA's challenge (`GET /api/config/`). */
const CaptchaToken = z.string().max(4096, 'At most 4096 characters').optional();

export const Login = z.strictObject({
  email: Email,
  password: z.string().max(limits.password).optional(),
  /** Signing in needs no CAPTCHA. */
  token: CaptchaToken,
  forgetPW: z.boolean().optional(),
});
export const RegisterUser = z.strictObject({
  firstName: Name('First name'),
  lastName: Name('Last name'),
  email: Email,
  phone: Phone.default(''),
  password: Password,
  token: CaptchaToken,
});
/** Of the mailed link. */
const LinkToken = z.string({ error: 'The link’s token is required' }).min(1, 'The link’s token is required').max(200);
export const ResetPassword = z.strictObject({ token: LinkToken, password: Password });
export const ConfirmEmail = z.strictObject({ token: LinkToken });

/** The profile; what is left out stays. The e-mail is read-only (specification §2), and nobody's counts are taken from a body. */
export const EditUser = z.strictObject({
  firstName: Name('First name').optional(),
  lastName: Name('Last name').optional(),
  phone: Phone.optional(),
  title: z.string().trim().max(limits.title, `At most ${limits.title} characters`).optional(),
  about: RichText.optional(),
  /** An empty one is none: the form's untouched field. */
  password: z.preprocess((value) => (value === '' ? undefined : value), Password.optional()),
  currentPassword: z.string().max(limits.password, `At most ${limits.password} characters`).optional(),
  _id: ignored,
  email: ignored,
  start: ignored,
  reviews: ignored,
  patients: ignored,
  recommendations: ignored,
  token: ignored,
});
export const AddRecommendation = z.strictObject({ recommendation: RichText, user: ignored, recommender: ignored });
export const AcceptRecommendation = z.strictObject({ isAccepted: z.boolean({ error: 'isAccepted is true or false' }) });
export const SaveErrorTemplate = z.strictObject({ errDrugTradeId: Id, errType: Id, errNote: RichText, userId: ignored });
