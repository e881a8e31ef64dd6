/** Whether the read models can be trusted to be up to date: what `/api/ready` answers. */
import type { Pool } from 'pg';
import { catalogueStream } from 'command-api/domain/catalogue/events';
import { type EventLog, LogUnavailable } from 'service-kit/event-log/port';
import { type Lag, readLag } from './dispatch/lag.ts';

/**
 * Once caught up, a stream may be behind this long before the service calls itself unready: under load some are always
 * behind.
 */
const TOLERATED_SECONDS = 10;

export interface Readiness {
  ready: boolean;
  checks: Record<string, { ok: boolean } & Record<string, unknown>>;
}

/**
 * Not ready until the dispatcher has reached the end of the log and nothing is behind, or nothing of what was before
 * the start; after that for as long as nothing is behind for more than ten seconds. Parked streams are shown and do not
 * count: only a person can mend those.
 * @param hasLooked whether all that was behind at the start is up to date
 */
export function createReadiness(
  pool: Pool,
  log: EventLog,
  hasLooked: () => boolean = () => false,
): () => Promise<Readiness> {
  let hasCaughtUp = false;
  return async () => {
    const [lag, eventLog] = await Promise.all([
      readLag(pool).catch(() => undefined),
      log.readLast(catalogueStream).then(
        () => true,
        (error: unknown) => !(error instanceof LogUnavailable),
      ),
    ]);
    const checks: Readiness['checks'] = { postgres: { ok: lag !== undefined }, eventLog: { ok: eventLog } };
    if (lag) {
      const { behind, oldestSeconds, parked } = sum(lag);
      // Where people work, some stream is always behind by a moment.
      hasCaughtUp ||= lag.caughtUp && (behind === 0 || hasLooked());
      checks['dispatcher'] = { ok: lag.dispatching && (lag.caughtUp || hasCaughtUp), caughtUp: lag.caughtUp };
      checks['projections'] = {
        ok: hasCaughtUp && oldestSeconds <= TOLERATED_SECONDS,
        behind,
        oldestSeconds,
        parked,
        each: lag.projections,
      };
    }
    return { ready: Object.values(checks).every((check) => check.ok), checks };
  };
}

function sum(lag: Lag): { behind: number; oldestSeconds: number; parked: number } {
  const all = Object.values(lag.projections);
  return {
    behind: all.reduce((total, each) => total + each.behind, 0),
    oldestSeconds: Math.max(...all.map((each) => each.oldestSeconds)),
    parked: all.reduce((total, each) => total + each.parked, 0),
  };
}
