/**
 * The table of the log, one row for each event. With one table an append is one insert, and the order of commits is the
 * order of positions.
 */
import type { ClientBase } from 'pg';

/**
 * - `position`: gap-free in order of commit. It is not a sequence, which leaves gaps on rollback and gives numbers out
 *   before the commit.
 * - `stream`, `type`: compared byte for byte (`C`), as in EventStoreDB, independent of the database's collation.
 * - The unique index on (stream, revision) serves reads of a stream in both directions and its last revision, and is
 *   the last guard against two writers.
 */
const statements = [
  `create schema if not exists event_log`,
  `create table if not exists event_log.event (
     position bigint primary key,
     stream   text collate "C" not null,
     revision bigint not null check (revision >= 0),
     id       uuid not null,
     type     text collate "C" not null,
     is_json  boolean not null,
     data     bytea not null,
     metadata bytea not null,
     created  timestamptz not null,
     unique (stream, revision)
   )`,
];

/** Idempotent. The writer runs it under its lock. */
export async function migrateEventLog(client: ClientBase): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
