/**
 * The token of a mailed link, which the address of the mail has in its fragment. A sign-in at the provider of single
 * sign-on comes back without a fragment, so this tab keeps the token until the link was used.
 */
import { linkTokenIn } from '../../platform/paths.ts';

/** The links that a person may have to sign in for. */
type MailedLink = 'invitation' | 'confirmation';

/** @returns the token of this page or of this tab; empty without one */
export function mailedToken(link: MailedLink, location: { readonly hash: string }): string {
  const token = linkTokenIn(location);
  try {
    if (token !== '') sessionStorage.setItem(link, token);
    return token === '' ? (sessionStorage.getItem(link) ?? '') : token;
  } catch {
    return token;
  }
}

export function forgetMailedToken(link: MailedLink): void {
  try {
    sessionStorage.removeItem(link);
  } catch {
    // Nothing is kept.
  }
}
