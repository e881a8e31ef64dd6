/** The HTTP client of this tab, with its session, its own writes and the staleness of its reads. */
import type { Written } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { createStore, useStore } from 'zustand';
import { createApi } from '../platform/http/api.ts';
import { askForProof } from '../platform/session/proof-request.ts';
import { lockSession, session, sessionProof } from '../platform/session/session.ts';

/** After this time the read model has caught up, or waiting in every read does not help. */
const EXPIRY_MS = 30_000;

/**
 * Read your own writes (docs/product.md, "X-Read-After"): the streams that this tab has written and that no live note
 * has reported as projected yet. The header has the newest of them.
 */
export interface ReadAfter {
  recordWrite(write: Written): void;
  /** A live note or a heartbeat reports that the read model has reached this revision. */
  recordProjected(stream: string, revision: number): void;
  /** `<stream>@<revision>,…` for the header `X-Read-After`; undefined if no write is pending. */
  header(): string | undefined;
  clear(): void;
}

export function createReadAfter(now: () => number = Date.now): ReadAfter {
  const pending = new Map<string, { revision: number; at: number }>();
  return {
    recordWrite({ alsoWritten = [], ...first }) {
      for (const { stream, revision } of [first, ...alsoWritten]) {
        const known = pending.get(stream)?.revision ?? -1;
        pending.delete(stream);
        pending.set(stream, { revision: Math.max(known, revision), at: now() });
      }
    },
    recordProjected(stream, revision) {
      const write = pending.get(stream);
      if (write && revision >= write.revision) pending.delete(stream);
    },
    header() {
      for (const [stream, { at }] of pending) if (now() - at > EXPIRY_MS) pending.delete(stream);
      const newest = [...pending].slice(-limits.readAfterStreams);
      return newest.map(([stream, { revision }]) => `${stream}@${revision}`).join(',') || undefined;
    },
    clear: () => pending.clear(),
  };
}

/** The writes of this tab. */
export const readAfter = createReadAfter();

/** The reads that were answered by a read model that lags behind (`X-Stale: true`). The frame shows one notice. */
const stalePaths = createStore<ReadonlySet<string>>(() => new Set());

/** A later answer of the same read replaces the earlier one. */
export function recordReadStaleness(path: string, isStale: boolean): void {
  const paths = stalePaths.getState();
  if (paths.has(path) === isStale) return;
  stalePaths.setState(
    isStale ? new Set([...paths, path]) : new Set([...paths].filter((other) => other !== path)),
    true,
  );
}

/** To be called on a navigation: the new screen does not show the reads of the last one. */
export const clearStaleReads = (): void => {
  if (stalePaths.getState().size > 0) stalePaths.setState(new Set(), true);
};

export const useHasStaleReads = (): boolean => useStore(stalePaths, ({ size }) => size > 0);

export const api = createApi({
  base: location.origin,
  proof: sessionProof,
  onSessionEnd: () => session.send({ type: 'tokenFailed' }),
  askForProof,
  onSessionLocked: lockSession,
  readAfter: () => readAfter.header(),
  onWritten: (written) => readAfter.recordWrite(written),
  onRead: recordReadStaleness,
});
