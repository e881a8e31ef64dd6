/**
 * Makes the rows of the screens again from the log, beside them, and switches (docs/decisions/read-side/rebuild.md):
 * load, next, compare, switch. It announces nothing. The screens read their rows all the while.
 */
import type { Pool } from 'pg';
import type { EventLog, Position } from 'service-kit/event-log/port';
import { tryToLead } from 'service-kit/postgres/leader-lock';
import type { Logger } from 'service-kit/process/logger';
import type { NextCatchUp } from './next-catch-up.ts';
import { AnotherRebuild, CannotRebuild } from './errors.ts';
import { readKept } from './kept.ts';
import { finishSchema, openNextSchema, schemaPool, storeLoadProgress } from './next-schema.ts';
import { type Scope, scopeOf } from './scope.ts';
import { differingSince } from './differing.ts';
import { compare, switchTo } from './switch.ts';
import { changedProjections, newerProjections, readVersions, type Versions } from './versions.ts';
import { catchUpLog } from '../catch-up/catch-up-log.ts';
import { isTransient } from '../catch-up/failure.ts';
import { RowCache } from '../catch-up/row-cache.ts';
import { catchUpOrPark, TRIES } from '../catch-up/worker.ts';
import { createReadModelPool } from '../pools.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { areOfSameSteps } from '../schema/migrate.ts';
import type { ProjectionName } from '../schema/projections.ts';
import { NEXT_SCHEMA, OLD_SCHEMA, READ_SCHEMA } from '../schema/version.ts';

export interface RebuildOptions {
  readonly databaseUrl: string;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** All by default. `changed`: those of an older version than this program, as they are when the rebuild begins. */
  readonly projections?: readonly ProjectionName[] | 'changed';
  /** How long the rows of before are kept. */
  readonly keepHours: number;
  /** Switches although rows differ: those of the screens were wrong. */
  readonly acceptsDifferences?: boolean;
  /** Events that the load catches up together. */
  readonly eventsTogether?: number;
  /** Reports the load, after each of these. */
  readonly report: (progress: LoadReport) => void;
  /** A sentence at each step. */
  readonly say: (sentence: string) => void;
}

export interface LoadReport {
  /** Since the beginning of the log. */
  readonly events: number;
  /** Those that were loaded before an interruption. */
  readonly eventsBefore: number;
  /** The share of the events that were left to load, 0 to 1. */
  readonly share: number;
  /** The share of the whole log, 0 to 1. */
  readonly shareOfAll: number;
}

/** The lock: one rebuild at a time. */
export const REBUILD = 'rebuild';

/**
 * A rebuild that was interrupted goes on where it was.
 * @throws CannotRebuild with a sentence; the screens go on with their rows. Transient errors unchanged
 */
export const rebuild = (options: RebuildOptions): Promise<void> =>
  alone(options, NEXT_SCHEMA, async ({ pool, livePool, signal }) => {
    const { databaseUrl, log, logger, say } = options;
    const { projections } = options;
    const scope = scopeOf(projections === 'changed' ? await changedProjections(livePool) : projections);
    if (scope.projections.length === 0) return;
    const live = await readVersions(pool, READ_SCHEMA);
    refuseNewer(live, scope, '--rollback goes back to the rows of before.');
    const from = await openNextSchema(databaseUrl, pool, scope);
    if (from.events > 0) say(`goes on after ${from.events} events`);
    if (!from.isLoaded) await loadAll(pool, scope, from, { ...options, signal });
    const next: NextCatchUp = { pool, livePool, log, logger, scope, schema: NEXT_SCHEMA };
    say('compares the rows');
    const found = await compare(next, differingSince(live, scope), signal);
    if (found.length > 0 && !options.acceptsDifferences)
      throw new CannotRebuild(`${found.join('\n')}\nNothing was switched.`);
    for (const sentence of found) say(sentence);
    const { waitedMs, unparked } = await switchTo(next, options.keepHours, signal);
    await lookAtUnparked(next, unparked);
    say(
      `switched: the screens waited ${Math.round(waitedMs)} ms; the rows of before are kept for ${options.keepHours} hours`,
    );
  });

/** Back to the rows of before the last rebuild, or forward again, once they are caught up. @throws CannotRebuild */
export const rollBack = (options: Omit<RebuildOptions, 'report' | 'projections'>): Promise<void> =>
  alone(options, OLD_SCHEMA, async ({ pool, livePool, signal }) => {
    const kept = await readKept(pool);
    if (!kept) throw new CannotRebuild('No rows of an earlier rebuild are kept.');
    if (!(await areOfSameSteps(pool, OLD_SCHEMA)))
      throw new CannotRebuild('The rows of the earlier rebuild are older than the tables of the screens.');
    const { log, logger, say, keepHours } = options;
    const scope = scopeOf(kept.projections);
    refuseNewer(await readVersions(pool, OLD_SCHEMA), scope, 'Start that version first.');
    const next: NextCatchUp = { pool, livePool, log, logger, scope, schema: OLD_SCHEMA };
    const { unparked } = await switchTo(next, keepHours, signal);
    await lookAtUnparked(next, unparked);
    say('switched back');
  });

/** @throws CannotRebuild if a newer version of the program has made the rows */
function refuseNewer(versions: Versions, { projections }: Scope, advice: string): void {
  const newer = newerProjections(versions, projections).join(', ');
  if (newer !== '')
    throw new CannotRebuild(`The rows of ${newer} were made by a newer version of the program. ${advice}`);
}

/** As a worker: each goes on, or is parked again at once. */
async function lookAtUnparked({ livePool, log, logger }: NextCatchUp, unparked: readonly WakeUp[]): Promise<void> {
  for (let pending = unparked; pending.length > 0;)
    pending = (await catchUpOrPark({ pool: livePool, log }, logger, pending, TRIES)).unfinished;
}

async function alone(
  { databaseUrl, logger, signal }: Pick<RebuildOptions, 'databaseUrl' | 'logger' | 'signal'>,
  schema: string,
  work: (given: { pool: Pool; livePool: Pool; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const pool = schemaPool(databaseUrl, schema, logger);
  const livePool = createReadModelPool(databaseUrl, logger);
  try {
    const leadership = await tryToLead(pool, REBUILD);
    if (!leadership) throw new AnotherRebuild();
    try {
      await work({ pool, livePool, signal: AbortSignal.any([signal, leadership.lost]) });
    } finally {
      await leadership.release().catch(() => undefined);
    }
  } finally {
    await Promise.all([pool.end(), livePool.end()]);
  }
}

/**
 * Projects the log as workers do, into the other schema. A stream that fails for its own sake is left to the next.
 * @throws what passes
 */
async function loadAll(
  pool: Pool,
  scope: Scope,
  from: Awaited<ReturnType<typeof openNextSchema>>,
  { log, signal, report, say, eventsTogether }: RebuildOptions,
): Promise<void> {
  const until = await positionOfWorkers(pool);
  // If there is no position, nothing was ever projected, and there is nothing to load.
  if (until) {
    const { projections, prefixes } = scope;
    const first = from.after?.commit ?? 0n;
    const sources = { pool, log, cache: new RowCache(), isSilent: true as const };
    const part = {
      after: from.after,
      until,
      projections,
      prefixes,
      ...(eventsTogether !== undefined && { eventsTogether }),
    };
    let { after, events } = from;
    for await (const { errors, last, size } of catchUpLog(sources, part)) {
      const passing = errors.find(({ error }) => isTransient(error));
      if (passing) throw passing.error;
      after = last?.position ?? after;
      events += size;
      await storeLoadProgress(pool, { after, events });
      const at = after?.commit ?? first;
      report({
        events,
        eventsBefore: from.events,
        share: shareOf(first, at, until.commit),
        shareOfAll: shareOf(0n, at, until.commit),
      });
      signal.throwIfAborted();
    }
  }
  say('analyses the tables');
  await finishSchema(pool, scope);
}

/** The place up to which workers were woken. */
async function positionOfWorkers(pool: Pool): Promise<Position | undefined> {
  const { rows } = await pool.query<{ commit: string; prepare: string }>(
    `select commit, prepare from ${READ_SCHEMA}.dispatcher_position`,
  );
  return rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
}

const shareOf = (first: bigint, at: bigint, until: bigint): number =>
  until > first ? Math.min(1, Number(at - first) / Number(until - first)) : 1;
