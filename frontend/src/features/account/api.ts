/** Calls of an account: sign-up, mailed links, confirmed e-mail. */
import type { Account, Answer, SentConfirmation, SignedIn, SignedInByCookie } from 'command-api/contract/entities';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { endpoint, signInEndpoint } from '../../platform/http/api.ts';

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  /** The proof of the CAPTCHA, if one is required. */
  token?: string;
  /** The token of a mailed invitation to this e-mail. */
  invitation?: string;
}
/** Sign-up also signs in. */
export const registerUser = signInEndpoint<SignedIn | SignedInByCookie, NewUser>()('/api/users');
/** The address of the provider's sign-in. */
export const beginAtProvider = endpoint<{ url: string }>()('GET', '/api/users/oidc/start');
/** Exchanges the one-time code of the return from the provider. */
export const fetchSession = signInEndpoint<SignedIn | SignedInByCookie, { code: string }>()('/api/users/oidc/session');
/** The answer says if and how sign-up asks for a CAPTCHA. */
export const getCaptcha = endpoint<{ captcha: CaptchaConfig }>()('GET', '/api/config/');

/** The answer is the same whether or not the account exists. */
export const requestPasswordLink = endpoint<object, { email: string; forgetPW: true; token?: string }>()(
  'POST',
  '/api/users/login',
);
export const resetPassword = endpoint<object, { token: string; password: string }>()(
  'POST',
  '/api/users/resetPassword',
);

/** Needs a session of the account to which the link was mailed. */
export const confirmEmail = endpoint<Answer<Account>, { token: string }>()('POST', '/api/users/confirmEmail');
export const sendConfirmation = endpoint<SentConfirmation, object>()('POST', '/api/users/confirmationMail');
