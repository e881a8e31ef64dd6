/** The answers of second factors. Times are instants in ISO 8601. */
import type { Problem } from './entities.ts';

export interface KeptPasskey {
  _id: string;
  /** The person's own name for it; may be empty. */
  name: string;
  addedAt: string;
  usedAt: string | null;
}
/** `GET /api/users/me/second-factors`. */
export interface SecondFactorList {
  /** The authenticator app. */
  totp: { addedAt: string; usedAt: string } | null;
  /** In order of adding. */
  passkeys: KeptPasskey[];
  /** The number of unused ones. */
  recoveryCodes: number;
  /** Whether browsers offer passkeys at the address of this installation: on https and on localhost. */
  passkeysWork: boolean;
}
/** The answer of a change. */
export interface SecondFactorsChanged extends SecondFactorList {
  /** Made with the first factor, or on demand. They are shown once: only hashes are stored. */
  newRecoveryCodes?: string[];
}
/** A secret for an authenticator app, used from its first code on. */
export interface NewTotpSecret {
  /** Base32, to type in. */
  secret: string;
  /** `otpauth://`, to show as a QR code. */
  uri: string;
}
/** A challenge for a passkey. */
export interface PasskeyChallenge {
  /** Valid for five minutes; sent back with the answer. */
  ticket: string;
  /** As WebAuthn writes it: the JSON form of the options of `navigator.credentials.create` or `get`. */
  options: Record<string, unknown>;
}
export type SecondFactorKind = 'totp' | 'passkey' | 'recoveryCode';
/** 401 of a sign-in with the right password, where a second factor is missing. */
export interface SecondFactorNeeded extends Problem {
  reason: 'second-factor-needed';
  /** Valid for five minutes, and as long as the password stays. */
  ticket: string;
  /** What the account has. */
  factors: SecondFactorKind[];
}
/** `POST /api/users/me/proof`. */
export interface Proven {
  /** Until then commands that need a fresh proof are accepted in this session. */
  provenUntil: string;
}
