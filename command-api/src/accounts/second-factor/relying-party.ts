/** The name of this installation for passkeys. A passkey works at this origin only. */

export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Browsers offer passkeys on https and on localhost, and never for a bare address.
 * @param url where browsers find the product
 * @returns undefined where passkeys cannot work
 */
export function relyingPartyOf(url: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return (protocol === 'https:' && !isAddress) || isLocal ? { id: hostname, origin } : undefined;
}
