/** When an append that failed is tried again, and how long the loop waits before that. */
import { setTimeout as delay } from 'node:timers/promises';
import { UnknownOutcome, WrongExpectedRevision } from 'service-kit/event-log/port';

/** Appends with an unknown outcome: each may take as long as a server that hangs. */
const MAX_UNKNOWN_OUTCOMES = 6;
/** Appends that another process overtakes: each costs a read of the tail and an append. */
const MAX_CONFLICTS = 25;
const DELAY_MS_MAX = 100;

/** The attempts of one batch. */
export class AppendAttempts {
  conflicts = 0;
  #unknownOutcomes = 0;

  /**
   * Waits before the next attempt. The first is at once, since the other process has finished its append; later ones
   * wait a random time, so that two processes do not keep meeting.
   * @returns false if the error is final
   */
  async mayRetry(error: unknown): Promise<boolean> {
    if (error instanceof WrongExpectedRevision) this.conflicts += 1;
    else if (error instanceof UnknownOutcome) this.#unknownOutcomes += 1;
    else return false;
    if (this.#unknownOutcomes === MAX_UNKNOWN_OUTCOMES || this.conflicts === MAX_CONFLICTS) return false;
    const failed = this.conflicts + this.#unknownOutcomes;
    if (failed > 1) await delay(Math.random() * Math.min(DELAY_MS_MAX, 5 * 2 ** failed));
    return true;
  }
}
