/**
 * Locks the page by itself after a time without input: that of the installation (`LOCK_AFTER_MINUTES`), and at the latest
 * the time after which the server ends an idle session. A page without a network does not hear of that end.
 */
import { whenIdle } from '../last-input.ts';
import { lockSession, sessionKey } from './session.ts';

let stop = (): void => undefined;

/**
 * The shortest time counts. A later call replaces this one.
 * @param minutes 0 or undefined: not said, or never
 */
export function lockAfter(...minutes: readonly (number | undefined)[]): void {
  stop();
  const limits = minutes.filter((limit = 0): limit is number => limit > 0);
  stop =
    limits.length === 0
      ? () => undefined
      : whenIdle(Math.min(...limits) * 60_000, lockSession, () => sessionKey() !== undefined);
}
