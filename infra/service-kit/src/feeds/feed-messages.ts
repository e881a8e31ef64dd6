/**
 * The messages of the hospital's interface in the private tables: command-api writes them, query-api shows those that are
 * parked. What a message says is personal data: it is sealed with a key that derives from the root key.
 */
import type { FeedOutcome } from 'language/domain/values/feed-codes';
import type { Pool, PoolClient } from 'pg';
import { derivedKey, keyedHash } from '../security/derived-key.ts';
import { unwrap, wrap } from '../security/wrapping.ts';

/** The sealed content. `about`: the code that is not known. */
export interface FeedContent {
  readonly text: string;
  readonly about: string;
}

export interface FeedSeal {
  /** The keyed hash of a record number. */
  markOf(recordNumber: string): string;
  seal(messageId: string, content: FeedContent): Buffer;
  /** @throws Error for what another key has sealed */
  open(messageId: string, sealed: Buffer): FeedContent;
}

export function createFeedSeal(rootKey: Buffer): FeedSeal {
  const contents = derivedKey(rootKey, 'messages of the hospital');
  const numbers = derivedKey(rootKey, 'record numbers of the hospital');
  return {
    markOf: (recordNumber) => keyedHash(numbers, recordNumber),
    seal: (messageId, content) => wrap(contents, Buffer.from(JSON.stringify(content)), messageId),
    open: (messageId, sealed) => JSON.parse(unwrap(contents, sealed, messageId).toString()) as FeedContent,
  };
}

/** The newest time at which a thing was said. */
export type Stamp = readonly [key: string, at: Date];

export interface KnownPatient {
  readonly mark: string;
  readonly patientId: string;
  readonly isAlias: boolean;
}

export interface FeedMessage {
  readonly messageId: string;
  readonly kind: string;
  readonly outcome: FeedOutcome;
  readonly reason: string;
  readonly sealed?: Buffer | undefined;
  readonly marks: readonly string[];
  readonly recordedAt: Date;
  readonly stamps: readonly Stamp[];
  readonly patients: readonly KnownPatient[];
}

/** A parked message, opened. */
export interface ParkedMessage extends FeedContent {
  readonly messageId: string;
  readonly kind: string;
  readonly reason: string;
  readonly receivedAt: Date;
  readonly tries: number;
}

type Db = Pick<Pool | PoolClient, 'query'>;

/** For how long a message that is settled is known: a message that is sent again later is judged by its content. */
const KEPT_DAYS = 30;
/** A year, so that a late message of a long stay is recognised as older. */
const STAMPS_KEPT_DAYS = 365;
/** A listener that was not seen for this long is gone. */
const LISTENER_SECONDS = 60;

export interface SeenBefore {
  readonly outcome: FeedOutcome | undefined;
  readonly reason: string;
  readonly stamps: ReadonlyMap<string, Date>;
  readonly patients: readonly KnownPatient[];
}

/** All that the tables know of a message and its patients, in one read. A refused message counts as not seen. */
export async function seenBefore(
  db: Db,
  messageId: string,
  keys: readonly string[],
  marks: readonly string[],
): Promise<SeenBefore> {
  const { rows } = await db.query<{ what: string; key: string; at: Date | null; id: string; is_alias: boolean }>({
    name: 'feed-seen-before',
    text: `select 'message' as what, outcome as key, null::timestamptz as at, reason as id, false as is_alias
           from accounts.feed_message where message_id = $1 and outcome <> 'refused'
           union all
           select 'stamp', key, at, '', false from accounts.feed_applied where key = any ($2::text[])
           union all
           select 'patient', mark, null, patient_id, is_alias from accounts.feed_patient where mark = any ($3::text[])`,
    values: [messageId, keys, marks],
  });
  const message = rows.find(({ what }) => what === 'message');
  return {
    outcome: message?.key as FeedOutcome | undefined,
    reason: message?.id ?? '',
    stamps: new Map(rows.flatMap(({ what, key, at }) => (what === 'stamp' && at ? [[key, at] as const] : []))),
    patients: rows.flatMap(({ what, key: mark, id: patientId, is_alias: isAlias }) =>
      what === 'patient' ? [{ mark, patientId, isAlias }] : [],
    ),
  };
}

/** One statement, so that a message is settled with all that it says or not at all. A parked one that is tried again keeps its content. */
export async function settleMessage(db: Db, message: FeedMessage): Promise<void> {
  const { messageId, kind, outcome, reason, sealed, marks, recordedAt, stamps, patients } = message;
  await db.query({
    name: 'feed-settle-message',
    text: `with settled as (
             insert into accounts.feed_message as m (message_id, kind, outcome, reason, sealed, marks, recorded_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (message_id) do update set
               outcome = excluded.outcome, reason = excluded.reason, sealed = excluded.sealed, tries = m.tries + 1
             where m.outcome in ('parked', 'refused')
           ), stamped as (
             insert into accounts.feed_applied as a (key, at)
             select key, max(at) from unnest($8::text[], $9::timestamptz[]) as t (key, at) group by key
             on conflict (key) do update set at = greatest(a.at, excluded.at)
           )
           insert into accounts.feed_patient as p (mark, patient_id, is_alias)
           select mark, patient_id, bool_or(is_alias)
           from unnest($10::text[], $11::text[], $12::boolean[]) as t (mark, patient_id, is_alias) group by 1, 2
           on conflict (mark, patient_id) do update set is_alias = p.is_alias or excluded.is_alias`,
    values: [
      messageId,
      kind,
      outcome,
      reason,
      sealed ?? null,
      marks,
      recordedAt,
      stamps.map(([key]) => key),
      stamps.map(([, at]) => at),
      patients.map(({ mark }) => mark),
      patients.map(({ patientId }) => patientId),
      patients.map(({ isAlias }) => isAlias),
    ],
  });
}

const PARKED = /* sql */ `select message_id as "messageId", kind, reason, received_at as "receivedAt", tries, sealed
  from accounts.feed_message where outcome = 'parked'`;
type ParkedRow = Omit<ParkedMessage, 'text' | 'about'> & { readonly sealed: Buffer };
const opened = (seal: FeedSeal, { sealed, ...row }: ParkedRow): ParkedMessage => ({
  ...row,
  ...seal.open(row.messageId, sealed),
});

/** The newest first. */
export async function parkedMessages(db: Db, seal: FeedSeal, most: number): Promise<readonly ParkedMessage[]> {
  const { rows } = await db.query<ParkedRow>(`${PARKED} order by received_at desc, message_id limit $1`, [most]);
  return rows.map((row) => opened(seal, row));
}

export async function parkedMessage(db: Db, seal: FeedSeal, messageId: string): Promise<ParkedMessage | undefined> {
  const { rows } = await db.query<ParkedRow>(`${PARKED} and message_id::text = $1`, [messageId]);
  return rows[0] && opened(seal, rows[0]);
}

/** The parked messages of these patients with one of these reasons, in the order of the hospital. */
export async function waitingMessages(
  db: Db,
  seal: FeedSeal,
  marks: readonly string[],
  reasons: readonly string[],
  most: number,
): Promise<readonly ParkedMessage[]> {
  const { rows } = await db.query<ParkedRow>({
    name: 'feed-waiting-messages',
    text: `${PARKED} and marks && $1::text[] and reason = any ($2::text[]) order by recorded_at, received_at limit $3`,
    values: [marks, reasons, most],
  });
  return rows.map((row) => opened(seal, row));
}

/** @returns false where it is not parked any more */
export async function setMessageAside(db: Db, messageId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update accounts.feed_message set outcome = 'setAside', sealed = null where message_id::text = $1 and outcome = 'parked'`,
    [messageId],
  );
  return rowCount === 1;
}

/** Those of the last 24 hours by outcome, and all that are parked now. */
export async function feedCounts(db: Db): Promise<{
  readonly counts: Readonly<Record<string, number>>;
  readonly parked: number;
  readonly lastAt: Date | null;
}> {
  const { rows } = await db.query<{ outcome: string; recent: number; all: number; last: Date | null }>(
    `select outcome, count(*) filter (where received_at > now() - interval '24 hours')::int as recent,
            count(*)::int as all, max(received_at) as last
     from accounts.feed_message
     where received_at > now() - interval '24 hours' or outcome = 'parked' group by outcome`,
  );
  const last = rows.flatMap(({ last: at }) => at ?? []).toSorted((a, b) => b.getTime() - a.getTime());
  return {
    counts: Object.fromEntries(rows.map(({ outcome, recent }) => [outcome, recent])),
    parked: rows.find(({ outcome }) => outcome === 'parked')?.all ?? 0,
    lastAt: last[0] ?? null,
  };
}

export interface FeedListener {
  readonly address: string;
  readonly isSecure: boolean;
  readonly connections: number;
  readonly mistake: string;
}

export const noteListener = async (db: Db, name: string, listener: FeedListener): Promise<void> =>
  void (await db.query(
    `insert into accounts.feed_listener (listener, address, is_secure, connections, mistake) values ($1, $2, $3, $4, $5)
     on conflict (listener) do update set seen_at = now(), connections = excluded.connections, mistake = excluded.mistake`,
    [name, listener.address, listener.isSecure, listener.connections, listener.mistake],
  ));
export const removeListener = async (db: Db, name: string): Promise<void> =>
  void (await db.query('delete from accounts.feed_listener where listener = $1', [name]));

export async function feedListeners(db: Db): Promise<readonly FeedListener[]> {
  const { rows } = await db.query<FeedListener>(
    `select address, is_secure as "isSecure", connections, mistake from accounts.feed_listener
     where seen_at > now() - make_interval(secs => ${LISTENER_SECONDS}) order by address, listener`,
  );
  return rows;
}

export async function removeOldMessages(db: Db): Promise<void> {
  await db.query(
    `delete from accounts.feed_message where outcome <> 'parked' and received_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  );
  await db.query('delete from accounts.feed_applied where at < now() - make_interval(days => $1)', [STAMPS_KEPT_DAYS]);
  await db.query(`delete from accounts.feed_listener where seen_at < now() - interval '1 day'`);
}

/** Also what is parked of a patient who was deleted or erased. */
export async function forgetPatient(db: Db, patientId: string): Promise<void> {
  await db.query(
    `with marked as (delete from accounts.feed_patient where patient_id = $1 returning mark),
     parked as (delete from accounts.feed_message where marks && (select array_agg(mark) from marked))
     delete from accounts.feed_applied
     where key in (select mark || of from marked, unnest(array[':person', ':place', ':status']) as of)`,
    [patientId],
  );
}
