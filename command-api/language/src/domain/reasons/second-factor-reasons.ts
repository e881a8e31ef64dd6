/** Refusals around second factors, and around a fresh proof of who is there. */
import { conflict, type Family, forbidden, invalid, unauthorized } from './sentence.ts';

export const secondFactorReasons = {
  'second-factor-needed': unauthorized('The password is right: please confirm with your second factor'),
  'sign-in-expired': unauthorized('Signing in took too long: please begin again'),
  'wrong-second-factor': unauthorized('This code is wrong, too old, or was used before'),
  'passkey-not-accepted': unauthorized('This passkey was not accepted: please try again, or sign in another way'),
  'one-proof-required': invalid('Give a code, a recovery code, a passkey or, where it is asked for, a password'),
  'wrong-code': invalid('This code is wrong, too old, or was used before: please type the newest one'),
  'passkey-malformed': invalid('This is not the answer of a passkey'),
  'passkey-not-added': invalid('The passkey could not be added: please try again'),
  'passkeys-off': invalid('Passkeys need an https address: they are off at this one'),
  'too-many-passkeys': conflict('An account has at most {limit:number} passkeys'),
  'passkey-not-proved': invalid('This passkey was not accepted here: please try again, or confirm in another way'),
  'proof-needed': forbidden('Please confirm that it is you'),
  'second-factor-required': forbidden('Please set up a second factor first: it is required here'),
  'own-second-factor-first': conflict('Please set up a second factor for yourself before you require it of the team'),
  'no-second-factor': conflict('There is no second factor yet: please set one up first'),
} as const satisfies Family;
