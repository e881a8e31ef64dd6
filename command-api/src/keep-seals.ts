/** Seals what has come into the log, seconds later, and anchors it, minutes later (`accounts/seals.ts`). */
import type { Seals } from './accounts/seals.ts';
import type { Signing } from './accounts/signing.ts';
import type { EventLog, RawEvent } from './event-log/port.ts';
import type { Parts } from './finish-later.ts';
import { oneOfMany, pause } from './one-of-many.ts';

/** An event is sealed this much later, about. */
const EVERY_MS = 5_000;
const ANCHOR_MS = 10 * 60_000;
/** Events of one round. Commands go before: between full rounds there is a pause as well, which is a tenth of this machine at most. */
const MOST = 500;
const BETWEEN_MS = 200;

interface SealParts {
  readonly log: Pick<EventLog, 'readAllRaw' | 'headAt'>;
  readonly seals: Seals;
}

/** Runs until `signal` aborts. */
export const keepSeals = (parts: Parts & SealParts & { readonly signing: Signing }, signal: AbortSignal): Promise<void> =>
  oneOfMany(parts, { name: 'seals', lock: 7_214_007 }, async (alone) => {
    let anchoredAt = 0;
    while (!alone.aborted) {
      const isMore = await sealRound(parts);
      if (!isMore && Date.now() - anchoredAt >= ANCHOR_MS) {
        await parts.seals.anchor(parts.signing, new Date());
        anchoredAt = Date.now();
      }
      await pause(isMore ? BETWEEN_MS : EVERY_MS, alone);
    }
  }, signal);

/** @returns whether there may be more at once @throws what the log or the database throws: the same round is the next one's */
export async function sealRound({ log, seals }: SealParts): Promise<boolean> {
  const last = await seals.lastSealed();
  // Another log may stand behind the address since: from its beginning, where what is sealed stays as it was.
  const isThere = last && (await log.headAt(last.stream, last.revision))?.id === last.eventId;
  const after = isThere ? last.position : undefined;
  const events: RawEvent[] = [];
  for await (const event of log.readAllRaw({ after, maxCount: MOST })) events.push(event);
  const lookedTo = events.at(-1)?.position;
  if (lookedTo) await seals.seal(events.filter(({ stream }) => !stream.startsWith('$')), lookedTo);
  // The first of a page may be the one that was had before.
  return events.length >= MOST - 1;
}
