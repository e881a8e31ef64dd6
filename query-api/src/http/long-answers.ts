/**
 * Answers of any length in constant memory: text is made from rows while the reader takes it. An answer comes from one
 * snapshot, a read-only transaction at "repeatable read", through cursors. `pg-query-stream` does not fit: for
 * `statement_timeout` its whole portal is one statement, so long answers would be cut off. Here each FETCH is a
 * statement (docs/decisions/read-side/long-answers.md).
 */
import { STALLED_READER_MS } from 'language/contract/reports';
import { refusal } from 'language/domain/reasons/refusal';
import { Readable } from 'node:stream';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Logger } from 'service-kit/process/logger';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import type { Pool, PoolClient } from 'pg';

/** Characters of a chunk, roughly: the size of the last fetch decides how many rows come next. */
const CHUNK = 256 * 1024;
const FIRST_ROWS = 16;
const MAX_ROWS = 500;
/** Answers of one person at a time: the screen and a file. A third is a button that was pressed again. */
const MAX_OF_USER = 2;
/** Answers of one team at a time: one connection is left for the others. */
const MAX_OF_TEAM = 3;
/** Answers that come from the event log, of all people. They hold no connection of the pool. */
const MAX_FROM_LOG = 4;
/** No reader may take longer: an open snapshot holds back the database's vacuum. */
const MAX_MS = 10 * 60_000;

type Chunk = string | Uint8Array;

export interface Snapshot {
  /**
   * The rows of a statement as chunks of text, joined by `separator`. Resolves when the first rows were read. One
   * statement at a time.
   */
  text<Row extends object>(
    statement: string,
    values: readonly unknown[],
    textOf: (row: Row) => string,
    separator?: string,
  ): Promise<AsyncGenerator<string>>;
}

export interface LongAnswers {
  /**
   * Takes a place of this person before anything is asked of the database. `work` begins at most one answer; the place
   * is free again when that has ended.
   * @throws HttpProblem 429 if this person has too many long answers
   */
  forPerson<Result>(userId: string, work: (place: LongAnswerPlace) => Promise<Result>): Promise<Result>;
  /** Cuts off all answers. */
  stop(): void;
}

/** An answer whose reader takes nothing for `STALLED_READER_MS` is cut off, and what it holds is free again. */
export interface LongAnswerPlace {
  /**
   * @param write reads the snapshot before its first yield, so that an error at the beginning is thrown
   * @returns resolves at the first chunk; a later error cuts the answer off
   * @throws HttpProblem 429 if this team has too many long answers, 503 if the service has too many
   */
  begin(team: string, write: (snapshot: Snapshot) => AsyncGenerator<Chunk>): Promise<Readable>;
  /** An answer that reads the event log. @throws as `begin` */
  beginFromLog(team: string, lines: AsyncGenerator<string>): Readable;
}

/** @param pool for nothing else, because a slow reader keeps a connection for a while */
export function createLongAnswers(pool: Pool, logger: Logger): LongAnswers {
  const active = new Set<Readable>();
  const startForUser = countWorkInProgress(MAX_OF_USER);
  const startForTeam = countWorkInProgress(MAX_OF_TEAM);
  const startFromLog = countWorkInProgress(MAX_FROM_LOG);

  async function connection(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (pool.totalCount < pool.options.max) throw error;
      throw tooMany();
    }
  }
  const placeOfTeam = (team: string): (() => void) => {
    const leave = startForTeam(team);
    if (!leave) throw new HttpProblem(refusal('team-long-reports-under-way'), { retryAfterSeconds: 10 });
    return leave;
  };

  /** @param end is called once. `hasEnded`: the text was read to its end */
  function streamOf(
    first: IteratorResult<Chunk> | undefined,
    chunks: AsyncGenerator<Chunk>,
    end: (hasEnded: boolean) => void,
  ): Readable {
    let taken = first;
    let isOver = false;
    let stalled: NodeJS.Timeout | undefined;
    const finish = (hasEnded: boolean): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(stalled);
      clearTimeout(late);
      active.delete(answer);
      end(hasEnded);
    };
    const awaitReader = (): void => {
      const cutOff = (): Readable => answer.destroy(new Error(`Its reader took nothing for ${STALLED_READER_MS} ms`));
      stalled = setTimeout(cutOff, STALLED_READER_MS);
    };
    const pushNext = async (): Promise<void> => {
      const { done, value } = taken ?? (await chunks.next());
      taken = undefined;
      if (isOver) return;
      if (done) finish(true);
      else awaitReader();
      answer.push(done ? null : Buffer.from(value));
    };
    const answer = new Readable({
      read() {
        clearTimeout(stalled);
        pushNext().catch((error: Error) => answer.destroy(error));
      },
      destroy(error, done) {
        if (error && !isOver) logger.warn({ error }, 'a long answer was cut off');
        finish(false);
        done(error);
      },
    });
    const late = setTimeout(() => answer.destroy(new Error(`Still being read after ${MAX_MS} ms`)), MAX_MS);
    awaitReader();
    active.add(answer);
    return answer;
  }

  async function begin(write: (snapshot: Snapshot) => AsyncGenerator<Chunk>, leave: () => void): Promise<Readable> {
    const client = await connection();
    const chunks = inOneSnapshot(client, write);
    let lost: Error | undefined;
    let answer: Readable | undefined;
    const onError = (error: Error): void => {
      lost = error;
      answer?.destroy(error);
    };
    client.on('error', onError);
    /** The connection returns to the pool if its transaction has ended; otherwise it is closed. */
    const release = (hasEnded: boolean): void => client.off('error', onError).release(!hasEnded);
    try {
      const first = await chunks.next();
      if (lost) throw lost;
      answer = streamOf(first, chunks, (hasEnded) => {
        release(hasEnded);
        leave();
      });
      return answer;
    } catch (error) {
      release(false);
      throw error;
    }
  }

  return {
    async forPerson(userId, work) {
      const leavePerson = startForUser(userId);
      if (!leavePerson) throw new HttpProblem(refusal('own-long-reports-under-way'), { retryAfterSeconds: 10 });
      let isBegun = false;
      try {
        return await work({
          async begin(team, write) {
            const leaveTeam = placeOfTeam(team);
            try {
              const answer = await begin(write, () => {
                leaveTeam();
                leavePerson();
              });
              isBegun = true;
              return answer;
            } catch (error) {
              leaveTeam();
              throw error;
            }
          },
          beginFromLog(team, lines) {
            const leaveTeam = placeOfTeam(team);
            const leaveLog = startFromLog('');
            if (!leaveLog) {
              leaveTeam();
              throw tooMany();
            }
            isBegun = true;
            return streamOf(undefined, lines, (hasEnded) => {
              // Ends the read of the log.
              if (!hasEnded) lines.return(undefined).catch(() => undefined);
              leaveLog();
              leaveTeam();
              leavePerson();
            });
          },
        });
      } finally {
        if (!isBegun) leavePerson();
      }
    },
    stop() {
      for (const answer of active) answer.destroy();
    },
  };
}

const tooMany = (): HttpProblem => new HttpProblem(refusal('too-many-long-reports'));

async function* inOneSnapshot(
  client: PoolClient,
  write: (snapshot: Snapshot) => AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  await client.query('begin isolation level repeatable read read only');
  yield* write({
    text: (statement, values, textOf, separator = '') => textOfRows(client, statement, values, textOf, separator),
  });
  await client.query('commit');
}

async function textOfRows<Row extends object>(
  client: PoolClient,
  statement: string,
  values: readonly unknown[],
  textOf: (row: Row) => string,
  separator: string,
): Promise<AsyncGenerator<string>> {
  await client.query(`declare answer no scroll cursor for ${statement}`, [...values]);
  const fetched = async (count: number): Promise<Row[]> => (await client.query<Row>(`fetch ${count} from answer`)).rows;
  const first = await fetched(FIRST_ROWS);

  return (async function* () {
    let wanted = FIRST_ROWS;
    let rows = first;
    let characters = 0;
    while (rows.length > 0) {
      const isLast = rows.length < wanted;
      // Postgres makes the next rows while these become text and are sent.
      if (characters > 0) wanted = rowsOfChunk(characters);
      const next = isLast ? Promise.resolve([]) : fetched(wanted);
      // A failure is thrown where the rows are taken.
      next.catch(() => undefined);
      const text = (rows === first ? '' : separator) + rows.map(textOf).join(separator);
      characters = text.length / rows.length;
      yield text;
      rows = await next;
    }
    await client.query('close answer');
  })();
}

/** @param characters of a row, as in the rows before */
const rowsOfChunk = (characters: number): number =>
  Math.max(1, Math.min(MAX_ROWS, Math.floor(CHUNK / Math.max(1, characters))));
