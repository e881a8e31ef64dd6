/**
 * Read your own writes (docs/product.md, "Idempotency-Key, If-Match, X-Read-After"): the streams that this tab has
 * written and that no live note has reported as projected yet. The header has room for one stream, so the newest write
 * wins: older ones are almost always projected by then.
 */
import type { Written } from 'command-api/contract/entities';

/** After this time the read model has caught up, or waiting in every read does not help. */
const EXPIRY_MS = 30_000;

export interface ReadAfter {
  recordWrite(write: Written): void;
  /** A live note or a heartbeat reports that the read model has reached this revision. */
  recordProjected(stream: string, revision: number): void;
  /** `<stream>@<revision>` for the header `X-Read-After`; undefined if no write is pending. */
  header(): string | undefined;
  clear(): void;
}

export function createReadAfter(now: () => number = Date.now): ReadAfter {
  const pending = new Map<string, { revision: number; at: number }>();
  return {
    recordWrite({ stream, revision }) {
      const known = pending.get(stream)?.revision ?? -1;
      pending.delete(stream);
      pending.set(stream, { revision: Math.max(known, revision), at: now() });
    },
    recordProjected(stream, revision) {
      const write = pending.get(stream);
      if (write && revision >= write.revision) pending.delete(stream);
    },
    header() {
      for (const [stream, { at }] of pending) if (now() - at > EXPIRY_MS) pending.delete(stream);
      const newest = [...pending].at(-1);
      return newest && `${newest[0]}@${newest[1].revision}`;
    },
    clear: () => pending.clear(),
  };
}

/** The writes of this tab. */
export const readAfter = createReadAfter();
