/**
 * The proof by which a call shows its session: the token, or the id of the session whose cookie the browser sends
 * along and the page cannot read (`BROWSER_SESSION=cookie`). The id alone opens nothing.
 */
import { SESSION_HEADER } from 'language/contract/sessions';

export type SessionProof = { readonly token: string } | { readonly sessionId: string };

/** Tells one sign-in from the next. */
export const keyOfProof = (proof: SessionProof): string => ('token' in proof ? proof.token : proof.sessionId);

export function headersOfProof(proof: SessionProof | undefined): Record<string, string> {
  if (!proof) return {};
  return 'token' in proof ? { authorization: `bearer ${proof.token}` } : { [SESSION_HEADER]: proof.sessionId };
}
