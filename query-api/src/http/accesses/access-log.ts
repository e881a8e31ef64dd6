/**
 * Writes the access log: who looked at what. An access is written before the answer is sent, but a slow write does not
 * hold up the answer. A failed write is retried. Accesses that still wait when the process ends are lost, and the
 * service's log says how many if it can (docs/decisions/write-side/access-log.md).
 */
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AccessOutbox, type NewAccess, accessIdOf } from 'service-kit/accesses/access-outbox';
import type { AccessEvent } from 'language/domain/access/events';
import type { Logger } from 'service-kit/process/logger';

export type Accessed = AccessEvent & {
  readonly teamId: string;
  /** Accesses with the same key within a quarter of an hour count as one. The key stays in this process. */
  readonly deduplicationKey?: string;
};

export interface AccessLog {
  /**
   * Resolves when the accesses are written, or after `WRITE_TIMEOUT_MS`.
   * @param sessionId of the reader; the security log has its address and device beside exports
   */
  note(actorId: string, accessed: readonly Accessed[], sessionId?: string): Promise<void>;
  /** Tries once more to write the waiting accesses. */
  stop(): Promise<void>;
}

/** An open chart is read again with every change; the reads in this time are one access. */
export const DEDUPLICATION_MS = 15 * 60_000;
/** The longest time that an answer waits for its access to be written. */
const WRITE_TIMEOUT_MS = 500;
const RETRY_MS = 5_000;
const MAX_RECENT = 20_000;
const MAX_WAITING = 10_000;

/** @param now for specs: milliseconds */
export function createAccessLog(
  notes: Pick<AccessOutbox, 'write'>,
  logger: Logger,
  now: () => number = Date.now,
): AccessLog {
  const recentAccesses = new LRUCache<string, number>({ max: MAX_RECENT });
  const writes = new Set<Promise<void>>();
  let waiting: NewAccess[] = [];

  const isNew = (actorId: string, { type, teamId, deduplicationKey }: Accessed): boolean => {
    if (deduplicationKey === undefined) return true;
    const key = [actorId, teamId, type, deduplicationKey].join('\n');
    const last = recentAccesses.get(key);
    if (last !== undefined && now() - last < DEDUPLICATION_MS) return false;
    recentAccesses.set(key, now());
    return true;
  };
  const keep = (access: NewAccess): void => {
    waiting.push(access);
    if (waiting.length <= MAX_WAITING) return;
    waiting.shift();
    logger.error('an access could not be written down and is lost: too many wait for the database');
  };
  const write = (access: NewAccess): Promise<void> => {
    const writing = notes.write(access).catch((error: unknown) => {
      logger.warn({ error, waiting: waiting.length + 1 }, 'an access is written down later');
      keep(access);
    });
    writes.add(writing);
    return writing.finally(() => writes.delete(writing));
  };
  const writeWaiting = async (): Promise<void> => {
    const again = waiting;
    waiting = [];
    for (const access of again) await write(access);
  };
  const retrying = setInterval(() => void writeWaiting(), RETRY_MS);

  return {
    async note(actorId, accessed, sessionId) {
      const at = new Date(now());
      const fresh = accessed.filter((one) => isNew(actorId, one));
      if (fresh.length === 0) return;
      const enough = new AbortController();
      const written = Promise.all(
        fresh.map(({ deduplicationKey, ...access }) =>
          write({ ...access, noteId: idOf(actorId, access, deduplicationKey, at), actorId, at, sessionId }),
        ),
      );
      await Promise.race([
        written,
        delay(WRITE_TIMEOUT_MS, undefined, { signal: enough.signal }).catch(() => undefined),
      ]);
      enough.abort();
    },
    async stop() {
      clearInterval(retrying);
      await Promise.all(writes);
      await writeWaiting();
      if (waiting.length > 0) logger.error({ lost: waiting.length }, 'accesses could not be written down and are lost');
    },
  };
}

/**
 * The id derives from the person, the key and the quarter of an hour, so that two instances write the same row. A
 * search has a random id: its key holds the searched words, and nothing derived from them may leave this process.
 */
function idOf(
  actorId: string,
  { type, teamId }: Pick<NewAccess, 'type' | 'teamId'>,
  deduplicationKey: string | undefined,
  at: Date,
): string {
  if (deduplicationKey === undefined || type === 'PatientsSearched') return randomUUID();
  return accessIdOf(actorId, teamId, type, deduplicationKey, Math.floor(at.getTime() / DEDUPLICATION_MS));
}
