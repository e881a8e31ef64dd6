/**
 * Who looks at what, as the routes say it: written down before the answer goes out, but never in its way. A record that
 * the database does not take in time is tried again; what still waits in this process is lost with it, and said in the
 * log where that can be known.
 */
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AccessOutbox, type NewAccess, accessIdOf } from 'service-kit/accesses/access-outbox';
import type { AccessEvent } from 'command-api/domain/access/events';
import type { Logger } from 'service-kit/process/logger';

export type Accessed = AccessEvent & {
  readonly teamId: string;
  /**
   * What makes it the same again, where the same again within a quarter of an hour is one access. It stays in this
   * process.
   */
  readonly same?: string;
};

export interface AccessLog {
  /** Resolves when it is written down, and after a moment in any case. */
  note(actorId: string, accessed: readonly Accessed[]): Promise<void>;
  /** Gives what still waits a last chance. */
  stop(): Promise<void>;
}

/** A chart that stays open is read again with every change: it is one access in this time. */
export const SAME_MS = 15 * 60_000;
/** An answer waits for its record so long at most. */
const PATIENCE_MS = 500;
const RETRY_MS = 5_000;
const MOST_REMEMBERED = 20_000;
const MOST_WAITING = 10_000;

/** @param now for specs: milliseconds */
export function createAccessLog(
  notes: Pick<AccessOutbox, 'write'>,
  log: Logger,
  now: () => number = Date.now,
): AccessLog {
  const loadRecent = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  const underWay = new Set<Promise<void>>();
  let waiting: NewAccess[] = [];

  const isNew = (actorId: string, { type, teamId, same }: Accessed): boolean => {
    if (same === undefined) return true;
    const key = [actorId, teamId, type, same].join('\n');
    const last = loadRecent.get(key);
    if (last !== undefined && now() - last < SAME_MS) return false;
    loadRecent.set(key, now());
    return true;
  };
  const keep = (access: NewAccess): void => {
    waiting.push(access);
    if (waiting.length <= MOST_WAITING) return;
    waiting.shift();
    log.error('an access could not be written down and is lost: too many wait for the database');
  };
  const write = (access: NewAccess): Promise<void> => {
    const writing = notes.write(access).catch((error: unknown) => {
      log.warn({ error, waiting: waiting.length + 1 }, 'an access is written down later');
      keep(access);
    });
    underWay.add(writing);
    return writing.finally(() => underWay.delete(writing));
  };
  const writeWaiting = async (): Promise<void> => {
    const again = waiting;
    waiting = [];
    for (const access of again) await write(access);
  };
  const retrying = setInterval(() => void writeWaiting(), RETRY_MS);

  return {
    async note(actorId, accessed) {
      const at = new Date(now());
      const fresh = accessed.filter((one) => isNew(actorId, one));
      if (fresh.length === 0) return;
      const enough = new AbortController();
      const written = Promise.all(
        fresh.map(({ same, ...access }) => write({ ...access, noteId: idOf(actorId, access, same, at), actorId, at })),
      );
      await Promise.race([written, delay(PATIENCE_MS, undefined, { signal: enough.signal }).catch(() => undefined)]);
      enough.abort();
    },
    async stop() {
      clearInterval(retrying);
      await Promise.all(underWay);
      await writeWaiting();
      if (waiting.length > 0) log.error({ lost: waiting.length }, 'accesses could not be written down and are lost');
    },
  };
}

/**
 * Of what is the same again, derived from who, what and the quarter of an hour, so that another instance which is asked
 * at the same time writes the same row. Not of a search: its words are in `same`, and nothing that is made of them may
 * leave this process.
 */
function idOf(
  actorId: string,
  { type, teamId }: Pick<NewAccess, 'type' | 'teamId'>,
  same: string | undefined,
  at: Date,
): string {
  if (same === undefined || type === 'PatientsSearched') return randomUUID();
  return accessIdOf(actorId, teamId, type, same, Math.floor(at.getTime() / SAME_MS));
}
