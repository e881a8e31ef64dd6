/** For specs only: an authenticator app. */
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** @param steps of 30 s, from now: each code of an account counts once */
export const codeOf = (secret: string, steps = 0, nowMs = Date.now()): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: nowMs + steps * STEP_MS });

/** The code of the next step: it counts also when the present one has been used. */
export const nextCodeOf = (secret: string): string => codeOf(secret, 1);
