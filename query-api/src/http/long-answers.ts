/**
 * Answers of any length in constant memory: text made from rows as the reader takes it. All of an answer comes from one
 * snapshot, a read-only transaction at "repeatable read", through cursors. `pg-query-stream` would do as well, but for
 * `statement_timeout`: its whole portal counts as one statement, and every answer longer than the limit would be cut
 * off; here each FETCH is a statement of its own.
 */
import { refusal } from 'command-api/domain/reasons/refusal';
import { Readable } from 'node:stream';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Logger } from 'service-kit/process/logger';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import type { Pool, PoolClient } from 'pg';

/** Characters of one piece, about: what is fetched next is reckoned from the size of what was fetched before. */
const PIECE = 256 * 1024;
const FIRST_ROWS = 16;
const MOST_ROWS = 500;
/** Of one person's: a second one may be the file beside the screen, a third is a button pressed again. */
const MOST_OF_A_PERSON = 2;
/** A snapshot holds back the database's tidying: no reader may take longer, however steadily. */
const MOST_MS = 10 * 60_000;

export interface Snapshot {
  /**
   * The rows of a statement as pieces of text, `between` between each two: once the first of them have been read, and
   * before anything has been said. One statement at a time.
   */
  text<Row extends object>(
    statement: string,
    values: readonly unknown[],
    textOf: (row: Row) => string,
    between?: string,
  ): Promise<AsyncGenerator<string>>;
}

export interface LongAnswers {
  /**
   * @param write asks the snapshot before it yields for the first time: the moment that the answer shows is then over,
   * and whatever is wrong from the beginning is thrown
   * @returns once the first piece is there. What goes wrong later cuts the answer off.
   * @throws HttpProblem 429 when this person has as many under way as anybody may; 503 when as many are being written
   * as may be
   */
  begin(userId: string, write: (snapshot: Snapshot) => AsyncGenerator<string>): Promise<Readable>;
  /** Cuts off what is being written. */
  stop(): void;
}

/** @param pool of connections that nothing else waits for: a slow reader keeps one for minutes */
export function createLongAnswers(pool: Pool, log: Logger): LongAnswers {
  const underWay = new Set<Readable>();
  const ofEach = countWorkInProgress(MOST_OF_A_PERSON);

  async function connection(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (underWay.size < pool.options.max) throw error;
      throw new HttpProblem(refusal('too-many-long-reports'));
    }
  }

  return {
    async begin(userId, write) {
      const oneLess = ofEach(userId);
      if (!oneLess) throw new HttpProblem(refusal('own-long-reports-under-way'), { retryAfterSeconds: 10 });
      const client = await connection().catch((error: unknown) => {
        oneLess();
        throw error;
      });
      const lost = (error: Error): void => void answer.destroy(error);
      let left = false;
      /** The connection goes back to the pool when its transaction has ended, and is closed in every other case. */
      const leave = (ended: boolean): void => {
        if (left) return;
        left = true;
        clearTimeout(patience);
        underWay.delete(answer);
        oneLess();
        client.off('error', lost).release(!ended);
      };
      const pieces = inOneSnapshot(client, write);
      let first: IteratorResult<string> | undefined;
      const nextPiece = async (): Promise<void> => {
        const { done, value } = first ?? (await pieces.next());
        first = undefined;
        if (done) leave(true);
        answer.push(done ? null : Buffer.from(value));
      };
      const answer = new Readable({
        read: () => void nextPiece().catch((error: Error) => answer.destroy(error)),
        destroy(error, done) {
          if (error && !left) log.warn({ error }, 'a long answer was cut off');
          leave(false);
          done(error);
        },
      });
      const patience = setTimeout(() => answer.destroy(new Error(`Still being read after ${MOST_MS} ms`)), MOST_MS);
      client.on('error', lost);
      underWay.add(answer);
      try {
        first = await pieces.next();
      } catch (error) {
        answer.destroy();
        throw error;
      }
      return answer;
    },
    stop() {
      for (const answer of underWay) answer.destroy();
    },
  };
}

async function* inOneSnapshot(
  client: PoolClient,
  write: (snapshot: Snapshot) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  await client.query('begin isolation level repeatable read read only');
  yield* write({
    text: (statement, values, textOf, between = '') => textOfRows(client, statement, values, textOf, between),
  });
  await client.query('commit');
}

async function textOfRows<Row extends object>(
  client: PoolClient,
  statement: string,
  values: readonly unknown[],
  textOf: (row: Row) => string,
  between: string,
): Promise<AsyncGenerator<string>> {
  await client.query(`declare answer no scroll cursor for ${statement}`, [...values]);
  const fetched = async (count: number): Promise<Row[]> => (await client.query<Row>(`fetch ${count} from answer`)).rows;
  const first = await fetched(FIRST_ROWS);

  return (async function* () {
    let wanted = FIRST_ROWS;
    for (let rows = first; rows.length > 0; rows = await fetched(wanted)) {
      const text = (rows === first ? '' : between) + rows.map(textOf).join(between);
      yield text;
      if (rows.length < wanted) break;
      wanted = Math.max(1, Math.min(MOST_ROWS, Math.floor((PIECE * rows.length) / Math.max(1, text.length))));
    }
    await client.query('close answer');
  })();
}
