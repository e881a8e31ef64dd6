/**
 * What an operator looks at, from the database and this machine: who runs, how far the rows are, which streams are
 * parked and why, the queue, the disk, the version, the sessions. The metrics show the same numbers.
 */
import type { Pool } from 'pg';
import { type RunningService, runningServices } from 'service-kit/security/master-key-holders';
import {
  type InstallationNumbers,
  type InstallationSettings,
  readInstallation,
} from 'service-kit/telemetry/installation';
import { productVersion } from 'service-kit/telemetry/product-version';
import { type ParkedStream, parkedStreams } from '../catch-up/parked.ts';
import type { Lag, LagReader } from '../dispatch/lag.ts';

export interface OperatorNumbers extends InstallationNumbers {
  readonly version: string;
  /** Processes of command-api, projections and query-api. One that was killed counts for 100 seconds more. */
  readonly services: readonly RunningService[];
  readonly lag: Lag;
  /** The newest ones. `lag` has their number. */
  readonly parked: readonly ParkedStream[];
  /** Jobs by state; undefined where the caller has no queue, or the queue is away. */
  readonly queue: Readonly<Record<string, number>> | undefined;
}

/**
 * @param parts.pool its search_path is the read schema; it need not write
 * @throws the database's error
 */
export async function readOperatorNumbers(parts: {
  readonly pool: Pool;
  readonly lag: Pick<LagReader, 'read'>;
  readonly queue?: { depth(): Promise<Readonly<Record<string, number>>> } | undefined;
  readonly settings: InstallationSettings;
}): Promise<OperatorNumbers> {
  const { pool, settings } = parts;
  const [services, lag, parked, queue, installation] = await Promise.all([
    runningServices(pool),
    parts.lag.read(),
    parkedStreams(pool),
    parts.queue?.depth().catch(() => undefined),
    readInstallation(pool, settings),
  ]);
  return { version: productVersion(), services, lag, parked, queue, ...installation };
}
