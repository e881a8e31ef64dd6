/** Backups of a generated hospital, and restores of them: what is copied, what is noticed, what is refused. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadOptions } from '../events/log/log-client.ts';
import { JSON_CONTENT, type StoredEvent } from '../events/log/stored-event.ts';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { privateSchema } from 'service-kit/private-schema/steps';
import { anchorIn } from 'service-kit/event-log/seals';
import { createSigning } from 'service-kit/security/signing';
import { freshInstallation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../runtime/event-log/own-database.ts';
import { checkLog } from './backup/check.ts';
import { accessesWaitAgain } from './restore/after-loading.ts';
import { RESTORE_LOCK } from './restore/run-restore.ts';
import { readErasures } from './erasures.ts';
import { neededManifest } from './repository/manifest.ts';
import { runProgramToEnd } from '../../verification/test/started-program.ts';
import {
  backUp,
  eventsIn,
  type Hospital,
  newFolder,
  openHospital,
  privateRowsIn,
  quietProgress,
  removeFolder,
  restoreInto,
} from './testing/hospital.ts';

let hospital: Hospital;
let folder: string;
const opened: (() => Promise<void>)[] = [];

const sql = <Row extends object>(text: string, values: unknown[] = [], url = hospital.database.url): Promise<Row[]> =>
  inDatabase(url, async (client) => (await client.query<Row>(text, values)).rows);
const append = async (stream: string, revision: bigint, count: number): Promise<void> => {
  const events = Array.from({ length: count }, (_, n): StoredEvent => {
    const [data, metadata] = [`{"n":${n},"text":"ملاحظة \\\\ 1.0"}`, '{"teamId":"team-x"}'].map((text) =>
      Buffer.from(text),
    );
    return {
      stream,
      revision: revision + BigInt(n),
      id: randomUUID(),
      type: 'NoteWritten',
      contentType: JSON_CONTENT,
      created: '',
      position: { commit: 0n, prepare: 0n },
      data: data ?? Buffer.alloc(0),
      metadata: metadata ?? Buffer.alloc(0),
    };
  });
  expect(await hospital.log.append(stream, revision, events)).toEqual({ kind: 'written' });
};
const emptyDatabase = async (): Promise<OwnDatabase> => {
  const database = await ownDatabase();
  opened.push(database.stop);
  return database;
};
const emptyFolder = async (): Promise<string> => {
  const made = await newFolder();
  opened.push(() => removeFolder(made));
  return made;
};

beforeAll(async () => {
  [hospital, folder] = [await openHospital(0.00005), await newFolder()];
  // As after a retention: the trigger would give these lines other numbers and hashes.
  for (const kind of ['First', 'Second'])
    await sql("insert into accounts.security_line (kind, actor_kind) values ($1, 'product')", [kind]);
  await sql(
    "insert into accounts.security_line (kind, actor_kind, data) values ('LinesRemoved', 'product', '{\"upTo\": 1}')",
  );
  await sql('delete from accounts.security_line where number = 1');
  await sql(
    `insert into images.image (image_id, admission_id, patient_id, uploaded_by, team_id, bytes, content_type, content, thumbnail)
     select 'image-' || n, 'admission', patient_id, 'user', 'team', 3, 'image/png', decode('0a5c09', 'hex') || n::text::bytea, '\\x00ff'
     from (select patient_id, row_number() over (order by patient_id) as n from accounts.patient_key
           where wrapped_key is not null limit 3) as patients`,
  );
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await hospital?.stop();
  await removeFolder(folder);
});

/** Other installations of the run have locks on the same server. */
const waitingForLocks = `
  select from pg_locks
  where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;

describe('a backup', () => {
  test('has everything, and the next one adds what is new', async () => {
    const first = await backUp(hospital, folder);
    expect(first).toMatchObject({ number: 1, images: { count: 3 }, keys: { elsewhere: false } });
    expect(first.checked.events).toBe(first.segments.reduce((sum, { count }) => sum + count, 0));
    await append('note-1', 0n, 20);
    const second = await backUp(hospital, folder);
    expect(second.segments.at(-1)?.last).toMatchObject({ stream: 'note-1', revision: '19' });
    expect(second.checked.seals).toBe(first.checked.seals);
    expect(await readdir(join(folder, 'tables'))).toEqual(['00000002']);
    expect(await readdir(join(folder, 'log'))).toEqual(second.segments.map(({ file }) => file));
    await checkLog(folder, await neededManifest(folder), quietProgress());
  });

  test('with nothing new has the same log', async () => {
    const before = await neededManifest(folder);
    expect((await backUp(hospital, folder)).segments).toEqual(before.segments);
  });

  test('is refused while another one runs, and on a folder with other files', async () => {
    await inDatabase(hospital.database.url, async (client) => {
      await client.query('select pg_advisory_lock(107996126115184)');
      await expect(backUp(hospital, folder)).rejects.toThrow('Another backup of this installation is running');
    });
    await expect(backUp(hospital, process.cwd())).rejects.toThrow('holds no backup, but other files');
  });

  test('of another log into the same folder is refused', async () => {
    const other = await openHospital(0.00002);
    try {
      await expect(backUp(other, folder)).rejects.toThrow('holds backups of another log');
    } finally {
      await other.stop();
    }
  });

  test('has the deletion of each patient whose key it does not have', async () => {
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      `select patient_id as id from accounts.patient_key where wrapped_key is not null and patient_id not in
         (select patient_id from images.image) limit 1`,
    );
    let reads = 0;
    const { log } = hospital;
    // A patient is deleted when the end of the log has been read, and before the keys are.
    async function* read(options: ReadOptions): AsyncGenerator<StoredEvent> {
      yield* log.read(options);
      reads += 1;
      if (reads !== 2) return;
      await append('deleted-1', 0n, 1);
      await sql(
        'update accounts.patient_key set wrapped_key = null, key_id = null, destroyed_at = now() where patient_id = $1',
        [id],
      );
    }
    const made = await backUp({ ...hospital, log: { ...log, read } }, folder);
    expect(reads).toBe(3);
    expect(made.segments.at(-1)?.last.stream).toBe('deleted-1');
    expect(made.erased).toBe(1);
  });

  test('has the keys on another medium, where that is wanted', async () => {
    const [here, there] = [await emptyFolder(), await emptyFolder()];
    const made = await backUp(hospital, here, { keysFolder: there });
    expect(made.keys.elsewhere).toBe(true);
    expect(await readdir(here)).not.toContain('keys');
    await backUp(hospital, here, { keysFolder: there });
    expect(await readdir(join(there, 'keys'))).toEqual(['00000002']);
    const database = await emptyDatabase();
    await restoreInto({ databaseUrl: database.url }, here, { keysFolder: there });
    expect(await privateRowsIn(database.url)).toEqual(await privateRowsIn(hospital.database.url));
  });
});

describe('an altered log', () => {
  const change = (text: string): Promise<unknown> => sql(text);
  const event = `(select position from event_log.event where stream like 'admission-%' and revision = 1
                  order by position limit 1)`;

  test('ends the run at the first event, and is kept where that is wanted', async () => {
    const [{ data, stream } = { data: Buffer.alloc(0), stream: '' }] = await sql<{ data: Buffer; stream: string }>(
      `select data, stream from event_log.event where position = ${event}`,
    );
    await change(`update event_log.event set data = convert_to('{"altered":1}', 'utf8') where position = ${event}`);
    await hospital.restartLog();
    const elsewhere = await emptyFolder();
    await expect(backUp(hospital, elsewhere)).rejects.toThrow(
      `The log was altered at ${stream}@1: it is not the event that was sealed there.`,
    );
    expect(await readdir(elsewhere)).not.toContain('backup.json');
    const kept = await backUp(hospital, elsewhere, { evenIfAltered: true });
    expect(kept.altered).toContain(`${stream}@1`);
    const checked = await runProgramToEnd('operations/backup/backup-main.js', {}, ['--check', elsewhere]);
    expect(checked).toMatchObject({ code: 1, output: expect.stringContaining(`altered at ${stream}@1`) });
    await sql(`update event_log.event set data = $1 where position = ${event}`, [data]);
    await hospital.restartLog();
  });

  test('that has lost events is noticed by their seals', async () => {
    await sql(`insert into accounts.event_seal values ('lost-1', 0, '\\x00')`);
    await sql(`insert into accounts.sealed_stream (stream, team_id, revision, link) values ('lost-1', '', 0, '\\x00')`);
    await expect(backUp(hospital, folder)).rejects.toThrow(
      'The log was altered at lost-1@0: it was sealed, and the log does not have it any more.',
    );
    await sql(`delete from accounts.event_seal where stream = 'lost-1'`);
    await sql(`delete from accounts.sealed_stream where stream = 'lost-1'`);
    await backUp(hospital, folder);
  });
});

describe('a restore', () => {
  test('has every event byte for byte at its position, and every private row', async () => {
    const database = await emptyDatabase();
    await restoreInto({ databaseUrl: database.url }, folder);
    expect(await eventsIn(database.url)).toEqual(await eventsIn(hospital.database.url));
    expect(await privateRowsIn(database.url)).toEqual(await privateRowsIn(hospital.database.url));
    expect(await sql('select from pg_namespace where nspname = $1', ['restoring'], database.url)).toEqual([]);
    await expect(restoreInto({ databaseUrl: database.url }, folder)).rejects.toThrow('The database is not empty');
  });

  test('that is killed goes on, and no service starts before it is done', async () => {
    const database = await emptyDatabase();
    const stopping = new AbortController();
    stopping.abort(new Error('killed'));
    await expect(restoreInto({ databaseUrl: database.url }, folder, { signal: stopping.signal })).rejects.toThrow(
      'killed',
    );
    const pool = new Pool({ connectionString: database.url });
    await expect(migratePrivateSchema(pool)).rejects.toThrow('A restore of a backup has begun here');
    await pool.end();
    await expect(restoreInto({ databaseUrl: database.url }, folder, { cut: { position: 9n } })).rejects.toThrow(
      'to another position, has begun here',
    );
    await restoreInto({ databaseUrl: database.url }, folder);
    expect(await eventsIn(database.url)).toEqual(await eventsIn(hospital.database.url));
  });

  test('waits some seconds for the end of another one', async () => {
    const database = await emptyDatabase();
    await inDatabase(database.url, async (other) => {
      await other.query(`select pg_advisory_lock(${RESTORE_LOCK})`);
      await expect(restoreInto({ databaseUrl: database.url }, folder)).rejects.toThrow(
        'Another restore into this database is running.',
      );
      const waiting = restoreInto({ databaseUrl: database.url }, folder);
      await expect.poll(async () => (await other.query(waitingForLocks)).rowCount).toBe(1);
      await other.query(`select pg_advisory_unlock(${RESTORE_LOCK})`);
      await waiting;
    });
    expect(await eventsIn(database.url)).toEqual(await eventsIn(hospital.database.url));
  });

  test('of an older version passes through the steps that its database would', async () => {
    const [older, database, copied] = [await emptyDatabase(), await emptyDatabase(), await emptyFolder()];
    const pool = new Pool({ connectionString: older.url });
    // Before second factors and ids of master keys.
    await migratePrivateSchema(pool, { steps: 12 });
    await pool.end();
    await sql(
      `insert into accounts.credential (user_id, email, password_hash, command_id, confirmed_at)
       values ('lost', 'lost@hospital.test', 'hash', gen_random_uuid(), now())`,
      [],
      older.url,
    );
    const { log } = hospital;
    await expect(backUp({ ...hospital, database: older, log }, copied)).resolves.toMatchObject({
      privateSchema: { steps: 12 },
      masterKeys: [],
    });
    await restoreInto({ databaseUrl: database.url }, copied);
    expect(await sql('select max(step) as step from accounts.migration', [], database.url)).toEqual([
      { step: privateSchema.steps },
    ]);
    // The log does not have its registration.
    expect(await sql('select confirmed_at from accounts.credential', [], database.url)).toEqual([
      { confirmed_at: null },
    ]);
    expect(await sql('select key_id from accounts.master_key', [], database.url)).toHaveLength(1);
  });

  test('into a server goes by its protocol', async () => {
    const [database, server] = [await emptyDatabase(), await freshInstallation()];
    opened.push(server.stop);
    const into = { databaseUrl: database.url, eventstoreUrl: server.eventstoreUrl };
    await restoreInto(into, folder);
    const withoutPlace = (events: readonly string[]) => events.map((text) => text.split(' ').slice(1, -1));
    expect(withoutPlace(await eventsIn(server.databaseUrl))).toEqual(
      withoutPlace(await eventsIn(hospital.database.url)),
    );
    await expect(restoreInto({ ...into, databaseUrl: (await emptyDatabase()).url }, folder)).rejects.toThrow(
      'The event log of EVENTSTORE_URL is not empty',
    );
  });

  test('to a position has the log up to there, and seals of these events only', async () => {
    const database = await emptyDatabase();
    const all = await eventsIn(hospital.database.url);
    const position = BigInt(Math.floor(all.length / 2));
    await restoreInto({ databaseUrl: database.url }, folder, { cut: { position } });
    const kept = await eventsIn(database.url);
    expect(kept).toEqual(all.slice(0, kept.length));
    expect(kept.at(-1)).toMatch(new RegExp(`^${position} `));
    const unmatched = `select from accounts.event_seal seal where not exists
      (select from event_log.event e where e.stream = seal.stream and e.revision = seal.revision)`;
    expect(await sql(unmatched, [], database.url)).toEqual([]);
    const heads = `select from accounts.sealed_stream sealed where revision <>
      (select max(revision) from accounts.event_seal seal where seal.stream = sealed.stream)`;
    expect(await sql(heads, [], database.url)).toEqual([]);
    expect(await sql('select number from accounts.anchor', [], database.url)).toEqual(
      await sql('select number from accounts.anchor'),
    );
    // A new anchor may name a head that an anchor of before has named.
    const anchored = await inDatabase(database.url, (on) => anchorIn(on, createSigning(Buffer.alloc(32)), new Date()));
    expect(anchored).toBeGreaterThan(0);
    await expect(restoreInto({ databaseUrl: database.url }, folder, { cut: { position: 10n ** 9n } })).rejects.toThrow(
      'The backup ends at position',
    );
  });

  test('to an instant has the events up to then', async () => {
    const [{ at } = { at: new Date() }] = await sql<{ at: Date }>(
      `select created as at from event_log.event order by position offset 40 limit 1`,
    );
    const database = await emptyDatabase();
    await restoreInto({ databaseUrl: database.url }, folder, { cut: { at } });
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(
      'select max(position)::int as last from event_log.event where created <= $1',
      [at],
    );
    expect((await eventsIn(database.url)).at(-1)).toMatch(new RegExp(`^${last} `));
  });

  test('of an older backup keeps erased what the ledger names', async () => {
    const older = await emptyFolder();
    await backUp(hospital, older);
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      `select patient_id as id from images.image order by image_id limit 1`,
    );
    await sql(
      'update accounts.patient_key set wrapped_key = null, key_id = null, destroyed_at = now() where patient_id = $1',
      [id],
    );
    const ledger = join(await emptyFolder(), 'erasures.json');
    const env = { DATABASE_URL: hospital.database.url, EVENTSTORE_URL: hospital.eventstoreUrl };
    expect(await runProgramToEnd('operations/backup/backup-main.js', env, ['--erasures', ledger])).toMatchObject({
      code: 0,
    });
    const erasures = await readErasures(ledger);
    expect(erasures.map((one) => one.id)).toContain(id);

    const database = await emptyDatabase();
    // The older copy has the other erased patient's key no more.
    expect((await restoreInto({ databaseUrl: database.url }, older, { erasures })).erased).toBe(1);
    const key =
      'select wrapped_key, key_id, destroyed_at is not null as erased from accounts.patient_key where patient_id = $1';
    expect(await sql(key, [id], database.url)).toEqual([{ wrapped_key: null, key_id: null, erased: true }]);
    expect(await sql('select from images.image where patient_id = $1', [id], database.url)).toEqual([]);
    // The next backup has neither the key nor the image, although its row is still there.
    const next = await backUp(hospital, older);
    expect(next.images.count).toBe(2);
    const images = await readdir(join(older, 'images'), { recursive: true });
    expect(images.filter((name) => name.endsWith('.image'))).toHaveLength(2);
  });

  test('lets accesses wait again whose append the log does not have', async () => {
    const note = (id: number, stream: string | null, after: number | null, isAppended: boolean) =>
      sql(
        `insert into accounts.access_note (note_id, team_id, actor_id, kind, data, at, due_at, batch, stream, after_revision, appended_at)
         values ($1, 'team', 'user', 'ReportRead', '{}', now(), now(), $2, $3, $4, $5)`,
        [randomUUID(), stream === null ? null : randomUUID(), stream, after, isAppended ? new Date(id) : null],
      );
    await append('access-team-2026-11', 0n, 3);
    await note(1, 'access-team-2026-11', null, true);
    await note(2, 'access-team-2026-11', 1, true);
    await note(3, 'access-team-2026-11', 2, true);
    await note(4, 'access-team-2026-12', null, true);
    await note(5, 'access-team-2026-11', 2, false);
    const log = { headsOf: async () => new Map([['access-team-2026-11', 2n]]) };
    await inDatabase(hospital.database.url, (client) => accessesWaitAgain(client, log));
    const rows = await sql<{ after: string | null; appended: boolean }>(
      `select after_revision::text as after, appended_at is not null as appended from accounts.access_note
       where team_id = 'team' order by after_revision nulls first, appended_at nulls last`,
    );
    expect(rows).toEqual([
      { after: null, appended: true },
      { after: null, appended: false },
      { after: null, appended: false },
      { after: '1', appended: true },
      { after: '2', appended: false },
    ]);
  });
});
