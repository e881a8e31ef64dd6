/** The event log that a backup is loaded into: the table of the embedded log, or a server by its protocol. */
import { Client, type Pool } from 'pg';
import { grouped, type Progress } from 'service-kit/process/progress';
import type { LoggedEvent } from '../../../runtime/event-log/store/event.ts';
import { firstEvent, FIRST_STREAM } from '../../../runtime/event-log/store/first-event.ts';
import { copyEvents } from '../../../runtime/event-log/store/postgres/copy-events.ts';
import { migrateEventLog } from '../../../runtime/event-log/store/postgres/tables.ts';
import { connect, lastOf } from '../../events/log/log-client.ts';
import { JSON_CONTENT, type StoredEvent } from '../../events/log/stored-event.ts';
import { readUserEvents } from '../../events/log/user-events.ts';
import { appendGroups } from '../../events/transfer/append-groups.ts';
import { missingEvents } from '../../events/transfer/log-comparison.ts';
import { LogWriter } from '../../events/transfer/log-writer.ts';
import { Failure } from '../failures.ts';

export interface LogSource {
  /** How many events are loaded. */
  readonly count: number;
  /** The position of the first one. */
  readonly first: bigint;
  /** @param skip how many at the beginning are there already */
  events(skip: number): AsyncGenerator<StoredEvent>;
}

export interface LogTarget {
  /** @throws Failure where the log has events, and no restore has begun */
  refuseUsed(): Promise<void>;
  /** Goes on where a load has stopped. @throws Difference where the log has other events */
  load(source: LogSource, progress: Progress, signal: AbortSignal): Promise<void>;
  /** The last revisions of streams; none for a stream without events. */
  headsOf(streams: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  close(): Promise<void>;
}

const BATCH = 5_000;

const rowOf = (event: StoredEvent, position: number, created: number): LoggedEvent => ({
  position: BigInt(position),
  stream: event.stream,
  revision: event.revision,
  id: event.id,
  type: event.type,
  isJson: event.contentType === JSON_CONTENT,
  data: event.data,
  metadata: event.metadata,
  created,
});

/** The table in the database, while no event log runs on it. Events of an embedded log keep their positions and times. */
export function embeddedLog(databaseUrl: string, pool: Pool): LogTarget {
  return {
    // An empty database has no table.
    async refuseUsed() {},
    async load({ count, first, events }, progress, signal) {
      const client = new Client({ connectionString: databaseUrl, application_name: 'restore' });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await migrateEventLog(client);
        const { rows } = await client.query<{ there: string }>('select count(*) as there from event_log.event');
        let position = Number(rows[0]?.there ?? 0);
        // Position 1 is that of the log's own first event, which no backup has; in a log of the bench it is not.
        const own = first === 1n ? 0 : 1;
        let created = 0;
        const batch: LoggedEvent[] = [];
        const write = async (): Promise<void> => {
          await copyEvents(client, batch.splice(0));
          progress.report(() => `${grouped(position - own)} of ${grouped(count)} events loaded`);
          signal.throwIfAborted();
        };
        for await (const event of events(Math.max(0, position - own))) {
          created = Math.max(created, Date.parse(event.created));
          if (position < own) {
            position = own;
            batch.push({ ...firstEvent(), stream: FIRST_STREAM, revision: 0n, position: 1n, created });
          }
          position += 1;
          batch.push(rowOf(event, position, created));
          if (batch.length >= BATCH) await write();
        }
        await write();
      } finally {
        await client.end();
      }
    },
    async headsOf(streams) {
      const { rows } = await pool.query<{ stream: string; revision: string }>(
        `select asked.stream, (select max(revision) from event_log.event e where e.stream = asked.stream)::text as revision
         from unnest($1::text[]) as asked (stream)`,
        [streams],
      );
      return new Map(rows.filter((row) => row.revision !== null).map((row) => [row.stream, BigInt(row.revision)]));
    },
    async close() {},
  };
}

/** A server, such as EventStoreDB. It gives positions and times of its own. */
export function servedLog(url: string): LogTarget {
  const log = connect(url);
  return {
    async refuseUsed() {
      const signal = new AbortController().signal;
      for await (const event of readUserEvents(log, { signal }))
        throw new Failure(
          `The event log of EVENTSTORE_URL is not empty: it has the stream ${event.stream}. Restore into an empty one.`,
        );
    },
    async load({ count, events }, progress, signal) {
      const writer = new LogWriter(log, signal);
      let there = 0;
      const report = (): void =>
        progress.report(() => `${grouped(there + writer.written)} of ${grouped(count)} events loaded`);
      const missing = missingEvents(readUserEvents(log, { signal }), events(0), () => {
        there += 1;
        report();
      });
      for await (const group of appendGroups(missing)) {
        signal.throwIfAborted();
        await writer.write(group);
        report();
      }
    },
    async headsOf(streams) {
      const heads = new Map<string, bigint>();
      for (const stream of streams) {
        const last = await lastOf(log, stream);
        if (last) heads.set(stream, last.revision);
      }
      return heads;
    },
    close: () => log.close(),
  };
}
