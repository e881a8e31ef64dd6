/**
 * The token of a mailed invitation. The address of the mail has it in its fragment. A sign-in at the provider of single
 * sign-on comes back without a fragment, so this tab keeps the token until the person has joined.
 */
import { linkTokenIn } from '../../platform/paths.ts';

const KEY = 'invitation';

/** @returns the token of this page or of this tab; empty without one */
export function invitationToken(location: { readonly hash: string }): string {
  const token = linkTokenIn(location);
  try {
    if (token !== '') sessionStorage.setItem(KEY, token);
    return token === '' ? (sessionStorage.getItem(KEY) ?? '') : token;
  } catch {
    return token;
  }
}

export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is kept.
  }
}
