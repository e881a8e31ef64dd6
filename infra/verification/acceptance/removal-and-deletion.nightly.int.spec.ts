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
} from 'language/contract/entities';
import type { HomeMedication } from 'language/contract/reconciliation';
import type { Erasure, ErasureAnswer } from 'language/contract/erasures';
import type { Changed, ClientToServer, ServerToClient, WatchAnswer } from 'language/contract/live';
import { NO_ERROR } from 'language/domain/values/codes';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createLogger } from 'service-kit/process/logger';
import { Pool } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExportCheck } from '../../operations/history/verify-export.mjs';
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
  ifMatch?: number,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(new URL(path, product.url), {
    method,
    headers: {
      ...(person && { authorization: `bearer ${person.token}` }),
      ...(ifMatch !== undefined && { 'if-match': String(ifMatch) }),
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

/** True if the log holds this text in any event, in its payload or its metadata. */
async function logHolds(text: string): Promise<boolean> {
  const log = connectEventLog({
    url: installation.eventstoreUrl,
    keys: {
      findKey: async () => undefined,
      findKeys: async () => new Map(),
      withKey: () => Promise.reject(new Error('This reader has no keys')),
    },
    logger: createLogger('spec', 'silent'),
  });
  try {
    for await (const { data, metadata } of log.readAllRaw({ maxCount: 100_000 }))
      if (JSON.stringify([data, metadata]).includes(text)) return true;
    return false;
  } finally {
    await log.close();
  }
}

test('no table, no event and no log line holds data of a patient whom two people erased, and numbers stay', async () => {
  const { mona, omar, team } = await openTeam();
  const hany = await signUp('Hany');
  await ask(mona, 'POST', `/api/teams/${team._id}/members`, { email: hany.email });
  await ask(mona, 'PUT', `/api/teams/${team._id}/members/${hany.id}`, { role: 'physician' });
  const secret = `Unmistakable${randomUUID().slice(0, 8)}`;
  const html = `<p>${secret}</p>`;
  const names = { firstName: secret, middleName: secret, lastName: secret, fourthName: secret };
  const { body: patient } = await register(mona, team._id, { ...names, medicalRecordNumber: secret });
  const { body: drug } = await ask<{ tradeLabels: { _id: string }[] }>(mona, 'POST', '/api/drugs', {
    label: 'Digoxin',
    tradeLabels: [{ label: 'Lanoxin' }],
    tips: '',
  });
  const drugId = drug.tradeLabels[0]!._id;
  const admit = async (admissionDate: string): Promise<string> =>
    (
      await ask<Answer<Admission>>(mona, 'POST', '/api/admissions', {
        patient: patient._id,
        admissionDate,
        admissionDetails: html,
        room: secret.slice(-8),
        bed: secret.slice(-8),
        consultant: secret,
        workingDiagnosis: secret,
      })
    ).body._id;
  const first = await admit('2025-01-02');
  await ask(mona, 'PUT', `/api/admissions/${first}/edit`, {
    dischargeDate: '2025-01-09',
    dischargeStatus: 0,
    dischargeNote: secret,
  });
  const open = await admit('2025-03-01');
  const drugErrs = [
    {
      errType: NO_ERROR._id,
      errDrug: drugId,
      errNote: html,
    },
  ];
  const { body: review } = await ask<Answer<Review>>(mona, 'POST', '/api/reviews/addReview', {
    admissionId: open,
    reviewDate: '2025-03-02',
    clinicalNote: html,
    drugErrs,
  });
  await ask(mona, 'PUT', `/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-03', clinicalNote: html });
  await ask(hany, 'POST', '/api/physicNotes/addphysicNote', { admissionId: open, noteDate: '2025-03-02', note: html });
  await ask(mona, 'POST', `/api/admissions/${open}/medications`, {
    drug: drugId,
    dose: secret,
    route: secret,
    frequency: secret,
    startDate: '2025-03-02',
    note: secret,
  });
  const { body: home } = await ask<Answer<HomeMedication>>(mona, 'POST', `/api/admissions/${open}/homeMedications`, {
    drugLabel: secret,
    indication: secret,
    note: secret,
  });
  await ask(mona, 'PUT', `/api/admissions/${open}/reconciliation`, {
    stage: 'discharge',
    lines: [{ line: { kind: 'home', id: home._id }, action: 'held', reason: secret, dose: secret, advice: secret }],
  });
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(picture)]), `${secret}.png`);
  const { body: uploaded } = await ask<UploadedImages>(mona, 'POST', `/api/admissions/${open}/images`, form);
  const image = uploaded.images[0]!.image;
  const { body: gallery } = await ask<Answer<GalleryChange>>(mona, 'POST', `/api/admissions/${open}/gallery`, {
    title: secret,
    images: [{ image }],
  });
  const perDay = `/api/reviews/countsReviewPerDay?team=${team._id}&startDate=2025-03-01&endDate=2025-03-31`;
  const { body: counted } = await ask<object[]>(mona, 'GET', perDay, undefined, gallery);
  expect(counted).toMatchObject([{ day: '2025-03-03', totalReviews: 1 }]);

  const path = `/api/patients/${patient._id}/erasure`;
  const { status, body: asked } = await ask<Answer<ErasureAnswer>>(omar, 'POST', path, {
    category: 'wish',
    reason: secret,
  });
  expect(status).toBe(201);
  const { body: look } = await ask<Erasure>(mona, 'GET', path, undefined, asked);
  expect(look).toMatchObject({
    request: { reason: secret, requestedBy: omar.id },
    goes: {
      admissions: 2,
      reviews: 1,
      entries: 1,
      notes: 1,
      medications: 1,
      homeMedications: 1,
      imageGroups: 1,
      images: 1,
    },
    stays: { reviews: 1, errors: 0 },
  });
  await expect
    .poll(() => tablesWith(secret), PATIENCE)
    .toEqual(expect.arrayContaining(['read_v1.erasure_request', 'read_v1.patient', 'read_v1.past_review']));
  const agreed = await ask<Answer<ErasureAnswer>>(mona, 'PUT', `${path}/agree`, {}, undefined, look.version);
  expect(agreed.status).toBe(200);

  await expect.poll(() => tablesWith(secret), PATIENCE).toEqual([]);
  expect(await logHolds(secret)).toBe(false);
  expect(product.log()).not.toContain(secret);
  expect((await db.query('select from images.image where patient_id = $1', [patient._id])).rowCount).toBe(0);
  for (const admission of [first, open]) {
    await expect
      .poll(async () => (await ask(mona, 'GET', `/api/admissions/${admission}/details`)).status, PATIENCE)
      .toBe(404);
    const { body: timeline } = await ask<{ erased?: boolean }>(mona, 'GET', `/api/history/admissions/${admission}`);
    expect(timeline).toMatchObject({ erased: true });
    const file = await fetch(new URL(`/api/history/admissions/${admission}/export`, product.url), {
      headers: { authorization: `bearer ${mona.token}` },
    });
    const text = await file.text();
    expect(text).not.toContain(secret);
    const check = new ExportCheck();
    for (const line of text.trimEnd().split('\n')) check.add(line);
    expect(check.end()).toMatchObject({ findings: [], stream: `admission-${admission}` });
  }
  expect((await ask(mona, 'GET', perDay)).body).toEqual(counted);
  const ready = await ask<object>(undefined, 'GET', '/api/ready');
  expect(JSON.stringify(ready.body)).not.toContain(patient._id);
});

test('the part of a team that was erased is in no table and no history; the other team keeps its chart and gets the patient', async () => {
  const { mona, omar, team } = await openTeam();
  const hany = await signUp('Hany');
  const { body: ward } = await ask<Team>(hany, 'POST', '/api/teams', { name: 'Ward 7', specialty: 1 });
  await ask(hany, 'POST', `/api/teams/${ward._id}/members`, { email: omar.email });
  await ask(hany, 'PUT', `/api/teams/${ward._id}/edit`, { receivesTransfers: true });
  const { body: patient } = await register(mona, team._id);
  const secret = `Unmistakable${randomUUID().slice(0, 8)}`;
  const admit = async (admissionDate: string): Promise<string> =>
    (await ask<Answer<Admission>>(mona, 'POST', '/api/admissions', { patient: patient._id, admissionDate })).body._id;
  const review = (person: Person, admissionId: string, clinicalNote: string) =>
    ask<Answer<Review>>(person, 'POST', '/api/reviews/addReview', {
      admissionId,
      reviewDate: '2025-03-02',
      clinicalNote,
      drugErrs: [],
    });
  const earlier = await admit('2025-03-01');
  await review(mona, earlier, '<p>Kept</p>');
  await ask(mona, 'PUT', `/api/admissions/${earlier}/edit`, { dischargeDate: '2025-03-04', dischargeStatus: 0 });
  const open = await admit('2025-03-05');
  const { body: offered } = await ask<Answer<Admission>>(mona, 'POST', `/api/admissions/${open}/transfer`, {
    toTeam: ward._id,
  });
  const accept = { offer: offered.transfer?.offer };
  await ask(hany, 'PUT', `/api/admissions/${open}/transfer/accept`, accept);
  const written = await ask<Answer<Review>>(hany, 'POST', '/api/reviews/addReview', {
    admissionId: open,
    reviewDate: '2025-03-06',
    clinicalNote: `<p>${secret}</p>`,
    drugErrs: [],
  });
  expect(written.status).toBe(201);

  const path = `/api/patients/${patient._id}/erasure`;
  const { body: asked } = await ask<Answer<ErasureAnswer>>(omar, 'POST', path, { category: 'wish', reason: secret });
  await expect.poll(() => tablesWith(secret), PATIENCE).toContain('read_v1.review');
  const { body: look } = await ask<Erasure>(hany, 'GET', path, undefined, asked);
  expect(look).toMatchObject({
    goes: { admissions: 1, reviews: 1 },
    elsewhere: { admissions: 1, teams: ['Adult ICU'] },
  });
  const agreed = await ask<Answer<ErasureAnswer>>(hany, 'PUT', `${path}/agree`, {}, undefined, look.version);
  expect(agreed.status).toBe(200);

  await expect.poll(() => tablesWith(secret), PATIENCE).toEqual([]);
  const statusOf = async (person: Person, address: string): Promise<number> =>
    (await ask(person, 'GET', address)).status;
  await expect.poll(() => statusOf(hany, `/api/patients/${patient._id}`), PATIENCE).toBe(404);
  await expect.poll(() => statusOf(mona, `/api/patients/${patient._id}`), PATIENCE).toBe(200);
  expect(await statusOf(mona, `/api/admissions/${earlier}/details`)).toBe(200);
  expect(await statusOf(hany, `/api/history/patients/${patient._id}`)).toBe(404);
  expect(await statusOf(hany, `/api/history/admissions/${open}?at=${new Date().toISOString()}`)).not.toBe(200);
  for (const what of ['', '/export']) {
    const file = await fetch(new URL(`/api/history/admissions/${open}${what}`, product.url), {
      headers: { authorization: `bearer ${hany.token}` },
    });
    expect(file.status).toBe(200);
    expect(await file.text()).not.toContain(secret);
  }
});
