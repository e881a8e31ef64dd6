/** Passkeys of the browser. The library is loaded with the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { createApi, endpoint } from '../http/api.ts';
import type { AnsweredPasskey } from './session.machine.ts';

interface Challenge<Options> {
  ticket: string;
  options: Options;
}
export type NewPasskeyChallenge = Challenge<PublicKeyCredentialCreationOptionsJSON>;
export type PasskeyChallenge = Challenge<PublicKeyCredentialRequestOptionsJSON>;
const challenge = endpoint<PasskeyChallenge, object>()('POST', '/api/users/login/passkey-options');

/** Browsers offer passkeys on https and on localhost, and never for a bare address. */
export const browserHasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^\[|^[\d.]+$/.test(location.hostname);

/** The person has closed the browser's dialog, or it has found no passkey. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** A challenge that any passkey of this installation may answer. @throws ApiError */
const challengeForAny = (): Promise<PasskeyChallenge> =>
  createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined })(challenge, { body: {} });

/** @param ask gets the challenge @throws ApiError; PasskeyCancelled */
export async function answerWithPasskey(ask = challengeForAny): Promise<AnsweredPasskey> {
  const { ticket, options } = await ask();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ticket, answer: await unlessCancelled(startAuthentication({ optionsJSON: options })) };
}

/** Makes a passkey. @throws PasskeyCancelled; the browser's error, such as for one that exists already */
export async function makePasskey({ ticket, options }: NewPasskeyChallenge): Promise<AnsweredPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ticket, answer: await unlessCancelled(startRegistration({ optionsJSON: options })) };
}

async function unlessCancelled<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      throw new PasskeyCancelled('The browser has no answer of a passkey', { cause: error });
    throw error;
  }
}
