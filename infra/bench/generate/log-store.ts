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
import { COMPLETE_ADMISSIONS } from 'command-api/processes/process-managers/complete-admissions';
import { COMPLETE_DELETIONS } from 'command-api/processes/process-managers/complete-deletions';
import { COMPLETE_MERGES } from 'command-api/processes/process-managers/complete-merges';
import { COMPLETE_TRANSFERS } from 'command-api/processes/process-managers/complete-transfers';
import { COMPLETE_ERASURES } from 'command-api/processes/process-managers/complete-erasures';
import { SECURITY_LOG } from 'command-api/processes/security-log-writer';
import { COMPLETE_MOVES } from 'command-api/processes/process-managers/complete-moves';
import { ERASE_DELETED_PATIENTS } from 'command-api/processes/process-managers/erase-patient';
import type { RawEvent } from 'service-kit/event-log/port';
import { anchorIn, sealIn } from 'service-kit/event-log/seals';
import { keyOwnerOf, storedForm } from 'service-kit/event-log/stored-form';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { keyIdOf } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { wrap } from 'service-kit/security/wrapping';
import { createSigning, type Signing } from 'service-kit/security/signing';
import type { LoggedEvent } from '../../event-log/store/event.ts';
import { openWriterSession, type WriterSession } from '../../event-log/store/write/writer-session.ts';
import { copyEvents } from '../../event-log/store/postgres/copy-events.ts';
import type { Day } from './days.ts';
import { createDraw, type Draw, nonceOf } from './draw.ts';
import type { Account } from './founding.ts';
import { type GeneratedSoFar, progressOf, saveProgress } from './progress-row.ts';
import type { DecidedEvent } from './recorder.ts';
import { DAYS, type LogRequest } from './size.ts';

/** All generated accounts have it: hashing one for each of them would take longer than the events. */
export const BENCH_PASSWORD = 'bench-pass-1';

const FOLLOWERS = [
  COMPLETE_ADMISSIONS,
  COMPLETE_DELETIONS,
  COMPLETE_MERGES,
  COMPLETE_TRANSFERS,
  COMPLETE_ERASURES,
  COMPLETE_MOVES,
  ERASE_DELETED_PATIENTS,
  SECURITY_LOG,
];
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
    return new Store(databaseUrl, session, { masterKey, rootKey }, request, before);
  } catch (error) {
    await session.close();
    throw error;
  }
}

class Store implements LogStore {
  readonly before: GeneratedSoFar;
  readonly #databaseUrl: string;
  readonly #session: WriterSession;
  readonly #masterKey: Buffer;
  readonly #keyId: string;
  readonly #signing: Signing;
  readonly #request: LogRequest;
  readonly #draw: Draw;
  readonly #keys = new LRUCache<string, Buffer>({ max: KEYS });
  #reached: GeneratedSoFar;
  /** The batch that is being sent. */
  #sending: Promise<void> = Promise.resolve();

  constructor(
    databaseUrl: string,
    session: WriterSession,
    { masterKey, rootKey }: { readonly masterKey: Buffer; readonly rootKey: Buffer },
    request: LogRequest,
    before: GeneratedSoFar,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#session = session;
    this.#masterKey = masterKey;
    this.#keyId = keyIdOf(masterKey);
    this.#signing = createSigning(rootKey);
    this.#request = request;
    this.#draw = createDraw(request.seed);
    this.before = before;
    this.#reached = before;
  }

  async write(days: readonly Day[]): Promise<GeneratedSoFar> {
    const logged: LoggedEvent[] = [];
    const raw: RawEvent[] = [];
    const newOwners: string[] = [];
    let { position, created } = this.#reached;
    for (const decided of days.flatMap(({ events }) => events)) {
      position += 1n;
      created = Math.max(
        created,
        Date.parse(decided.event.metadata.recordedAt ?? decided.event.metadata.occurredAt) + 1,
      );
      const { stream, revision, event } = decided;
      const { id, type } = event;
      const { data, metadata } = storedForm(stream, event, this.#keyOf(decided), nonceOf(id));
      // Both have what is encrypted in their first event.
      if (type === 'PatientRegistered' || type === 'UserRegistered')
        newOwners.push(keyOwnerOf(stream, [event]) ?? stream);
      logged.push({
        position,
        stream,
        revision,
        id,
        type,
        isJson: true,
        data: Buffer.from(JSON.stringify(data)),
        metadata: Buffer.from(JSON.stringify(metadata)),
        created,
      });
      const place = { commit: position, prepare: position };
      raw.push({ stream, revision, id, type, data, metadata, position: place, created: new Date(created) });
      if (logged.length % EVENTS_A_TURN === 0) await turn();
    }
    const last = days.at(-1)?.number ?? -1;
    this.#reached = { days: last + 1, position, created, isComplete: last + 1 === DAYS };
    const reached = this.#reached;
    const isAnchored = reached.isComplete || days.some(({ number }) => number % ANCHOR_DAYS === 0);
    await this.#sending;
    const accounts = days.flatMap((day) => day.accounts);
    this.#sending = this.#send({ logged, raw, newOwners, accounts, reached, isAnchored });
    // The next write or `vacuum` throws its failure.
    this.#sending.catch(() => undefined);
    if (reached.isComplete) await this.#sending;
    return reached;
  }

  #keyOf({ stream, event }: DecidedEvent): Buffer | undefined {
    const owner = keyOwnerOf(stream, [event]);
    if (owner === undefined) return undefined;
    let key = this.#keys.get(owner);
    if (!key) this.#keys.set(owner, (key = this.#draw.patientKey(owner)));
    return key;
  }

  async #send(batch: {
    logged: readonly LoggedEvent[];
    raw: readonly RawEvent[];
    newOwners: readonly string[];
    accounts: readonly Account[];
    reached: GeneratedSoFar;
    isAnchored: boolean;
  }): Promise<void> {
    const { client } = this.#session;
    const { logged, raw, newOwners, accounts, reached, isAnchored } = batch;
    await client.query('begin');
    await copyEvents(client, logged);
    await client.query(
      'insert into accounts.patient_key (patient_id, wrapped_key, key_id) select *, $3 from unnest($1::text[], $2::bytea[])',
      [newOwners, newOwners.map((id) => wrap(this.#masterKey, this.#draw.patientKey(id), id)), this.#keyId],
    );
    if (accounts.length > 0) await this.#insertAccounts(accounts);
    const lookedTo = { commit: reached.position, prepare: reached.position };
    if (raw.length > 0) await sealIn(client, raw, lookedTo);
    const at = new Date(reached.created + 1);
    if (isAnchored) while ((await anchorIn(client, this.#signing, at)) > 0);
    const last = raw.at(-1);
    if (last?.position)
      for (const follower of FOLLOWERS)
        await savePlace(client, follower, {
          position: last.position,
          stream: last.stream,
          revision: last.revision,
          eventId: last.id,
        });
    await saveProgress(client, this.#request, reached);
    await client.query('commit');
  }

  async #insertAccounts(accounts: readonly Account[]): Promise<void> {
    const hash = await (await createPasswords()).hash(BENCH_PASSWORD);
    await this.#session.client.query(
      `insert into accounts.credential (user_id, email, password_hash, command_id, confirmed_at, email_proven_at)
       select u, e, $4, c, now(), now() from unnest($1::text[], $2::text[], $3::uuid[]) as account(u, e, c)`,
      [
        accounts.map(({ userId }) => userId),
        accounts.map(({ email }) => email),
        accounts.map(({ commandId }) => commandId),
        hash,
      ],
    );
  }

  async vacuum(): Promise<void> {
    await this.#sending;
    // The writer's session ends a query that takes long.
    const client = new Client(this.#databaseUrl);
    await client.connect();
    try {
      for (const table of [
        'event_log.event',
        'accounts.event_seal',
        'accounts.sealed_stream',
        'accounts.anchored_head',
      ])
        await client.query(`vacuum (analyze) ${table}`);
    } finally {
      await client.end();
    }
  }

  async count(): Promise<{ streams: number; bytes: number }> {
    const { rows } = await this.#session.client.query<{ streams: number; bytes: string }>(
      `select (select count(*) from accounts.sealed_stream)::int as streams,
              pg_database_size(current_database())::text as bytes`,
    );
    return { streams: rows[0]?.streams ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
  }

  async close(): Promise<void> {
    await this.#sending.catch(() => undefined);
    await this.#session.close();
  }
}
