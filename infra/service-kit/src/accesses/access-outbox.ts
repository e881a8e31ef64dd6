/**
 * The outbox of accesses. A read writes a row here and continues: a chart does not wait for the event log. One process
 * of the command API moves the rows to the log, each row once (`access-log-writer.ts`). Before an append it stores the
 * stream and the revision of the batch. After a crash it repeats the same append, which the log recognises.
 */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import {
  type AccessEvent,
  accessEvents,
  type AccessKind,
  accessKinds,
  accessStream,
} from 'language/domain/access/events';
import { securityKinds } from 'language/domain/security-log/kinds';
import { keepCommandOrigin } from '../security-log/record.ts';
import { type Fence, withFence } from '../postgres/leader-lock.ts';

export type NewAccess = AccessEvent & {
  /** An access with the same id is the same access, for a day. */
  readonly noteId: string;
  readonly teamId: string;
  readonly actorId: string;
  readonly at: Date;
  /** Where an export comes from, for the security log. */
  readonly sessionId?: string | undefined;
};
export interface AccessBatch {
  readonly batch: string;
  readonly stream: string;
  /** The revision that the batch follows; undefined when it begins the stream. */
  readonly after: bigint | undefined;
  /** In order. */
  readonly notes: readonly {
    readonly noteId: string;
    readonly teamId: string;
    readonly actorId: string;
    readonly kind: AccessKind;
    readonly data: object;
    readonly at: Date;
  }[];
}

/** A team's month, `YYYY-MM`. */
export interface Due {
  readonly teamId: string;
  readonly month: string;
}

/** A search runs at each pause while a person types. The searches of this many seconds are one access. */
const SEARCH_SECONDS = 60;
/** The maximum of one append: the log takes 1 MiB, and an access event has less than 1 kB. */
const MAX_BATCH = 250;
/** Appended rows are kept for this time. A repeated command comes within minutes. */
const KEPT_HOURS = 24;

export interface AccessOutbox {
  /**
   * When this resolves, the access will get into the log.
   * @throws ZodError when the access is no valid event, which would block all others
   */
  write(access: NewAccess): Promise<void>;
  /** The batch that was assigned and may have been appended. */
  pendingBatch(): Promise<AccessBatch | undefined>;
  /** The team and month of the oldest access that is due. */
  nextDue(): Promise<Due | undefined>;
  /** Makes a batch of the oldest due accesses of a team and month. `pendingBatch` returns it. */
  assign(due: Due, after: bigint | undefined, fence?: Fence): Promise<void>;
  /** Marks the batch as appended. */
  appended(batch: string, fence?: Fence): Promise<void>;
  /** Dissolves a batch whose append has written nothing and never will. */
  putBack(batch: string, fence?: Fence): Promise<void>;
  removeExpired(): Promise<void>;
}

/** A namespace for uuids that nothing else in the product uses. */
const ACCESSES = '3f0c7c0a-5f0e-5a44-9d0b-8a6f1d2b7c11';
/** An id that is the same for the same parts. */
export const accessIdOf = (...parts: readonly (string | number)[]): string => uuidv5(parts.join('\n'), ACCESSES);

/** @param timeZone the time zone of the months that divide the streams; only `nextDue` and `assign` use it */
export function createAccessOutbox(pool: Pool, timeZone = 'UTC'): AccessOutbox {
  // A newer program handles kinds that this one does not know.
  const due = /* sql */ `appended_at is null and batch is null and due_at <= now() and kind = any ($1::text[])`;
  const month = /* sql */ `to_char(at at time zone $2, 'YYYY-MM')`;
  return {
    async write({ noteId, teamId, actorId, at, sessionId, ...access }) {
      const { type } = access;
      const data = accessEvents[type].parse(access.data);
      if (sessionId !== undefined && Object.hasOwn(securityKinds, type))
        await keepCommandOrigin(pool, noteId, { sessionId });
      if (access.type === 'PatientsSearched')
        await pool.query(joinOrInsert, [
          noteId,
          teamId,
          actorId,
          JSON.stringify(data),
          at,
          access.data.searches,
          access.data.found,
        ]);
      else await pool.query(insert, [noteId, teamId, actorId, type, JSON.stringify(data), at]);
    },
    async pendingBatch() {
      const { rows } = await pool.query<NoteRow>(
        `select * from accounts.access_note
         where appended_at is null and batch =
           (select batch from accounts.access_note where appended_at is null and batch is not null limit 1)
         order by at, note_id`,
      );
      const [first] = rows;
      return (
        first && {
          batch: first.batch,
          stream: first.stream,
          after: first.after_revision === null ? undefined : BigInt(first.after_revision),
          notes: rows.map((row) => ({
            noteId: row.note_id,
            teamId: row.team_id,
            actorId: row.actor_id,
            kind: row.kind,
            data: row.data,
            at: row.at,
          })),
        }
      );
    },
    async nextDue() {
      const { rows } = await pool.query<Due>(
        `select team_id as "teamId", ${month} as month from accounts.access_note
         where ${due} order by at, note_id limit 1`,
        [accessKinds, timeZone],
      );
      return rows[0];
    },
    async assign(of, after, fence) {
      await withFence(pool, fence, (tx) =>
        tx.query(
          `update accounts.access_note set batch = $3, stream = $4, after_revision = $5
           where note_id in (select note_id from accounts.access_note where ${due} and team_id = $6 and ${month} = $7
                             order by at, note_id limit ${MAX_BATCH} for update skip locked)`,
          [
            accessKinds,
            timeZone,
            randomUUID(),
            accessStream(of.teamId, of.month),
            after?.toString() ?? null,
            of.teamId,
            of.month,
          ],
        ),
      );
    },
    async appended(batch, fence) {
      await withFence(pool, fence, (tx) =>
        tx.query('update accounts.access_note set appended_at = now() where batch = $1', [batch]),
      );
    },
    async putBack(batch, fence) {
      await withFence(pool, fence, (tx) =>
        tx.query(
          `update accounts.access_note set batch = null, stream = null, after_revision = null
           where batch = $1 and appended_at is null`,
          [batch],
        ),
      );
    },
    async removeExpired() {
      await pool.query(
        `delete from accounts.access_note where appended_at < now() - make_interval(hours => ${KEPT_HOURS})`,
      );
    },
  };
}

interface NoteRow {
  note_id: string;
  team_id: string;
  actor_id: string;
  kind: AccessKind;
  data: object;
  at: Date;
  batch: string;
  stream: string;
  after_revision: string | null;
}

const insert = /* sql */ `
insert into accounts.access_note (note_id, team_id, actor_id, kind, data, at, due_at)
values ($1, $2, $3, $4, $5, $6, now()) on conflict (note_id) do nothing`;

/** $4 the data of the access, with $6 searches and $7 found · $5 the time. A search joins no access with a batch. */
const joinOrInsert = /* sql */ `
with joined as (
  update accounts.access_note note
  set data = jsonb_build_object('searches', (note.data->>'searches')::int + $6::int, 'found', $7::int)
  where note_id = (select note_id from accounts.access_note
                   where team_id = $2 and actor_id = $3 and kind = 'PatientsSearched' and appended_at is null
                     and batch is null and due_at > now() limit 1 for update)
  returning note_id
)
insert into accounts.access_note (note_id, team_id, actor_id, kind, data, at, due_at)
select $1::uuid, $2, $3, 'PatientsSearched', $4::jsonb, $5::timestamptz,
  now() + make_interval(secs => ${SEARCH_SECONDS})
where not exists (select from joined) on conflict (note_id) do nothing`;
