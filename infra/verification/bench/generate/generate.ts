/**
 * Generates a log as the product would have left it: the events in the embedded event log's table, the patients' keys,
 * the accounts, the seals with their anchors, and the places of the followers.
 */
import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { createPasswords } from 'command-api/accounts/passwords';
import { ACCESS_LOG } from 'command-api/processes/access-log-writer';
import { FOLLOWERS } from 'command-api/processes/follower-health-check';
import { savePlace } from 'command-api/processes/followers/follower-position';
import type { RawEvent } from 'service-kit/event-log/port';
import { anchorIn, sealIn, SEALS } from 'service-kit/event-log/seals';
import { keyOwnerOf, storedForm } from 'service-kit/event-log/stored-form';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { keyIdOf } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning, type Signing } from 'service-kit/security/signing';
import { wrap } from 'service-kit/security/wrapping';
import type { LoggedEvent } from '../../../runtime/event-log/store/event.ts';
import { copyEvents } from '../../../runtime/event-log/store/postgres/copy-events.ts';
import { openWriterSession } from '../../../runtime/event-log/store/write/writer-session.ts';
import { hospitalGroup, timeOf } from './days.ts';
import type { Account } from './founding.ts';
import type { DecidedEvent } from './recorder.ts';
import type { LogRequest } from './size.ts';

/** All generated accounts have it: hashing one for each of them would take longer than the events. */
export const BENCH_PASSWORD = 'bench-pass-1';
/** A batch has whole days and, after that, no more events than these and those of one day. */
const BATCH_EVENTS = 3_000;
/** A generated log has no accesses, and its seals say their place themselves. */
const followers = FOLLOWERS.filter((name) => name !== ACCESS_LOG && name !== SEALS);

/** This database is not one to generate into. The message is for people. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/**
 * @param report called after each batch with the number of events so far
 * @returns the number of events
 * @throws NotEmpty for a database with a log, also one that was not completed · LogInUse when an event log server
 * writes to the database
 */
export async function generate(
  { databaseUrl, masterKey, request }: { databaseUrl: string; masterKey: Buffer; request: LogRequest },
  report: (events: number) => void = () => {},
): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  let rootKey: Buffer;
  try {
    await migratePrivateSchema(pool);
    rootKey = await openRootKey(pool, [masterKey]);
  } finally {
    await pool.end();
  }
  const { client, close } = await openWriterSession(databaseUrl, new AbortController().signal);
  let events = 0;
  try {
    if ((await client.query('select from event_log.event limit 1')).rows.length > 0)
      throw new NotEmpty('There is a log already: choose an empty data folder.');
    // A log whose generation ended early is of no use.
    await client.query('set synchronous_commit = off');
    const { accounts, days } = hospitalGroup(request);
    await insertAccounts(client, accounts);
    const write = batchWriter(client, masterKey, createSigning(rootKey));
    let batch: DecidedEvent[] = [];
    for (const day of days) {
      batch.push(...day);
      if (batch.length < BATCH_EVENTS) continue;
      events = await write(batch);
      batch = [];
      report(events);
    }
    if (batch.length > 0) events = await write(batch);
    // Benches take no other folder: they remove its read models.
    await client.query('create schema bench');
    await client.query(`create table bench.generated_log as select ${request.scale}::float8 as scale`);
  } finally {
    await close();
  }
  await vacuum(databaseUrl);
  return events;
}

async function insertAccounts(client: Client, accounts: readonly Account[]): Promise<void> {
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
}

/** @returns a function that writes decided events in one transaction and says how many the log has */
function batchWriter(
  client: Client,
  masterKey: Buffer,
  signing: Signing,
): (batch: readonly DecidedEvent[]) => Promise<number> {
  const keys = new Map<string, Buffer>();
  let position = 0n;
  let created = 0;

  return async (batch) => {
    const logged: LoggedEvent[] = [];
    const raw: RawEvent[] = [];
    const newKeys = new Map<string, Buffer>();
    for (const decided of batch) {
      const { stream, revision, event } = decided;
      const { id, type } = event;
      const owner = keyOwnerOf(stream, [event]);
      let key = owner === undefined ? undefined : keys.get(owner);
      if (owner !== undefined && key === undefined) {
        key = randomBytes(32);
        keys.set(owner, key);
        newKeys.set(owner, key);
      }
      position += 1n;
      created = Math.max(created, timeOf(decided) + 1);
      const { data, metadata } = storedForm(stream, event, key);
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
    }
    const place = { commit: position, prepare: position };
    await client.query('begin');
    await copyEvents(client, logged);
    await client.query(
      'insert into accounts.patient_key (patient_id, wrapped_key, key_id) select *, $3 from unnest($1::text[], $2::bytea[])',
      [[...newKeys.keys()], [...newKeys].map(([id, key]) => wrap(masterKey, key, id)), keyIdOf(masterKey)],
    );
    await sealIn(client, raw, place);
    while ((await anchorIn(client, signing, new Date(created + 1))) > 0);
    const last = logged.at(-1);
    if (last) {
      const { stream, revision, id: eventId } = last;
      for (const follower of followers)
        await savePlace(client, follower, { position: place, stream, revision, eventId });
    }
    await client.query('commit');
    return Number(position);
  };
}

/** Makes statistics for the planner. The writer's session would end a query that takes long. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    for (const table of ['event_log.event', 'accounts.event_seal', 'accounts.sealed_stream', 'accounts.anchored_head'])
      await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}
