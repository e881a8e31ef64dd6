import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${environment.url}${path}`, {
    method,
    headers: { authorization: `bearer ${environment.tokens.karim}`, ...headers },
  });

test('an image has its type, is not stored by browsers, and cannot run scripts', async () => {
  const answer = await ask('/api/images/img-1');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('the picture');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '11',
    etag: '"img-1"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': 'inline; filename="image.png"',
  });
});

test('a thumbnail has the same protections', async () => {
  const answer = await ask('/api/images/img-1/thumbnail');
  expect(await answer.text()).toBe('the small one');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="image.webp"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: '"img-1-thumbnail"',
    'cache-control': 'no-store',
  });
});

test('a browser that has it gets 304 as long as the caller may read it', async () => {
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1"' })).status).toBe(304);
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1-thumbnail"' })).status).toBe(200);
  await environment.rows.query(`update team_member set disabled = true where user_id = 'karim'`);
  expect((await ask('/api/images/img-1', { 'if-none-match': '"img-1"' })).status).toBe(404);
  await environment.rows.query(`update team_member set disabled = false where user_id = 'karim'`);
});

test('HEAD answers without the body', async () => {
  const answer = await ask('/api/images/img-1', {}, 'HEAD');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe('11');
});

test('an image of ten megabytes comes whole, in chunks', async () => {
  const content = randomBytes(10 * 1024 * 1024);
  await environment.rows.query(
    /* sql */ `
    insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
    values ('large', 'adm-1', 'pat-1', 'mona', 'image/jpeg', $1, 'x')`,
    [content],
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => Buffer.from(await (await ask('/api/images/large')).arrayBuffer())),
  );
  for (const answer of answers) expect(answer.equals(content)).toBe(true);
});

test('an image of a missing admission, or of an external image service, is 404', async () => {
  await environment.rows.query(/* sql */ `
    insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
    values ('orphan', 'adm-gone', 'pat-1', 'mona', 'image/png', 'x', 'x')`);
  await environment.rows.query(/* sql */ `
    insert into images.image (image_id, admission_id, patient_id, uploaded_by, address, thumbnail_address)
    values ('external', 'adm-1', 'pat-1', 'mona', 'https://images.example/a', 'https://images.example/b')`);
  for (const id of ['orphan', 'external', 'unknown']) expect((await ask(`/api/images/${id}`)).status).toBe(404);
});

describe('an image of the gallery', () => {
  const statuses = () =>
    Promise.all(['/api/images/shown', '/api/images/shown/thumbnail'].map(async (path) => (await ask(path)).status));
  beforeAll(async () => {
    await environment.rows.query(/* sql */ `
      insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
      values ('shown', 'adm-1', 'pat-1', 'mona', 'image/png', 'x', 'x')`);
    await environment.rows.query(/* sql */ `
      insert into gallery_image (group_id, position, image)
      values ('grp-1', 7, '/api/images/shown'), ('grp-2', 7, '/api/images/shown')`);
  });

  test('is shown before its group is saved, and as long as a group has it', async () => {
    expect(await statuses()).toEqual([200, 200]);
    await environment.rows.query(
      `insert into removed_image (admission_id, image) values ('adm-1', '/api/images/shown')`,
    );
    await environment.rows.query(`delete from gallery_image where group_id = 'grp-1' and position = 7`);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('is 404 once its last group is removed', async () => {
    await environment.rows.query(`delete from gallery_image where group_id = 'grp-2' and position = 7`);
    expect(await statuses()).toEqual([404, 404]);
    await environment.rows.query(
      `insert into gallery_image (group_id, position, image) values ('grp-2', 7, '/api/images/shown')`,
    );
    expect(await statuses()).toEqual([200, 200]);
  });

  test('is 404 if the sweeper found a removal that is older than these rows', async () => {
    await environment.rows.query(`delete from gallery_image where group_id = 'grp-2' and position = 7`);
    await environment.rows.query(`delete from removed_image where image = '/api/images/shown'`);
    await environment.rows.query(`update images.image set unused_since = null where image_id = 'shown'`);
    expect(await statuses()).toEqual([404, 404]);
  });
});

describe('X-Read-After of an image', () => {
  const staleOf = async (path: string, readAfter: string) => {
    const answer = await ask(path, { 'x-read-after': readAfter });
    return { status: answer.status, stale: answer.headers.get('x-stale') === 'true' };
  };

  test('waits for a change of its admission', async () => {
    expect(await staleOf('/api/images/img-1', 'admission-adm-1@9')).toEqual({ status: 200, stale: false });
    const waiting = staleOf('/api/images/img-1/thumbnail', 'admission-adm-1@10');
    await environment.project('admission-adm-1', 10);
    expect(await waiting).toEqual({ status: 200, stale: false });
    expect(await staleOf('/api/images/img-1', 'admission-adm-1@99')).toEqual({ status: 200, stale: true });
  });

  test('waits for its own admission, and not for that of another image', async () => {
    await environment.rows.query(/* sql */ `
      insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
      values ('earlier', 'adm-0', 'pat-1', 'mona', 'image/png', 'x', 'x')`);
    expect(await staleOf('/api/images/earlier', 'admission-adm-0@99')).toEqual({ status: 200, stale: true });
  });

  test('does not wait for an unrelated stream', async () => {
    expect(await staleOf('/api/images/img-1', 'admission-adm-0@99')).toEqual({ status: 200, stale: false });
    expect((await ask('/api/images/img-1', { 'x-read-after': 'nonsense' })).status).toBe(400);
  });

  test('is the same for an image that the caller may not read and a missing one', async () => {
    await environment.rows.query(/* sql */ `
      insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_note,
                             version)
      values ('adm-ccu', 'pat-ccu', 'ccu', '2025-01-31', '', '', 0)`);
    await environment.rows.query(/* sql */ `
      insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
      values ('theirs', 'adm-ccu', 'pat-ccu', 'sami', 'image/png', 'x', 'x')`);
    const asked = (path: string) =>
      Promise.all(
        // The third would tell of which admission an image is not: its answer cannot depend on another one.
        ['admission-adm-ccu@99', 'admission-adm-1@1', 'admission-adm-1@99', 'team-icu@4'].map((readAfter) =>
          staleOf(path, readAfter),
        ),
      );
    expect(await asked('/api/images/theirs')).toEqual(await asked('/api/images/nowhere'));
  });
});
