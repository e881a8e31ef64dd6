/**
 * Compares events with their seals (docs/decisions/write-side/seals.md) as they come out of the log: each link is that
 * of its event and of the link before it. Seals are of an earlier snapshot than the log, so the newest events have none.
 */
import type { ClientBase } from 'pg';
import { hashOf, INITIAL_LINK, linkOf } from 'service-kit/event-log/chain';
import { jsonOf, nameOf, type StoredEvent } from '../../events/log/stored-event.ts';
import { Altered } from '../failures.ts';

const BATCH = 1_000;

/** As `hashOf` takes it. */
export const chainHashOf = ({ stream, revision, id, type, data, metadata }: StoredEvent): Buffer =>
  hashOf({ stream, revision, id, type, data: jsonOf(data), metadata: jsonOf(metadata) });

/** The server's metadata of streams have no seals. */
export const isSealable = ({ stream }: StoredEvent): boolean => !stream.startsWith('$');

export class SealCheck {
  readonly #client: ClientBase;
  readonly #onAltered: (found: Altered) => void;
  #batch: StoredEvent[] = [];
  #seen: number;
  /** Events at the beginning of the log after which none has a seal yet. */
  events: number;
  /** Seals that were found. */
  seals: number;

  /**
   * @param client in the snapshot of the seals
   * @param before where the run before has stopped
   * @param onAltered called for the first event of a batch that is not as it was sealed; may throw
   */
  constructor(client: ClientBase, before: { events: number; seals: number }, onAltered: (found: Altered) => void) {
    this.#client = client;
    this.#onAltered = onAltered;
    this.#seen = before.events;
    this.events = before.events;
    this.seals = before.seals;
  }

  async add(event: StoredEvent): Promise<void> {
    this.#batch.push(event);
    if (this.#batch.length >= BATCH) await this.flush();
  }

  /** Compares the events that were added. */
  async flush(): Promise<void> {
    const events = this.#batch;
    this.#batch = [];
    const sealable = events.filter(isSealable);
    const { rows } = await this.#client.query<{ link: Buffer | null; before: Buffer | null; head: string | null }>({
      name: 'seals of events',
      text: `select seal.link, previous.link as before, sealed.revision::text as head
             from unnest($1::text[], $2::bigint[]) with ordinality as event (stream, revision, place)
             left join accounts.event_seal seal on seal.stream = event.stream and seal.revision = event.revision
             left join accounts.event_seal previous
               on previous.stream = event.stream and previous.revision = event.revision - 1
             left join accounts.sealed_stream sealed on sealed.stream = event.stream
             order by event.place`,
      values: [sealable.map(({ stream }) => stream), sealable.map(({ revision }) => String(revision))],
    });
    const rowOf = new Map(sealable.map((event, index) => [event, rows[index]]));
    for (const event of events) {
      this.#seen += 1;
      const row = rowOf.get(event);
      if (!row) continue;
      const { link, before, head } = row;
      if (link === null) {
        if (head !== null && event.revision <= BigInt(head)) this.#onAltered(alteredEvent(event, 'its seal is gone'));
        continue;
      }
      this.events = this.#seen;
      this.seals += 1;
      const previous = event.revision === 0n ? INITIAL_LINK : before;
      if (!previous || !linkOf(previous, chainHashOf(event)).equals(link))
        this.#onAltered(alteredEvent(event, 'it is not the event that was sealed there'));
    }
  }
}

export const alteredEvent = (event: Pick<StoredEvent, 'stream' | 'revision'>, why: string): Altered =>
  new Altered(`The log was altered at ${nameOf(event)}: ${why}.`);
