/**
 * One Idempotency-Key is for one body: another one with the same key is refused and writes nothing
 * (docs/decisions/write-side/command-keys.md). The log answers a repeated command by its id alone, so the text of a second
 * page with the same key would be answered with the text of the first, and lost.
 */
import type { Pool } from 'pg';
import { HttpProblem, problemOf } from 'service-kit/http/http-problem';
import { refusal } from 'language/domain/reasons/refusal';

/** A page that keeps unsent work is closed long before. */
const KEPT_DAYS = 366;

export interface CommandKeys {
  /**
   * Answers the first request of a key, and its repeats. After a refusal the key is free again: nothing was written.
   * @param mark of the body (`bodyMarkOf`); undefined if it came without a key
   * @throws HttpProblem 409 if the key was used with another body; what `answer` throws
   */
  use<Answer>(commandId: string, mark: Buffer | undefined, answer: () => Promise<Answer>): Promise<Answer>;
  removeExpired(): Promise<void>;
}

/** For the seed, whose keys name intentions. */
export const anyBody: CommandKeys = {
  use: (_commandId, _mark, answer) => answer(),
  removeExpired: () => Promise.resolve(),
};

export function createCommandKeys(pool: Pool): CommandKeys {
  /** @returns false if the request came before */
  const claim = async (commandId: string, mark: Buffer): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'insert into accounts.command_key (command_id, request) values ($1, $2) on conflict do nothing',
      [commandId, mark],
    );
    if (rowCount === 1) return true;
    const { rows } = await pool.query<{ request: Buffer }>(
      'select request from accounts.command_key where command_id = $1',
      [commandId],
    );
    // No row: the other request was refused at this moment.
    if (rows[0] && !rows[0].request.equals(mark)) throw new HttpProblem(refusal('idempotency-key-reused'));
    return rows.length === 0 ? claim(commandId, mark) : false;
  };
  return {
    async use(commandId, mark, answer) {
      if (mark === undefined) return answer();
      const isFirst = await claim(commandId, mark);
      try {
        return await answer();
      } catch (error) {
        if (hasWrittenNothing(error, isFirst))
          await pool.query('delete from accounts.command_key where command_id = $1 and request = $2', [
            commandId,
            mark,
          ]);
        throw error;
      }
    },
    async removeExpired() {
      await pool.query('delete from accounts.command_key where at < now() - make_interval(days => $1)', [KEPT_DAYS]);
    },
  };
}

/**
 * A repeat may be refused for what has happened since, such as a lost right, though its first attempt was executed. Other
 * refusals come after the log was asked for the command.
 */
function hasWrittenNothing(error: unknown, isFirst: boolean): boolean {
  const code = problemOf(error)?.refusal.code;
  if (code === undefined || code === 'unavailable' || code === 'internal') return false;
  return isFirst || code === 'invalid' || code === 'conflict';
}
