/**
 * The offline verifier after a merge and its undo, moves to another chart, a take-over, a transfer and an erasure by two
 * people, all made by the running product.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admission, Patient, PhysicianNote, Review } from 'language/contract/entities';
import type { Erasure } from 'language/contract/erasures';
import { Pool } from 'pg';
import { createSeals } from 'service-kit/event-log/seals';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning, type Signing } from 'service-kit/security/signing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../verification/rights/testing/placeholders.ts';
import { startTestEnvironment, type TestEnvironment } from '../../verification/rights/testing/test-environment.ts';
import { ExportCheck } from '#verify-export';

const PATIENCE = { timeout: 60_000, interval: 200 };

let environment: TestEnvironment;
let pool: Pool;
let signing: Signing;
let folder: string;
let [icu, ward] = ['', ''];
/** The exported streams, and what happened in each: `admission-<id>` or `patient-<id>`. */
let streams: Readonly<Record<string, readonly string[]>>;
/** The id of the admission that was transferred. */
let transferred = '';
const files = new Map<string, string>();

async function done<Body>(
  who: Person,
  method: string,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Body> {
  const { status, text } = await environment.askAs(who, method, path, method === 'GET' ? undefined! : body, headers);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text) as Body;
}

beforeAll(async () => {
  environment = await startTestEnvironment();
  const { databaseUrl, masterKey } = environment.installation;
  pool = new Pool({ connectionString: databaseUrl, max: 2 });
  signing = createSigning(await openRootKey(pool, [Buffer.from(masterKey, 'base64')]));
  folder = await mkdtemp(join(tmpdir(), 'corrected-'));
  streams = await correctEverything();
  await sealed();
  for (const stream of Object.keys(streams)) files.set(stream, await exported(stream));
});
afterAll(async () => {
  await pool?.end();
  await environment?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function correctEverything(): Promise<typeof streams> {
  const { teamAdmin: admin, author, pharmacist, physician, stranger: inWard } = environment.people;
  icu = await environment.existing('team', admin);
  ward = environment.otherTeam;
  const drug = await environment.existing('trade label', admin);
  const errType = await environment.existing('error type', admin);
  const register = async (): Promise<string> =>
    (await done<Patient>(admin, 'POST', '/api/patients', { team: icu, firstName: 'سعاد', birthdate: '1961-04-02' }))
      ._id;
  const admit = async (patient: string): Promise<string> =>
    (await done<Admission>(admin, 'POST', '/api/admissions', { patient, admissionDate: '2025-03-01' }))._id;
  const review = (admissionId: string): Promise<Review> =>
    done<Review>(author, 'POST', '/api/reviews/addReview', {
      admissionId,
      reviewDate: '2025-03-02',
      drugErrs: [1, 2].map(() => ({ errType, errDrug: drug, errSeverity: 'C', errNote: '<p>Too high</p>' })),
    });

  const [stays, duplicate] = [await register(), await register()];
  await done(admin, 'POST', `/api/patients/${stays}/merged`, { patient: duplicate, reason: 'Registered twice' });
  await done(admin, 'DELETE', `/api/patients/${stays}/merged/${duplicate}`);

  const moving = await register();
  const [source, target] = [await admit(moving), await admit(await register())];
  const [first, second] = [await review(source), await review(source)];
  const note = await done<PhysicianNote>(physician, 'POST', '/api/physicNotes/addphysicNote', {
    admissionId: source,
    noteDate: '2025-03-02',
    note: '<p>Echo</p>',
  });
  const entry = first.drugErrs[0]!._id;
  await done(pharmacist, 'PUT', `/api/reviews/${first._id}/takeOver`, { errId: entry });
  for (const moved of [
    { kind: 'entry', id: entry, reviewId: first._id },
    { kind: 'review', id: second._id },
    { kind: 'note', id: note._id },
  ])
    await done(admin, 'POST', `/api/admissions/${source}/moves`, {
      ...moved,
      toAdmission: target,
      reason: 'Wrong bed',
    });

  const inSource = `/api/admissions/${source}`;
  const { transfer } = await done<Admission>(admin, 'POST', `${inSource}/transfer`, { toTeam: ward, note: 'Stable' });
  await done(inWard, 'PUT', `${inSource}/transfer/accept`, { offer: transfer!.offer });
  await done(inWard, 'PUT', `${inSource}/edit`, { room: '7' });
  transferred = source;

  const erased = await register();
  const stay = await admit(erased);
  await review(stay);
  const path = `/api/patients/${erased}/erasure`;
  const asked = await done<{ stream: string; revision: number }>(author, 'POST', path, {
    category: 'wish',
    reason: 'The family asked',
  });
  const look = await done<Erasure>(admin, 'GET', path, undefined, {
    'x-read-after': `${asked.stream}@${asked.revision}`,
  });
  await done(admin, 'PUT', `${path}/agree`, {}, { 'if-match': String(look.version) });

  return {
    [`patient-${stays}`]: ['PatientAbsorbed', 'PatientSeparated'],
    [`patient-${duplicate}`]: ['PatientMerged', 'PatientMergeUndone'],
    [`admission-${source}`]: [
      'EntryTakenOver',
      'MovedToAnotherChart',
      'MoveCompleted',
      'TransferOffered',
      'TransferAccepted',
    ],
    [`admission-${target}`]: ['MovedFromAnotherChart'],
    [`patient-${moving}`]: ['PatientTransferred'],
    [`patient-${erased}`]: ['PatientErasureRequested', 'PatientErasureAgreed', 'PatientDeleted'],
    [`admission-${stay}`]: ['AdmissionErased'],
  };
}

/** Waits for the seals of the product, and signs anchors for them, as it does every ten minutes. */
async function sealed(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ unsealed: number }>(
      `select count(*)::int as unsealed from event_log.event e
       where stream not like '$%' and not exists (
         select from accounts.event_seal s where s.stream = e.stream and s.revision = e.revision)`,
    );
    expect(rows).toEqual([{ unsealed: 0 }]);
  }, PATIENCE);
  while ((await createSeals(pool).anchor(signing, new Date())) > 0);
}

/** By a person who may read it as it is. */
async function exported(stream: string): Promise<string> {
  const { teamAdmin, stranger } = environment.people;
  const isMoved = streams[stream]?.some((type) => ['TransferAccepted', 'PatientTransferred'].includes(type));
  const [kind = '', ...id] = stream.split('-');
  const path = `/api/history/${kind}s/${id.join('-')}/export`;
  const { status, text } = await environment.askAs(isMoved ? stranger : teamAdmin, 'GET', path, undefined!);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

/** The output of the auditor's program, and its exit code. @param texts the files' contents */
async function checked(...texts: readonly string[]): Promise<{ code: number; said: string }> {
  const paths = texts.map((_, index) => join(folder, `export-${index}.ndjson`));
  for (const [index, path] of paths.entries()) await writeFile(path, texts[index] ?? '');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['infra/operations/history/verify-export.mjs', ...paths, '--key', signing.publicKey],
      (error, out, said) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + said }),
    );
  });
}

/** The same check without a process of its own: a finding is `<what>: <where>`. */
function findingsIn(text: string): string[] {
  const check = new ExportCheck();
  for (const line of text.trimEnd().split('\n')) check.add(line);
  return check.end(signing.publicKey).findings.map(({ what, where }) => `${what}: ${where}`);
}

interface EventLine {
  readonly event: {
    readonly revision: number;
    readonly type: string;
    readonly data: object;
    readonly metadata: object;
  };
}
/** The lines of a file that hold an event of this type. */
const linesWith = (lines: readonly string[], type: string): { index: number; line: EventLine }[] =>
  lines.flatMap((text, index) => {
    const line = JSON.parse(text) as Partial<EventLine>;
    return line.event?.type === type ? [{ index, line: line as EventLine }] : [];
  });

test('the exports are as they were signed, with every event under an anchor', async () => {
  for (const [stream, types] of Object.entries(streams)) {
    const text = files.get(stream) ?? '';
    for (const type of types) expect(text).toContain(`"type":"${type}"`);
    const events = text.split('\n').filter((line) => line.startsWith('{"event"')).length;
    expect(await checked(text)).toEqual({
      code: 0,
      said: expect.stringMatching(
        new RegExp(`^${stream}: ${events} events and [1-9]\\d* anchors, as they were signed`),
      ) as string,
    });
  }
});

test('another actor, another content or another type of each of these events is found and named', () => {
  let tampered = 0;
  for (const [stream, types] of Object.entries(streams)) {
    const lines = (files.get(stream) ?? '').trimEnd().split('\n');
    for (const type of types)
      for (const { index, line } of linesWith(lines, type)) {
        const { event } = line;
        const changes = [
          { metadata: { ...event.metadata, actorId: 'another' } },
          { data: { ...event.data, moved: 'another' } },
          { type: 'ReviewDeleted' },
        ];
        for (const change of changes) {
          const altered = lines.with(index, JSON.stringify({ ...line, event: { ...event, ...change } }));
          expect([type, findingsIn(altered.join('\n'))]).toEqual([type, [`altered: event ${event.revision}`]]);
          tampered += 1;
        }
        const without = lines.toSpliced(index, 1).join('\n');
        expect([type, findingsIn(without)]).toEqual([type, [`dropped: event ${event.revision}`]]);
      }
  }
  // Twelve kinds of which one event is there, and the events of three moves.
  expect(tampered).toBe(3 * (12 + 3 * 3));
});

test('an event that was altered in the log before the export is found by the anchor', async () => {
  for (const [stream, types] of Object.entries(streams))
    for (const type of types) {
      const { rows } = await pool.query<{ revision: number; metadata: Buffer }>(
        `update event_log.event e
         set metadata = convert_to(regexp_replace(convert_from(e.metadata, 'UTF8'), '"actorId":"[^"]*"', '"actorId":"x"'),
                                   'UTF8')
         from (select stream, revision, metadata from event_log.event
               where stream = $1 and type = $2 order by revision desc limit 1) old
         where e.stream = old.stream and e.revision = old.revision
         returning e.revision::int, old.metadata`,
        [stream, type],
      );
      const [old] = rows;
      expect(old).toBeDefined();
      const anchored = expect.stringMatching(/^altered: event \d+$/) as string;
      expect([type, findingsIn(await exported(stream))]).toEqual([type, expect.arrayContaining([anchored])]);
      await pool.query('update event_log.event set metadata = $3 where stream = $1 and revision = $2', [
        stream,
        old?.revision,
        old?.metadata,
      ]);
      expect([type, findingsIn(await exported(stream))]).toEqual([type, []]);
    }
});

test('the anchors of the receiving team, saved before, show that the end of a transferred chart was cut off', async () => {
  const { teamAdmin, stranger } = environment.people;
  const anchorsOf = async (who: Person, team: string): Promise<string> =>
    (await environment.askAs(who, 'GET', `/api/history/teams/${team}/anchors`, undefined!)).text;
  const stream = `admission-${transferred}`;
  const saved = await anchorsOf(stranger, ward);
  for (const anchors of [saved, await anchorsOf(teamAdmin, icu)])
    expect(await checked(anchors, files.get(stream) ?? '')).toMatchObject({ code: 0 });
  // With the event, the anchor that the export would bring along is gone.
  const { rows } = await pool.query<{ revision: number }>(
    `delete from event_log.event where stream = $1 and type = 'AdmissionEdited' returning revision::int`,
    [stream],
  );
  const cut = rows[0]?.revision ?? -1;
  await pool.query('delete from accounts.anchored_head where stream = $1 and revision >= $2', [stream, cut]);
  const text = await exported(stream);
  expect(await checked(text)).toMatchObject({ code: 0 });
  const { code, said } = await checked(saved, text);
  expect([code, said]).toEqual([1, expect.stringContaining(`cut off: event ${cut} (`)]);
});
