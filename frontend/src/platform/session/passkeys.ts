/** Passkeys of the browser. The library is loaded with the first use. */
import type { AddPasskey, AnsweredPasskey } from 'language/contract/bodies/second-factors';
import type { Body } from 'language/contract/calls/call';
import * as signInCalls from 'language/contract/calls/sign-in';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyChallenge } from 'language/contract/second-factors';
import { ApiError, createApi } from '../http/api.ts';
import { translate } from '../language/language.ts';

const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');
/** Browsers offer passkeys on https and on localhost, and never for a bare address. */
const mayHavePasskeys = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  isLocal(hostname) || (protocol === 'https:' && !/^\[|^[\d.]+$/.test(hostname));

/** Needs https; needs the setting `PUBLIC_URL`; works at another address; the browser knows no passkeys. */
export type PasskeysOff = 'off' | 'noPublicUrl' | 'elsewhere' | 'noBrowser';

/**
 * Passkeys work at the address of `PUBLIC_URL`. If it is not set, they work on the server's own
 * machine only.
 * @param publicUrl null: it is not set; undefined: not known
 * @returns the reason why passkeys do not work on this page; undefined where they do
 */
export function passkeysOff(
  publicUrl: string | null | undefined,
  page: Pick<URL, 'protocol' | 'hostname' | 'origin'> = location,
): PasskeysOff | undefined {
  if (!mayHavePasskeys(publicUrl ? new URL(publicUrl) : page)) return 'off';
  if (publicUrl && publicUrl !== page.origin) return 'elsewhere';
  if (publicUrl === null && !isLocal(page.hostname)) return 'noPublicUrl';
  return globalThis.isSecureContext && 'PublicKeyCredential' in globalThis ? undefined : 'noBrowser';
}

/** The person has closed the browser's dialog, or it has found no passkey. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** A challenge that any passkey of this installation may answer. @throws ApiError */
const challengeForAny = (): Promise<PasskeyChallenge> =>
  createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined })(
    signInCalls.getPasskeyChallenge,
    { body: {} },
  );

/** @param ask gets the challenge @throws ApiError; PasskeyCancelled */
export async function answerWithPasskey(ask = challengeForAny): Promise<AnsweredPasskey> {
  const { ticket, options } = await ask();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return {
    ticket,
    answer: await inOurWords(
      startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
    ),
  };
}

/** Makes a passkey. @throws ApiError, such as for one that exists already; PasskeyCancelled */
export async function makePasskey({
  ticket,
  options,
}: PasskeyChallenge): Promise<Pick<Body<typeof AddPasskey>, 'ticket' | 'answer'>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return {
    ticket,
    answer: await inOurWords(
      startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
    ),
  };
}

/** The browser's own sentences are for programmers, and in English. @throws ApiError; PasskeyCancelled */
async function inOurWords<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PasskeyCancelled('The browser has no answer of a passkey', { cause: error });
    throw new ApiError(0, name === 'InvalidStateError' ? translate('passkeys.known') : translate('passkeys.refused'));
  }
}
