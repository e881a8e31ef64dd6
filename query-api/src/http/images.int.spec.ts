import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hospital, openHospital } from '../testing/hospital.ts';

let hospital: Hospital;
beforeAll(async () => {
  hospital = await openHospital();
});
afterAll(() => hospital.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${hospital.url}${path}`, { method, headers: { authorization: `bearer ${hospital.tokens.karim}`, ...headers } });

test('an image is answered as what it is, for its reader alone, and as nothing that could run', async () => {
  const answer = await ask('/api/images/img-1');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('the picture');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png', 'content-length': '11', etag: '"img-1"', 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox", 'cross-origin-resource-policy': 'same-origin',
  });
});

test('so is its thumbnail', async () => {
  const answer = await ask('/api/images/img-1/thumbnail');
  expect(await answer.text()).toBe('the small one');
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-type': 'image/webp', etag: '"img-1-thumbnail"', 'cache-control': 'private, no-cache' });
});

test('whoever has it already gets 304, as long as they may see it', async () => {
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1"' })).status).toBe(304);
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1-thumbnail"' })).status).toBe(200);
  await hospital.rows.query(`update team_member set disabled = true where user_id = 'karim'`);
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1"' })).status).toBe(404);
  await hospital.rows.query(`update team_member set disabled = false where user_id = 'karim'`);
});

test('its head is told without its body', async () => {
  const answer = await ask('/api/images/img-1', {}, 'HEAD');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe('11');
});

test('an image of ten megabytes comes whole, piece by piece', async () => {
  const content = randomBytes(10 * 1024 * 1024);
  await hospital.rows.query(`insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail) values ('large', 'adm-1', 'pat-1', 'mona', 'image/jpeg', $1, 'x')`, [content]);
  const answers = await Promise.all(Array.from({ length: 5 }, async () => Buffer.from(await (await ask('/api/images/large')).arrayBuffer())));
  for (const answer of answers) expect(answer.equals(content)).toBe(true);
});

test('an image of an admission that is gone is gone with it, and one that lies elsewhere is not here', async () => {
  await hospital.rows.query(`insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail) values ('orphan', 'adm-gone', 'pat-1', 'mona', 'image/png', 'x', 'x')`);
  await hospital.rows.query(`insert into images.image (image_id, admission_id, patient_id, uploaded_by, address, thumbnail_address) values ('elsewhere', 'adm-1', 'pat-1', 'mona', 'https://images.example/a', 'https://images.example/b')`);
  for (const id of ['orphan', 'elsewhere', 'unknown']) expect((await ask(`/api/images/${id}`)).status).toBe(404);
});
