/** The answer of `/api/ready`: whether the read models are up to date. */
import type { Pool } from 'pg';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import { CHECK_MS } from 'service-kit/http/health';
import { catalogueStream } from 'language/domain/catalogue/events';
import { type EventLog, LogUnavailable } from 'service-kit/event-log/port';
import type { Lag, LagReader } from './dispatch/lag.ts';
import { readNotes } from './rebuild/notes.ts';
import { projectionNames } from './schema/projections.ts';

/** Once caught up, a stream may be behind this long before the service is unready: under load some always are. */
const TOLERATED_SECONDS = 10;

export interface Readiness {
  ready: boolean;
  checks: Record<string, { ok: boolean } & Record<string, unknown>>;
}

/**
 * Ready once the dispatcher has reached the end of the log and no stream is behind, or none of those that were behind
 * at the start. After that, ready while no stream is behind for more than ten seconds. Parked streams are shown and do
 * not count: only a person can mend them. A rebuild is shown and does not count: the screens have their rows.
 * @param isInitialCatchUpDone whether every stream that was behind at the start is up to date
 */
export function createReadiness(
  pool: Pool,
  reader: LagReader,
  log: EventLog,
  isInitialCatchUpDone: () => boolean = () => false,
): () => Promise<Readiness> {
  let hasCaughtUp = false;
  return async () => {
    const [lag, notes, eventLog] = await Promise.all([
      inTime(reader.read()).catch(() => undefined),
      inTime(readNotes(pool)).catch(() => undefined),
      inTime(log.readLast(catalogueStream)).then(
        () => true,
        (error: unknown) => !(error instanceof LogUnavailable),
      ),
    ]);
    const checks: Readiness['checks'] = { postgres: { ok: lag !== undefined }, eventLog: { ok: eventLog } };
    if (lag) {
      const { behind, oldestSeconds, parked } = sum(lag);
      // While people work, some stream is always behind for a moment.
      hasCaughtUp ||= lag.caughtUp && (behind === 0 || isInitialCatchUpDone());
      checks['dispatcher'] = { ok: lag.dispatching && (lag.caughtUp || hasCaughtUp), caughtUp: lag.caughtUp };
      checks['projections'] = {
        ok: hasCaughtUp && oldestSeconds <= TOLERATED_SECONDS,
        behind,
        oldestSeconds,
        parked,
        each: Object.fromEntries(
          projectionNames.map((name) => {
            const rebuild = notes?.get(name);
            return [name, { ...lag.projections[name], ...(rebuild !== undefined && { rebuild }) }];
          }),
        ),
      };
    }
    return { ready: Object.values(checks).every((check) => check.ok), checks };
  };
}

/** The others who ask wait for the same look (`shareReadiness`). */
const inTime = <Value>(value: Promise<Value>): Promise<Value> =>
  withTimeout(CHECK_MS, value, () => new LogUnavailable('No answer in time'));

function sum(lag: Lag): { behind: number; oldestSeconds: number; parked: number } {
  const all = Object.values(lag.projections);
  return {
    behind: all.reduce((total, each) => total + each.behind, 0),
    oldestSeconds: Math.max(...all.map((each) => each.oldestSeconds)),
    parked: all.reduce((total, each) => total + each.parked, 0),
  };
}
