/**
 * The log's tables. One row an event, one table, so that an append is one insert and a commit is one place in the
 * order. What is known of a stream besides its events (tombstones, truncation) belongs into a table of its own beside
 * this one.
 */
import type { ClientBase } from 'pg';

/**
 * - `position`: gap-free in order of commit. Not a sequence: a sequence leaves gaps on rollback and hands numbers out
 *   before the commit.
 * - `stream`, `type`: compared byte for byte (`C`), as EventStoreDB does, whatever the database's own collation.
 * - The unique index on (stream, revision) serves stream reads in both directions, the head of a stream, and is the
 *   last guard against two writers.
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

/** Idempotent. Run by the one writer, under its lock. */
export async function migrateEventLog(client: ClientBase): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
