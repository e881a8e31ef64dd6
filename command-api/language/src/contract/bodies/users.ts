/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { toAsciiDigits } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { withoutUnseen } from '../../domain/values/folding.ts';
import { Email, Id, LanguageCode, Name, SingleLine } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import { CaptchaToken, ignored, PcneCodes } from './shared.ts';

/** As a page or a word processor writes it: with dots, slashes and any hyphen. */
const Phone = SingleLine(limits.phone)
  .overwrite(withoutUnseen)
  .refine(
    (text) => /^[+\d\s()./\p{Pd}\u2212]*$/u.test(toAsciiDigits(text.normalize('NFKC'))),
    because('not-a-phone-number'),
  );
/** The minimum length is a setting. */
const Password = z
  .string({ error: because('password-required') })
  .min(1, because('password-required'))
  .max(limits.password, because('too-many-characters'));

export const Login = z.strictObject({
  email: Email,
  password: z.string().max(limits.password).optional(),
  /** Lets an attempt pass that the limits refuse (`proof-lets-pass`). Other sign-ins need none. */
  token: CaptchaToken,
  forgetPW: z.boolean().optional(),
});
export const RegisterUser = z.strictObject({
  firstName: Name('first-name-required'),
  lastName: Name('last-name-required'),
  email: Email,
  phone: Phone.default(''),
  password: Password,
  token: CaptchaToken,
  /** The token of a mailed invitation to this e-mail, which so is confirmed. */
  invitation: z.string().max(200, because('too-many-characters')).optional(),
});
/** The token of the mailed link. */
const LinkToken = z
  .string({ error: because('link-token-required') })
  .min(1, because('link-token-required'))
  .max(200);
export const ResetPassword = z.strictObject({ token: LinkToken, password: Password });
export const ConfirmEmail = z.strictObject({ token: LinkToken });

/** The one-time code of a sign-in at the provider, or what was refused there. */
export const FetchSession = z.strictObject({
  code: z
    .string({ error: because('link-token-required') })
    .min(1, because('link-token-required'))
    .max(4096, because('too-many-characters')),
});

/** The profile: absent fields stay unchanged. The e-mail and the counts are read-only (docs/product.md, "Profile"). */
export const EditUser = z.strictObject({
  firstName: Name('first-name-required').optional(),
  /** Some people have one name. */
  lastName: SingleLine(limits.name).optional(),
  phone: Phone.optional(),
  title: SingleLine(limits.title).optional(),
  about: RichText.optional(),
  /** Empty is absent: the form's empty field. */
  password: z.preprocess((value) => (value === '' ? undefined : value), Password.optional()),
  currentPassword: z.string().max(limits.password, because('too-many-characters')).optional(),
  _id: ignored,
  email: ignored,
  start: ignored,
  reviews: ignored,
  patients: ignored,
  recommendations: ignored,
  token: ignored,
});
/** @param bytes in base64url without padding */
const PushKey = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), because('push-not-possible'));
/** The language of the own pages and mails. Each page knows which languages it has: the server keeps any code. */
export const ChooseLanguage = z.strictObject({ code: LanguageCode, digits: z.enum(['latn', 'arab']).default('latn') });
/** As a browser gives it. `language`: that of the page. */
export const SetPushSubscription = z.strictObject({
  endpoint: z.string().max(limits.pushEndpoint, because('too-many-characters')),
  keys: z.strictObject({ p256dh: PushKey(65), auth: PushKey(16) }),
  language: ChooseLanguage,
});
export const AddRecommendation = z.strictObject({ recommendation: RichText, user: ignored, recommender: ignored });
export const AcceptRecommendation = z.strictObject({ isAccepted: z.boolean({ error: because('publish-or-hide') }) });
export const SaveErrorTemplate = z.strictObject({
  errDrugTradeId: Id,
  errType: Id,
  errNote: RichText,
  pcne: PcneCodes.default([]),
  userId: ignored,
});
