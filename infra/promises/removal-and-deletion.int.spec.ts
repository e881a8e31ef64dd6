import { randomUUID } from 'node:crypto';
import type {
  Admission,
  Answer,
  GalleryChange,
  Patient,
  Review,
  Team,
  UploadedImages,
  Written,
} from 'command-api/contract/entities';
import type { Changed, ClientToServer, ServerToClient, WatchAnswer } from 'command-api/contract/live';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { Pool } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../test/product.ts';

let installation: Installation;
let product: Product;
let db: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  const { databaseUrl, eventstoreUrl, masterKey } = installation;
  product = await startProduct({
    env: {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventstoreUrl,
      MASTER_KEY: masterKey,
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
    },
  });
  db = new Pool({ connectionString: databaseUrl, max: 2 });
});
afterAll(async () => {
  await db?.end();
  await product?.stop();
  await installation.stop();
});

const PATIENCE = { timeout: 20_000, interval: 20 };
/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

async function ask<Body>(
  person: Person | undefined,
  method: string,
  path: string,
  body?: object,
  after?: Written,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(new URL(path, product.url), {
    method,
    headers: {
      ...(person && { authorization: `bearer ${person.token}` }),
      ...(after && { 'x-read-after': `${after.stream}@${after.revision}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function signUp(firstName: string): Promise<Person> {
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@hospital.test`;
  const { body } = await ask<{ _id: string; token: string }>(undefined, 'POST', '/api/users', {
    firstName,
    lastName: 'Farouk',
    email,
    phone: '01001234501',
    password: 'correct horse 1',
  });
  return { id: body._id, email, token: body.token };
}

async function openTeam(): Promise<{ mona: Person; omar: Person; team: Answer<Team> }> {
  const [mona, omar] = [await signUp('Mona'), await signUp('Omar')];
  const { body } = await ask<Team>(mona, 'POST', '/api/teams', { name: 'Adult ICU', specialty: 1 });
  return {
    mona,
    omar,
    team: (await ask<Answer<Team>>(mona, 'POST', `/api/teams/${body._id}/members`, { email: omar.email })).body,
  };
}

const register = async (person: Person, team: string, facts: object = {}) =>
  ask<Answer<Patient>>(person, 'POST', '/api/patients', {
    team,
    firstName: 'محمد',
    middleName: 'أحمد',
    birthdate: '1960-01-01',
    ...facts,
  });

/** A socket of this person that watches the team, and the changes that it receives. */
async function watching(
  person: Person,
  team: string,
): Promise<{ socket: Socket<ServerToClient, ClientToServer>; heard: Changed[]; watch: () => Promise<WatchAnswer> }> {
  const socket: Socket<ServerToClient, ClientToServer> = io(product.url, {
    auth: { token: person.token },
    transports: ['websocket'],
    forceNew: true,
  });
  const heard: Changed[] = [];
  socket.on('changed', (change) => heard.push(change));
  const watch = () => socket.emitWithAck('watch', { team });
  await expect.poll(async () => (socket.connected ? (await watch()).ok : false), PATIENCE).toBe(true);
  return { socket, heard, watch };
}

test('a removed member can no longer write, read or receive changes of the team', async () => {
  const { mona, omar, team } = await openTeam();
  const { body: patient } = await register(mona, team._id);
  expect((await ask(omar, 'GET', `/api/patients/${patient._id}`, undefined, patient)).status).toBe(200);
  const [hers, his] = [await watching(mona, team._id), await watching(omar, team._id)];

  const { status, body: without } = await ask<Answer<Team>>(
    mona,
    'DELETE',
    `/api/teams/${team._id}/members/${omar.id}`,
  );
  const removed = performance.now();
  expect(status).toBe(200);
  expect((await register(omar, team._id)).status).toBe(404);
  await expect.poll(async () => (await ask(omar, 'GET', `/api/patients/${patient._id}`)).status, PATIENCE).toBe(404);
  const unread = performance.now();
  // The removed member receives the removal as the last change.
  await expect
    .poll(
      () => his.heard.some(({ stream, revision }) => stream === without.stream && revision >= without.revision),
      PATIENCE,
    )
    .toBe(true);
  const readMs = Math.round(unread - removed);
  const socketMs = Math.round(performance.now() - removed);
  process.stdout.write(`reads refused ${readMs} ms after the removal, the socket notified within ${socketMs} ms\n`);

  const { body: later } = await register(mona, team._id);
  await expect.poll(() => hers.heard.some(({ stream }) => stream === later.stream), PATIENCE).toBe(true);
  // The socket keeps order: this answer comes after every earlier change.
  expect(await his.watch()).toMatchObject({ ok: false });
  expect(his.heard.map(({ stream }) => stream)).not.toContain(later.stream);
  for (const { socket } of [hers, his]) socket.close();
});

/** The tables of the database that hold this text in any row, as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<{ held: boolean }>(
      `select exists (select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0) as held`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rows[0]?.held) holding.push(name);
  }
  return holding;
}

test('no table holds data of a deleted patient, and the image is gone', async () => {
  const { mona, team } = await openTeam();
  const secret = `Unmistakable${randomUUID().slice(0, 8)}`;
  const { body: patient } = await register(mona, team._id, { firstName: secret, medicalRecordNumber: secret });
  const admit = () =>
    ask<Answer<Admission>>(mona, 'POST', '/api/admissions', {
      patient: patient._id,
      admissionDate: '2025-03-01',
      admissionDetails: `<p>${secret}</p>`,
    });
  const { body: admission } = await admit();
  const { body: drug } = await ask<{ tradeLabels: { _id: string }[] }>(mona, 'POST', '/api/drugs', {
    label: 'Warfarin',
    tradeLabels: [{ label: 'Marevan' }],
    tips: '',
  });
  const drugErrs = [{ errType: NO_ERROR._id, errDrug: drug.tradeLabels[0]!._id, errNote: `<p>${secret}</p>` }];
  const { body: review } = await ask<Answer<Review>>(mona, 'POST', '/api/reviews/addReview', {
    admissionId: admission._id,
    reviewDate: '2025-03-02',
    clinicalNote: `<p>${secret}</p>`,
    drugErrs,
  });
  const form = new FormData();
  // Bytes behind the end of the picture make the upload large and are not stored.
  form.append('image', new Blob([new Uint8Array(picture), new Uint8Array(9_900_000)]), 'x-ray.png');
  const { body: uploaded } = await ask<UploadedImages>(mona, 'POST', `/api/admissions/${admission._id}/images`, form);
  const image = uploaded.images[0]!.image;
  const { body: gallery } = await ask<Answer<GalleryChange>>(mona, 'POST', `/api/admissions/${admission._id}/gallery`, {
    title: secret,
    images: [{ image }],
  });
  expect((await ask(mona, 'GET', `/api/admissions/${admission._id}/details`, undefined, gallery)).status).toBe(200);
  const shown = await fetch(new URL(image, product.url), { headers: { authorization: `bearer ${mona.token}` } });
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await shown.arrayBuffer()).byteLength).toBeLessThan(1_000);
  expect(await tablesWith(secret)).toEqual(
    expect.arrayContaining([
      'read_v1.admission',
      'read_v1.gallery_group',
      'read_v1.patient',
      'read_v1.review',
      'read_v1.review_entry',
    ]),
  );

  expect((await ask(mona, 'DELETE', `/api/patients/${patient._id}`)).status).toBe(409);
  expect((await ask(mona, 'DELETE', `/api/reviews/${review._id}`)).status).toBe(200);
  const { body: noAdmission } = await ask<Answer<Admission>>(mona, 'DELETE', `/api/admissions/${admission._id}`);
  const { status, body: deleted } = await ask<Answer<Patient>>(mona, 'DELETE', `/api/patients/${patient._id}`);
  expect([status, deleted.firstName]).toEqual([200, secret]);

  expect((await ask(mona, 'GET', `/api/patients/${patient._id}`, undefined, deleted)).status).toBe(404);
  expect((await ask(mona, 'GET', `/api/admissions/${admission._id}/details`, undefined, noAdmission)).status).toBe(404);
  await expect.poll(() => tablesWith(secret), PATIENCE).toEqual([]);
  expect(
    (await fetch(new URL(image, product.url), { headers: { authorization: `bearer ${mona.token}` } })).status,
  ).toBe(404);
  expect((await db.query('select from images.image where patient_id = $1', [patient._id])).rowCount).toBe(0);
  expect((await admit()).status).toBe(404);
  const ready = await ask<{ services: Record<string, { parked?: unknown[] }> }>(undefined, 'GET', '/api/ready');
  expect(JSON.stringify(ready.body)).not.toContain(patient._id);
  expect(product.log()).not.toContain(secret);
});
