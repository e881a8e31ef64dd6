/**
 * Answers of any length in constant memory: text is made from rows while the reader takes it. An answer comes from one
 * snapshot, a read-only transaction at "repeatable read", through cursors. `pg-query-stream` does not fit: for
 * `statement_timeout` its whole portal is one statement, so long answers would be cut off. Here each FETCH is a
 * statement (docs/decisions/read-side/long-answers.md).
 */
import { refusal } from 'command-api/domain/reasons/refusal';
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
/** No reader may take longer: an open snapshot holds back the database's vacuum. */
const MAX_MS = 10 * 60_000;

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
   * @param write reads the snapshot before its first yield, so that an error at the beginning is thrown
   * @returns resolves at the first chunk; a later error cuts the answer off
   * @throws HttpProblem 429 if this person has too many long answers, 503 if the service has too many
   */
  begin(userId: string, write: (snapshot: Snapshot) => AsyncGenerator<string>): Promise<Readable>;
  /** Cuts off all answers. */
  stop(): void;
}

/** @param pool for nothing else, because a slow reader keeps a connection for minutes */
export function createLongAnswers(pool: Pool, logger: Logger): LongAnswers {
  const active = new Set<Readable>();
  const startForUser = countWorkInProgress(MAX_OF_USER);

  async function connection(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (active.size < pool.options.max) throw error;
      throw new HttpProblem(refusal('too-many-long-reports'));
    }
  }

  return {
    async begin(userId, write) {
      const leave = startForUser(userId);
      if (!leave) throw new HttpProblem(refusal('own-long-reports-under-way'), { retryAfterSeconds: 10 });
      const client = await connection().catch((error: unknown) => {
        leave();
        throw error;
      });
      const onError = (error: Error): void => void answer.destroy(error);
      let isReleased = false;
      /** The connection returns to the pool if its transaction has ended; otherwise it is closed. */
      const release = (hasEnded: boolean): void => {
        if (isReleased) return;
        isReleased = true;
        clearTimeout(timeout);
        active.delete(answer);
        leave();
        client.off('error', onError).release(!hasEnded);
      };
      const chunks = inOneSnapshot(client, write);
      let first: IteratorResult<string> | undefined;
      const pushNext = async (): Promise<void> => {
        const { done, value } = first ?? (await chunks.next());
        first = undefined;
        if (done) release(true);
        answer.push(done ? null : Buffer.from(value));
      };
      const answer = new Readable({
        read: () => void pushNext().catch((error: Error) => answer.destroy(error)),
        destroy(error, done) {
          if (error && !isReleased) logger.warn({ error }, 'a long answer was cut off');
          release(false);
          done(error);
        },
      });
      const timeout = setTimeout(() => answer.destroy(new Error(`Still being read after ${MAX_MS} ms`)), MAX_MS);
      client.on('error', onError);
      active.add(answer);
      try {
        first = await chunks.next();
      } catch (error) {
        answer.destroy();
        throw error;
      }
      return answer;
    },
    stop() {
      for (const answer of active) answer.destroy();
    },
  };
}

async function* inOneSnapshot(
  client: PoolClient,
  write: (snapshot: Snapshot) => AsyncGenerator<string>,
): AsyncGenerator<string> {
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
