/** The calls of sign-up, sign-in and the settings that pages need before it. */
import type { LoginWithPasskey, LoginWithSecondFactor } from '../bodies/second-factors.ts';
import type { FetchSession, Login, RegisterUser, ResetPassword } from '../bodies/users.ts';
import type { Answer, SignedIn, SignedInByCookie } from '../entities.ts';
import type { PasskeyChallenge } from '../second-factors.ts';
import type { Config, Message, ProviderAddress, SignedOut } from './answers.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/** Sign up, and be signed in; a one-time link that confirms the e-mail is mailed */
export const signUp = call<'everybody', Answer<SignedIn | SignedInByCookie>, Body<typeof RegisterUser>>()(
  'POST',
  '/api/users',
  { beginsSession: true },
);
/** Sign in; with `forgetPW: true` a one-time link is mailed, and the answer is always 200 */
export const signIn = call<'everybody', Answer<SignedIn | SignedInByCookie>, Body<typeof Login>>()(
  'POST',
  '/api/users/login',
  { beginsSession: true },
);
/**
 * Finish a sign-in that was refused with `second-factor-needed`: its `ticket`, and a code, a recovery code or a
 * passkey; a `token` lets an attempt pass that was refused with `proof-lets-pass`
 */
export const signInWithSecondFactor = call<'everybody', Answer<SignedIn>, Body<typeof LoginWithSecondFactor>>()(
  'POST',
  '/api/users/login/second-factor',
  { beginsSession: true },
);
/** A challenge for any passkey: to sign in, or to prove who is there */
export const getPasskeyChallenge = call<'everybody', PasskeyChallenge, Nothing>()(
  'POST',
  '/api/users/login/passkey-options',
);
/** Sign in with a passkey alone; it verifies its user, so it is both factors */
export const signInWithPasskey = call<'everybody', Answer<SignedIn>, Body<typeof LoginWithPasskey>>()(
  'POST',
  '/api/users/login/passkey',
  { beginsSession: true },
);
/** Set a new password with the token of a mailed link */
export const resetPassword = call<'everybody', Message, Body<typeof ResetPassword>>()(
  'POST',
  '/api/users/resetPassword',
);
/** Begin a sign-in at the provider of single sign-on; for `Accept: application/json` its address is the answer */
export const beginAtProvider = call<'everybody', ProviderAddress, Query<'returnFrom' | 'token' | 'prompt'>>()(
  'GET',
  '/api/users/oidc/start',
  { redirects: 'The provider' },
);
/** The provider sends the browser here */
export const returnFromProvider = call<'everybody', undefined>()('GET', '/api/users/oidc/callback', {
  redirects: 'The sign-in page, with a one-time code in the fragment',
});
/** Exchange that code for a session, once, within 60 seconds, by the browser that was at the provider */
export const fetchSession = call<'everybody', Answer<SignedIn>, Body<typeof FetchSession>>()(
  'POST',
  '/api/users/oidc/session',
  { beginsSession: true },
);
/** The provider ends the sessions that a logout token names */
export const endSessionsOfProvider = call<'everybody', Message>()('POST', '/api/users/oidc/backchannel-logout');
/**
 * End this session, at once and everywhere; `next` is where a page ends the session at the provider of single sign-on
 */
export const signOut = call<'anyone signed in', SignedOut>()('POST', '/api/users/logout');
/**
 * How sign-up is checked, how pages keep their session, whose "today" counts, under which names the pages refuse to
 * work, and where the chat assistant is, if there is one
 */
export const getConfig = call<'everybody', Config>()('GET', '/api/config');
/**
 * A challenge for one sign-up; with `?for=signIn` for one attempt to sign in, or to ask for a link, past the limits
 */
export const getCaptchaChallenge = call<'everybody', object, Query<'for'>>()('GET', '/api/config/captcha');
