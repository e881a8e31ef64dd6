/** Rebuilds the projections whose rows an older version of the program has made, and says how it goes. */
import type { Pool } from 'pg';
import type { Logger } from 'service-kit/process/logger';
import { AnotherRebuild, CannotRebuild } from './errors.ts';
import { loadSentence } from './load-sentence.ts';
import { RebuildNotes } from './notes.ts';
import { rebuild, type RebuildOptions } from './rebuild.ts';
import { changedProjections } from './versions.ts';
import { describeFailure, isTransient } from '../catch-up/failure.ts';
import { NEXT_SCHEMA } from '../schema/version.ts';

/** How long the rows of before are kept, if no other time is asked for. */
export const KEEP_HOURS = 24;
const LOG_MS = 10_000;
/** Postgres's code for a full disk. */
const DISK_FULL = '53100';

/** `again`: something outside prevented it, or another process rebuilds. `failed`: another attempt would fail as well. */
export type RebuildOutcome = 'done' | 'failed' | 'again';

export type ChangedOptions = Pick<RebuildOptions, 'databaseUrl' | 'log' | 'logger' | 'signal' | 'eventsTogether'> & {
  /** The pool of the read schema. */
  readonly pool: Pool;
};

/** Never throws: the rows of before go on serving the screens. A rebuild that was interrupted goes on where it was. */
export async function rebuildChanged(options: ChangedOptions): Promise<RebuildOutcome> {
  const { pool, logger, signal } = options;
  let notes: RebuildNotes | undefined;
  try {
    const changed = await changedProjections(pool);
    if (changed.length === 0) return 'done';
    notes = new RebuildNotes(pool, changed);
    await rebuild({ ...options, ...reporting(notes, logger), projections: 'changed', keepHours: KEEP_HOURS });
    await notes.end();
    return 'done';
  } catch (error) {
    const failure = signal.aborted ? undefined : await failureOf(error, pool, logger);
    await notes?.end(failure);
    return failure === undefined ? 'again' : 'failed';
  }
}

function reporting(notes: RebuildNotes, logger: Logger): Pick<RebuildOptions, 'say' | 'report'> {
  const startedAt = performance.now();
  let nextLogAt = startedAt;
  return {
    say(sentence) {
      notes.say(sentence);
      logger.info(`rebuild for this version of the program: ${sentence}`);
    },
    report(progress) {
      const now = performance.now();
      const sentence = loadSentence(progress, (now - startedAt) / 1_000);
      notes.say(sentence);
      if (now < nextLogAt) return;
      nextLogAt = now + LOG_MS;
      logger.info(`rebuild for this version of the program: ${sentence}`);
    },
  };
}

/** @returns a sentence without patient data; undefined if the same may succeed later */
async function failureOf(error: unknown, pool: Pool, logger: Logger): Promise<string | undefined> {
  if (error instanceof AnotherRebuild) return undefined;
  const isDiskFull = error instanceof Error && 'code' in error && error.code === DISK_FULL;
  if (isTransient(error) && !isDiskFull) {
    logger.warn({ failure: describeFailure(error) }, 'the rebuild is interrupted and will go on');
    return undefined;
  }
  if (isDiskFull) await giveRoomBack(pool);
  const failure = isDiskFull
    ? 'the disk is full.'
    : error instanceof CannotRebuild
      ? error.message
      : describeFailure(error);
  logger.error({ failure }, 'the rebuild failed: the screens go on with the rows of the older version');
  return failure;
}

/** Commands need it. */
async function giveRoomBack(pool: Pool): Promise<void> {
  try {
    await pool.query(`drop schema if exists ${NEXT_SCHEMA} cascade`);
  } catch {
    // The next attempt goes on with what is there.
  }
}
