/** For specs only: an authenticator app. */
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** @param steps of 30 s, from now: each code of an account counts once */
export const codeOf = (secret: string, steps = 0, nowMs = Date.now()): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: nowMs + steps * STEP_MS });

/** The server takes a code of the step before, so one that is sent in the last seconds of a step may come too late. */
const SENDING_MS = 5_000;

/** A code of the step before, to set up an app with: the present code then counts afterwards. */
export async function earlierCodeOf(secret: string): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < SENDING_MS) await setTimeout(leftMs);
  return codeOf(secret, -1);
}
