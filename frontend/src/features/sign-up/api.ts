import type { SignedIn } from 'command-api/contract/entities';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { endpoint } from '../../platform/http/api.ts';

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  /** The proof of the CAPTCHA, if one is required. */
  token?: string;
}
/** Sign-up also signs in. */
export const registerUser = endpoint<SignedIn, NewUser>()('POST', '/api/users');
/** Whether and how sign-up asks for a CAPTCHA. */
export const getCaptcha = endpoint<{ captcha: CaptchaConfig }>()('GET', '/api/config/');
