/**
 * The export of a stream for an auditor: lines of JSON. The last line holds the hash of each line and is signed.
 * `verify-export` in `infra` checks it with Node alone.
 *
 *     {"format", "stream", "exportedAt", "exportedBy", "publicKey", "sealed"}
 *         `sealed`: how many of its events have a seal, from the first on
 *     {"event": {stream, revision, id, type, data, metadata}, "created", "says", "link"}
 *         `event` as stored in the log; `says`: its data, decrypted
 *     {"anchor": {team, number, said, hash, signature}}
 *     {"signed": "{\"lines\":[[<label>,<SHA-256 of the line in hex>], …]}", "signature"}
 */
import type { Anchor } from 'service-kit/event-log/seals';
import type { Signing } from 'service-kit/security/signing';
import type { EventLog } from 'service-kit/event-log/port';
import { isAlwaysReadable } from 'service-kit/event-log/vocabulary';
import { INITIAL_LINK, hashOf, linkOf } from 'service-kit/event-log/chain';
import { createSignedLines } from './signed-lines.ts';

export const EXPORT_FORMAT = 'clinical-pharmacy-history-1';

export interface Exported {
  readonly stream: string;
  readonly events: ReturnType<EventLog['readRaw']>;
  /** Nothing is decrypted. */
  readonly isErased: boolean;
  readonly anchors: readonly Anchor[];
  /** How many of its events are sealed. */
  readonly sealed: number;
  /** The user id of the person who exports. */
  readonly by: string;
  readonly at: Date;
  readonly signing: Signing;
}

/** Holds a hash for each line in memory. A cut-off export has no last line. */
export async function* exportLines({
  stream,
  events,
  isErased,
  anchors,
  sealed,
  by,
  at,
  signing,
}: Exported): AsyncGenerator<string> {
  const { line, signature } = createSignedLines(signing);
  yield line('header', {
    format: EXPORT_FORMAT,
    stream,
    exportedAt: at.toISOString(),
    exportedBy: by,
    publicKey: signing.publicKey,
    sealed,
  });
  let link = INITIAL_LINK;
  for await (const { raw, event } of events) {
    const { id, type, data, metadata, created } = raw;
    const revision = Number(raw.revision);
    link = linkOf(link, hashOf(raw));
    const isReadable = event && !event.unreadable && (!isErased || isAlwaysReadable(event.type));
    const says = isReadable ? event.data : null;
    yield line(`event ${revision}`, {
      event: { stream, revision, id, type, data, metadata },
      created: created.toISOString(),
      says,
      link: link.toString('base64'),
    });
  }
  for (const anchor of anchors) yield line(`anchor ${anchor.number}`, { anchor });
  yield signature();
}
