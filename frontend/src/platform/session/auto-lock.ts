/**
 * Locks the page by itself after a time without input: that of the installation (`LOCK_AFTER_MINUTES`), and at the latest
 * the time after which the server ends an idle session. A page without a network does not hear of that end.
 */
import { whenIdle } from '../last-input.ts';
import { lockSession, sessionKey } from './session.ts';

/**
 * The shortest time counts. Called once.
 * @param minutes 0 or undefined: not said, or never
 * @returns stops it
 */
export function lockAfter(...minutes: readonly (number | undefined)[]): () => void {
  const limits = minutes.filter((limit = 0): limit is number => limit > 0);
  if (limits.length === 0) return () => undefined;
  return whenIdle(Math.min(...limits) * 60_000, lockSession, () => sessionKey() !== undefined);
}
