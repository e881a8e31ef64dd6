/**
 * The numbers for an operator, from the database, the event log and this machine: who runs, how far the rows are,
 * which streams are parked and why, the queue, the disk, the version, the sessions, the last backup.
 */
import type { Pool } from 'pg';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import type { EventLog } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import { lastBackupRun, type RecordedBackupRun } from 'service-kit/operations/backup-runs';
import { privateSteps } from 'service-kit/private-schema/migrate';
import { type RunningService, runningServices } from 'service-kit/security/master-key-holders';
import {
  type DiskSpace,
  type OpenSessions,
  readDatabaseBytes,
  readDisk,
  readSessions,
  type SessionSettings,
} from 'service-kit/telemetry/installation';
import { productVersion } from 'service-kit/telemetry/product-version';
import { type ParkedStream, parkedStreams } from '../catch-up/parked.ts';
import { followedTo } from '../dispatch/dispatcher-position.ts';
import { createLagReader, type Lag } from '../dispatch/lag.ts';
import { createQueueDepth } from '../queue/queue-depth.ts';
import { readRebuilds, type RebuildState } from '../rebuild/notes.ts';
import { readModelSteps } from './migrate.ts';
import type { ProjectionName } from './projections.ts';

interface Steps {
  readonly done: number;
  readonly known: number;
}

/** A part that cannot be read in time is undefined, so that the rest is shown. */
export interface OperatorNumbers {
  readonly version: string;
  readonly privateTables: Steps | undefined;
  readonly readModels: Steps | undefined;
  /** Processes of command-api, projections and query-api. One that was killed counts for 100 seconds more. */
  readonly services: readonly RunningService[] | undefined;
  readonly lag: Lag | undefined;
  /** The projections whose rows are not of this version. */
  readonly rebuilds: ReadonlyMap<ProjectionName, RebuildState> | undefined;
  /** The newest ones. `lag` has their number. */
  readonly parked: readonly ParkedStream[] | undefined;
  /** Jobs by state. */
  readonly queue: Readonly<Record<string, number>> | undefined;
  /** `position`: of the newest event. `followedTo`: of the last event that projections has seen. */
  readonly eventLog: { readonly position: bigint | undefined; readonly followedTo: string | undefined } | undefined;
  readonly databaseBytes: number | undefined;
  readonly disk: DiskSpace | undefined;
  readonly sessions: OpenSessions | undefined;
  readonly backup: { readonly last: RecordedBackupRun | undefined } | undefined;
}

export interface OperatorSources {
  /** Its search_path is the read schema; it need not write. */
  readonly pool: Pool;
  /** The database of the queue's own connections, where it is on Postgres. */
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly log: Pick<EventLog, 'end'>;
  readonly logger: Logger;
  /** The data folder; undefined where this service has none. */
  readonly dataDir: string | undefined;
  readonly sessions: SessionSettings;
}

/** The longest wait for a part. */
const PART_MS = 2_000;

const inTime = <Part>(part: Promise<Part>): Promise<Part | undefined> =>
  withTimeout(PART_MS, part, () => new Error('No answer in time')).catch(() => undefined);

export interface OperatorReader {
  /** It never fails: each part fails alone. */
  read(): Promise<OperatorNumbers>;
  close(): Promise<void>;
}

/** Nothing is asked or opened before the first read. */
export function createOperatorReader(sources: OperatorSources): OperatorReader {
  const lag = createLagReader(sources.pool);
  const queue = createQueueDepth(sources);
  return { read: () => readNumbers(sources, { lag, queue }), close: () => queue.close() };
}

async function readNumbers(
  { pool, log, dataDir, sessions: sessionSettings }: OperatorSources,
  readers: {
    readonly lag: { read(): Promise<Lag> };
    readonly queue: { read(): Promise<Readonly<Record<string, number>>> };
  },
): Promise<OperatorNumbers> {
  const [
    privateTables,
    readModels,
    services,
    lag,
    rebuilds,
    parked,
    queue,
    end,
    followed,
    databaseBytes,
    disk,
    sessions,
    backup,
  ] = await Promise.all([
    inTime(privateSteps(pool)),
    inTime(readModelSteps(pool)),
    inTime(runningServices(pool)),
    inTime(readers.lag.read()),
    inTime(readRebuilds(pool)),
    inTime(parkedStreams(pool)),
    inTime(readers.queue.read()),
    inTime(log.end().then((position) => ({ position: position?.commit }))),
    inTime(followedTo(pool)),
    inTime(readDatabaseBytes(pool)),
    dataDir === undefined ? undefined : inTime(readDisk(dataDir)),
    inTime(readSessions(pool, sessionSettings)),
    inTime(lastBackupRun(pool).then((last) => ({ last }))),
  ]);
  return {
    version: productVersion(),
    privateTables,
    readModels,
    services,
    lag,
    rebuilds,
    parked,
    queue,
    eventLog: end && { position: end.position, followedTo: followed },
    databaseBytes,
    disk,
    sessions,
    backup,
  };
}
