/**
 * Writes generated days as the product would have left them: the events in the embedded event log's table, the
 * patients' keys, the accounts, the seals with their anchors, and the places of the followers. A batch is one
 * transaction, so a kill leaves a valid log of complete days.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Client, Pool } from 'pg';
import { createPasswords } from 'command-api/accounts/passwords';
import { savePlace } from 'command-api/processes/followers/follower-position';
import { ACCESS_LOG } from 'command-api/processes/access-log-writer';
import { FOLLOWERS } from 'command-api/processes/follower-health-check';
import type { RawEvent } from 'service-kit/event-log/port';
import { anchorIn, sealIn, SEALS } from 'service-kit/event-log/seals';
import { keyOwnerOf, storedForm } from 'service-kit/event-log/stored-form';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { keyIdOf } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { wrap } from 'service-kit/security/wrapping';
import { createSigning } from 'service-kit/security/signing';
import type { LoggedEvent } from '../../../runtime/event-log/store/event.ts';
import { openWriterSession, type WriterSession } from '../../../runtime/event-log/store/write/writer-session.ts';
import { copyEvents } from '../../../runtime/event-log/store/postgres/copy-events.ts';
import type { Day } from './days.ts';
import { createDraw, nonceOf } from './draw.ts';
import type { Account } from './founding.ts';
import { type GeneratedSoFar, progressOf, saveProgress } from './progress-row.ts';
import type { DecidedEvent } from './recorder.ts';
import { DAYS, type LogRequest } from './size.ts';

/** All generated accounts have it: hashing one for each of them would take longer than the events. */
export const BENCH_PASSWORD = 'bench-pass-1';

/** A generated log has no accesses, and its seals say their place themselves. */
const followers = FOLLOWERS.filter((name) => name !== ACCESS_LOG && name !== SEALS);
const KEYS = 20_000;
/** The product anchors every ten minutes, in which few heads move. */
const ANCHOR_DAYS = 7;
/** Events encrypted between two turns of the event loop, in which the batch before is sent. */
const EVENTS_A_TURN = 100;

export interface LogStore {
  readonly before: GeneratedSoFar;
  /** Writes complete days, in order. @returns where the log ends */
  write(days: readonly Day[]): Promise<GeneratedSoFar>;
  /** Makes statistics for the planner. */
  vacuum(): Promise<void>;
  count(): Promise<{ readonly streams: number; readonly bytes: number }>;
  close(): Promise<void>;
}

/** @throws NotOurLog · LogInUse when an event log server writes to the database */
export async function openLogStore(databaseUrl: string, masterKey: Buffer, request: LogRequest): Promise<LogStore> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  let rootKey: Buffer;
  try {
    await migratePrivateSchema(pool);
    rootKey = await openRootKey(pool, [masterKey]);
  } finally {
    await pool.end();
  }
  const session = await openWriterSession(databaseUrl, new AbortController().signal);
  try {
    // A batch is lost or complete, and a lost one is generated again.
    await session.client.query('set synchronous_commit = off');
    const before = await progressOf(session.client, request);
    return storeOf(databaseUrl, session, { masterKey, rootKey }, request, before);
  } catch (error) {
    await session.close();
    throw error;
  }
}

interface Batch {
  readonly logged: readonly LoggedEvent[];
  readonly raw: readonly RawEvent[];
  readonly newOwners: readonly string[];
  readonly accounts: readonly Account[];
  readonly reached: GeneratedSoFar;
  readonly isAnchored: boolean;
}

function storeOf(
  databaseUrl: string,
  session: WriterSession,
  { masterKey, rootKey }: { readonly masterKey: Buffer; readonly rootKey: Buffer },
  request: LogRequest,
  before: GeneratedSoFar,
): LogStore {
  const { client } = session;
  const signing = createSigning(rootKey);
  const draw = createDraw(request.seed);
  const keys = new LRUCache<string, Buffer>({ max: KEYS });
  let reached = before;
  /** The batch that is being sent. */
  let sending: Promise<void> = Promise.resolve();

  const keyOf = ({ stream, event }: DecidedEvent): Buffer | undefined => {
    const owner = keyOwnerOf(stream, [event]);
    if (owner === undefined) return undefined;
    let key = keys.get(owner);
    if (!key) keys.set(owner, (key = draw.patientKey(owner)));
    return key;
  };

  const insertAccounts = async (accounts: readonly Account[]): Promise<void> => {
    const hash = await (await createPasswords()).hash(BENCH_PASSWORD);
    await client.query(
      `insert into accounts.credential (user_id, email, password_hash, command_id, confirmed_at, email_proven_at)
       select u, e, $4, c, now(), now() from unnest($1::text[], $2::text[], $3::uuid[]) as account(u, e, c)`,
      [
        accounts.map(({ userId }) => userId),
        accounts.map(({ email }) => email),
        accounts.map(({ commandId }) => commandId),
        hash,
      ],
    );
  };

  const send = async (batch: Batch): Promise<void> => {
    const { position, created } = batch.reached;
    await client.query('begin');
    await copyEvents(client, batch.logged);
    await client.query(
      'insert into accounts.patient_key (patient_id, wrapped_key, key_id) select *, $3 from unnest($1::text[], $2::bytea[])',
      [batch.newOwners, batch.newOwners.map((id) => wrap(masterKey, draw.patientKey(id), id)), keyIdOf(masterKey)],
    );
    if (batch.accounts.length > 0) await insertAccounts(batch.accounts);
    if (batch.raw.length > 0) await sealIn(client, batch.raw, { commit: position, prepare: position });
    if (batch.isAnchored) while ((await anchorIn(client, signing, new Date(created + 1))) > 0);
    const last = batch.raw.at(-1);
    if (last?.position)
      for (const follower of followers)
        await savePlace(client, follower, {
          position: last.position,
          stream: last.stream,
          revision: last.revision,
          eventId: last.id,
        });
    await saveProgress(client, request, batch.reached);
    await client.query('commit');
  };

  return {
    before,
    async write(days) {
      const logged: LoggedEvent[] = [];
      const raw: RawEvent[] = [];
      const newOwners: string[] = [];
      let { position, created } = reached;
      for (const decided of days.flatMap(({ events }) => events)) {
        position += 1n;
        const { stream, revision, event } = decided;
        const { id, type } = event;
        created = Math.max(created, Date.parse(event.metadata.recordedAt ?? event.metadata.occurredAt) + 1);
        const { data, metadata } = storedForm(stream, event, keyOf(decided), nonceOf(id));
        // Both have what is encrypted in their first event.
        if (type === 'PatientRegistered' || type === 'UserRegistered')
          newOwners.push(keyOwnerOf(stream, [event]) ?? stream);
        const written = { stream, revision, id, type };
        logged.push({
          ...written,
          position,
          isJson: true,
          data: Buffer.from(JSON.stringify(data)),
          metadata: Buffer.from(JSON.stringify(metadata)),
          created,
        });
        const place = { commit: position, prepare: position };
        raw.push({ ...written, data, metadata, position: place, created: new Date(created) });
        if (logged.length % EVENTS_A_TURN === 0) await turn();
      }
      const last = days.at(-1)?.number ?? -1;
      reached = { days: last + 1, position, created, isComplete: last + 1 === DAYS };
      const isAnchored = reached.isComplete || days.some(({ number }) => number % ANCHOR_DAYS === 0);
      await sending;
      sending = send({ logged, raw, newOwners, accounts: days.flatMap((day) => day.accounts), reached, isAnchored });
      // The next write or `vacuum` throws its failure.
      sending.catch(() => undefined);
      if (reached.isComplete) await sending;
      return reached;
    },
    async vacuum() {
      await sending;
      // The writer's session ends a query that takes long.
      const unhurried = new Client(databaseUrl);
      await unhurried.connect();
      try {
        for (const table of [
          'event_log.event',
          'accounts.event_seal',
          'accounts.sealed_stream',
          'accounts.anchored_head',
        ])
          await unhurried.query(`vacuum (analyze) ${table}`);
      } finally {
        await unhurried.end();
      }
    },
    async count() {
      const { rows } = await client.query<{ streams: number; bytes: string }>(
        `select (select count(*) from accounts.sealed_stream)::int as streams,
                pg_database_size(current_database())::text as bytes`,
      );
      return { streams: rows[0]?.streams ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
    },
    async close() {
      await sending.catch(() => undefined);
      await session.close();
    },
  };
}
