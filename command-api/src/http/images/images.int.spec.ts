import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Admission, Patient, Team } from 'language/contract/entities';
import { KeyDestroyed } from 'service-kit/event-log/port';
import { createImageStore } from '../../images/store.ts';
import { pngWithComments } from '../../testing/hostile-images.ts';
import {
  type Caller,
  key,
  sharedTestEnvironment,
  openWard,
  type Headers,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';
import sharp from 'sharp';
import { picture, photo, png, red, uploadImages, type Uploaded } from '../../testing/image-uploads.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

const upload = (
  files: readonly Buffer[],
  {
    by = ward.mona,
    admission = ward.admission._id,
    ...more
  }: { by?: Caller; admission?: string; headers?: Headers; field?: string } = {},
): Promise<Uploaded> => uploadImages(environment, by, admission, files, more);

const rowOf = async (imageId: string) =>
  (
    await environment.pool.query<{
      bytes: string;
      content: Buffer;
      thumbnail: Buffer;
      content_type: string;
      admission_id: string;
      patient_id: string;
      uploaded_by: string;
      address: string | null;
    }>('select * from images.image where image_id = $1', [imageId])
  ).rows[0]!;
const sizeOf = async (imageId: string): Promise<number> => {
  const { content, thumbnail } = await rowOf(imageId);
  return content.length + thumbnail.length;
};

describe('an upload', () => {
  test('answers each image with a path on this origin, and stores it for its admission', async () => {
    const { status, body } = await upload([await png(), await photo(), await picture().webp().toBuffer()]);
    expect(status).toBe(201);
    expect(body.images).toHaveLength(3);
    for (const { _id, image, thumbnail } of body.images)
      expect({ image, thumbnail }).toEqual({ image: `/api/images/${_id}`, thumbnail: `/api/images/${_id}/thumbnail` });
    const rows = await Promise.all(body.images.map(({ _id }) => rowOf(_id)));
    expect(rows.map((row) => row.content_type)).toEqual(['image/png', 'image/jpeg', 'image/webp']);
    expect(rows[0]).toMatchObject({
      admission_id: ward.admission._id,
      patient_id: ward.patient._id,
      uploaded_by: ward.mona.me._id,
      address: null,
    });
  });

  test('is turned upright and loses the metadata of camera, place and time', async () => {
    const original = await sharp(await photo()).metadata();
    expect(original).toMatchObject({ width: 60, height: 40, orientation: 6 });
    expect(original.exif?.toString('latin1')).toContain('Photographer');
    const { body } = await upload([await photo()]);
    const { content, thumbnail } = await rowOf(body.images[0]!._id);
    for (const bytes of [content, thumbnail]) {
      const { width, height, orientation, exif, icc, xmp, iptc } = await sharp(bytes).metadata();
      expect({ width, height, orientation, exif, icc, xmp, iptc }).toEqual({ width: 40, height: 60 });
      expect(bytes.toString('latin1')).not.toMatch(/Photographer|GPS|Exif/);
    }
  });

  test('has a thumbnail of 320 pixels at most', async () => {
    const { body } = await upload([await picture(2_000, 500).png().toBuffer()]);
    expect(await sharp((await rowOf(body.images[0]!._id)).thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 80,
    });
  });

  test('with the same key answers the same images; at another admission the key gives other images', async () => {
    const once = key();
    const first = await upload([await png(), await photo()], { headers: once });
    expect(await upload([await png(), await photo()], { headers: once })).toEqual(first);
    const other = await ward.nextStay({ admissionDate: '2025-04-01' });
    const elsewhere = await upload([await png()], { headers: once, admission: other._id });
    expect(first.body.images.map(({ _id }) => _id)).not.toContain(elsewhere.body.images[0]!._id);
  });
});

describe('an upload is refused', () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  test.each([
    ['a page', () => html],
    ['a drawing that may hold scripts', () => svg],
    ['a GIF', () => picture().gif().toBuffer()],
    ['a TIFF', () => picture().tiff().toBuffer()],
    ['nothing at all', () => Buffer.alloc(0)],
    ['what only begins like a JPEG', () => Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), html])],
    ['what only begins like a PNG', async () => (await png()).subarray(0, 40)],
  ])('as 415: %s', async (_, file) => {
    expect(await upload([await png(), await file()])).toMatchObject({
      status: 415,
      body: { code: 'unsupported', message: 'This is no JPEG, PNG or WebP image' },
    });
  });

  test('as 413 beyond 10 MB, with or without a Content-Length', async () => {
    expect(await upload([Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)])])).toMatchObject({
      status: 413,
      body: { code: 'tooLarge', message: 'An image is at most 10 MB' },
    });
  });

  test('as 413 beyond 50 million pixels, also in a small file', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: red } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await upload([bomb])).toMatchObject({
      status: 413,
      body: { code: 'tooLarge', message: 'This image has more than 50 million pixels' },
    });
  });

  test('as 413 if a small file needs too much memory to decode; the next upload is accepted', async () => {
    const hostile = pngWithComments(60);
    expect(hostile.length).toBeLessThan(1024 * 1024);
    expect(await upload([await png(), hostile])).toMatchObject({
      status: 413,
      body: {
        code: 'tooLarge',
        message: 'This image takes too much memory or time to read: send it smaller',
        fields: { image: expect.any(String) },
      },
    });
    expect((await upload([await png()])).status).toBe(201);
  });

  test('as 400 with more than 30 files, none, or another field', async () => {
    const small = await picture(1, 1).png().toBuffer();
    expect(await upload(Array.from({ length: 31 }, () => small))).toMatchObject({
      status: 400,
      body: { message: 'At most 30 images at once' },
    });
    expect(await upload([])).toMatchObject({ status: 400 });
    expect(await upload([small], { field: 'file' })).toMatchObject({
      status: 400,
      body: { message: 'Unknown field: file' },
    });
    expect(await ward.mona.post(`/api/admissions/${ward.admission._id}/images`, { image: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
  });

  test('as 400 if it is cut off or not multipart', async () => {
    const answer = await fetch(`${environment.url}/api/admissions/${ward.admission._id}/images`, {
      method: 'POST',
      body: '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `bearer ${ward.mona.me.token}` },
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
    const without = await fetch(answer.url, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data', authorization: `bearer ${ward.mona.me.token}` },
    });
    expect(without.status).toBe(400);
  });

  test('to a person who may not edit the admission, before a byte is read', async () => {
    const files = [await png()];
    expect((await upload(files, { by: ward.hany })).status).toBe(403);
    expect((await upload(files, { by: ward.sami })).status).toBe(404);
    expect((await upload(files, { admission: 'nowhere' })).status).toBe(404);
    expect((await upload(files, { headers: { team: 'another' } })).status).toBe(403);
    expect((await upload(files, { headers: { authorization: 'bearer unknown' } })).status).toBe(401);
  });
});

describe('there is room', () => {
  const full = { status: 409, body: { code: 'conflict' } };
  let admission: string;
  beforeAll(async () => {
    const { body: team } = await ward.mona.post<Team>('/api/teams', { name: 'NICU', specialty: 3 });
    const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
      team: team._id,
      firstName: 'نور',
      birthdate: '2025-01-01',
    });
    admission = (
      await ward.mona.post<Admission>('/api/admissions', { patient: patient._id, admissionDate: '2025-03-01' })
    ).body._id;
  });

  test("for a team's images up to the setting; a repeated upload is answered all the same", async () => {
    const once = key();
    const first = await upload([await png()], { admission, headers: once });
    expect((await rowOf(first.body.images[0]!._id)).bytes).toBe(String(await sizeOf(first.body.images[0]!._id)));
    await environment.pool.query('update images.image set bytes = $2 where admission_id = $1', [
      admission,
      20 * 1024 ** 3,
    ]);
    expect(await upload([await png()], { admission })).toMatchObject({
      ...full,
      body: {
        message:
          "The team's images take all the room that a team has here: ask whoever runs this installation for more",
      },
    });
    expect(await upload([await png()], { admission, headers: once })).toEqual(first);
    expect((await upload([await png()])).status).toBe(201);
    await environment.pool.query('update images.image set bytes = bytes - 1 where admission_id = $1', [admission]);
    expect((await upload([await png()], { admission })).status).toBe(201);
  });

  test('for five hundred images of an admission, those of removed groups included', async () => {
    await environment.pool.query(
      `insert into images.image
         (image_id, admission_id, patient_id, uploaded_by, address, thumbnail_address, unused_since)
       select $1 || n, $1, 'p', 'mona', 'https://images.example/' || n, 'https://images.example/small', null
       from generate_series(1, 500 - (select count(*)::int from images.image where admission_id = $1)) as n`,
      [admission],
    );
    await environment.pool.query('update images.image set bytes = 0 where admission_id = $1', [admission]);
    expect(await upload([await png()], { admission })).toMatchObject({
      ...full,
      body: { message: 'At most 500 images can be uploaded to an admission' },
    });
    await environment.pool.query('delete from images.image where image_id = $1', [`${admission}1`]);
    expect((await upload([await png()], { admission })).status).toBe(201);
  });
});

test('one person has two uploads at once at most; an interrupted upload gives its place back', async () => {
  const body = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nabc';
  const clients = Array.from({ length: 3 }, () => {
    const client = request(`${environment.url}/api/admissions/${ward.admission._id}/images`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000,
        authorization: `bearer ${ward.mona.me.token}`,
      },
    });
    client.on('error', () => undefined);
    client.write(body);
    return client;
  });
  // One of the three, in any order.
  const refused = await Promise.race(
    clients.map((client) => new Promise<IncomingMessage>((resolve) => client.once('response', resolve))),
  );
  expect({
    status: refused.statusCode,
    body: JSON.parse(Buffer.concat(await refused.toArray()).toString()) as unknown,
  }).toEqual({
    status: 429,
    body: {
      code: 'tooMany',
      message: 'Two of your uploads are under way already: wait until one is through',
      reason: 'own-uploads-under-way',
    },
  });
  expect((await upload([await png()], { by: ward.omar })).status).toBe(201);
  for (const client of clients) client.destroy();
  await expect.poll(async () => (await upload([await png()])).status).toBe(201);
});

test('an image is not stored if its patient is deleted during the upload', async () => {
  const store = createImageStore(environment.pool);
  const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
    team: ward.team._id,
    firstName: 'هدى',
    birthdate: '1980-01-31',
  });
  const owner = (imageId: string) => ({
    imageId,
    admissionId: 'gone',
    teamId: ward.team._id,
    patientId: patient._id,
    uploadedBy: ward.mona.me._id,
  });
  const stored = { contentType: 'image/png' as const, content: await png(), thumbnail: await png() };
  await store.store(owner('in-time'), stored);
  expect((await ward.mona.delete(`/api/patients/${patient._id}`)).status).toBe(200);
  await expect(store.store(owner('too-late'), stored)).rejects.toThrow(KeyDestroyed);
  await expect(
    store.storeAddress(owner('too-late'), { image: 'https://images.example/a', thumbnail: 'https://images.example/b' }),
  ).rejects.toThrow(KeyDestroyed);
  expect((await environment.pool.query('select from images.image where patient_id = $1', [patient._id])).rowCount).toBe(
    0,
  );
});
