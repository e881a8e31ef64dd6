/**
 * Reading one's own writes: the streams that this tab has moved and that no live note has shown as projected yet.
 * The header holds one stream, so the newest write wins; an older one is almost always projected by then.
 */
import type { Written } from 'command-api/contract/entities';

/** Past this the read model has caught up, or a wait on every read would not help any more. */
const FORGET_MS = 30_000;

export interface ReadAfter {
  recordWrite(what: Written): void;
  /** A live note or a heartbeat: the read model has reached this revision. */
  recordProjected(stream: string, revision: number): void;
  /** `<stream>@<revision>` for the header `X-Read-After`, if there is anything to wait for. */
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
      const waiting = pending.get(stream);
      if (waiting && revision >= waiting.revision) pending.delete(stream);
    },
    header() {
      for (const [stream, { at }] of pending) if (now() - at > FORGET_MS) pending.delete(stream);
      const newest = [...pending].at(-1);
      return newest && `${newest[0]}@${newest[1].revision}`;
    },
    clear: () => pending.clear(),
  };
}

/** This tab's. */
export const readAfter = createReadAfter();
