/** Calls of an account: sign-up, mailed links, confirmed e-mail. */

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
