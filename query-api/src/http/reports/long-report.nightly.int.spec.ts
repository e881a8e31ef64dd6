/** Reports that are longer than what sockets and pipes hold, beside slow readers. */
import { get as httpGet, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

/** Far more than the buffers of sockets and pipes hold: a reader that takes nothing stops the writing. */
const REVIEWS = 4_000;
const NOTE = `<p>${'Stable. '.repeat(1_000)}</p>`;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(
    /* sql */ `
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                        version)
    select 'adm-1.' || i, 'adm-1', 'pat-1', 'icu', date '2030-01-01' + i / 10, $2, 'mona',
           timestamptz '2030-01-01' + make_interval(secs => i), 1
    from generate_series(1, $1) i`,
    [REVIEWS, NOTE],
  );
});
afterAll(() => environment.stop());

const inFebruary = '?team=icu&startDate=2025-02-01&endDate=2025-02-28';
const inThirties = '?team=icu&startDate=2030-01-01&endDate=2039-12-31';
const asMona = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${environment.url}${path}`, { headers: { authorization: `bearer ${environment.tokens.mona}`, ...headers } });
/** An answer that has begun, without a reader of its body. */
const stalled = (path: string, { url, tokens } = environment, token = tokens.mona): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    httpGet(`${url}${path}`, { headers: { authorization: `bearer ${token}` } }, resolve).on('error', reject);
  });
const writing = async () =>
  (
    await environment.rows.query(/* sql */ `
      select pid, state from pg_stat_activity
      where application_name = 'query-api long answers' and datname = current_database() and xact_start is not null`)
  ).rows;
const nothingIsWritten = async (): Promise<void> => {
  await expect.poll(writing).toEqual([]);
};

test.each([`/api/reviews${inThirties}`, `/api/reviews/export.csv${inThirties}`])(
  'a long answer %s waits for its reader, and shows one moment',
  async (path) => {
    const answer = await stalled(path);
    // No reader takes the text: the transaction stays open after its last fetch.
    await expect.poll(writing).toMatchObject([{ state: 'idle in transaction' }]);
    await environment.rows.query(/* sql */ `
      insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id,
                          created_at, version)
      values ('adm-1.late', 'adm-1', 'pat-1', 'icu', '2039-12-31', '', 'mona', now(), 1)`);
    const whole = await text(answer);
    expect(whole.split('Stable. Stable.').length).toBeGreaterThan(REVIEWS);
    expect(whole).not.toContain('adm-1.late');
    await environment.rows.query(`delete from review where review_id = 'adm-1.late'`);
    await nothingIsWritten();
  },
);

test('a long answer is whole as JSON', async () => {
  const { result, csv } = (await (await asMona(`/api/reviews${inThirties}`)).json()) as {
    result: { _id: string }[];
    csv: unknown[];
  };
  expect(result.map(({ _id }) => _id)).toEqual(Array.from({ length: REVIEWS }, (_, index) => `adm-1.${index + 1}`));
  expect(csv).toHaveLength(REVIEWS);
});

test('a long answer ends when its reader leaves', async () => {
  const answer = await stalled(`/api/reviews${inThirties}`);
  await expect.poll(writing).toHaveLength(1);
  answer.destroy();
  await nothingIsWritten();
});

test('a long answer is not begun for a HEAD request', async () => {
  const status = await new Promise((resolve, reject) => {
    request(
      `${environment.url}/api/reviews${inThirties}`,
      { method: 'HEAD', headers: { authorization: `bearer ${environment.tokens.mona}` } },
      ({ statusCode }) => resolve(statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
  await nothingIsWritten();
});

test('a long answer is cut off, and not ended normally, when the database is lost', async () => {
  const answer = await stalled(`/api/reviews/export.csv${inThirties}`);
  await expect.poll(writing).toMatchObject([{ state: 'idle in transaction' }]);
  await environment.rows.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'query-api long answers' and datname = current_database()`,
  );
  await expect(text(answer)).rejects.toThrow('aborted');
  expect((await asMona(`/api/reviews${inFebruary}`)).status).toBe(200);
  await nothingIsWritten();
});

test('a long answer that cannot begin is an error with a sentence', async () => {
  const keeper = await environment.rows.connect();
  await keeper.query('begin; lock table review in access exclusive mode');
  const [json, csv] = await Promise.all(
    [`/api/reviews${inThirties}`, `/api/reviews/export.csv${inThirties}`].map((path) =>
      environment.get(path, { token: environment.tokens.mona }),
    ),
  );
  await keeper.query('rollback');
  keeper.release();
  for (const answer of [json, csv])
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'The database does not answer, please try again', reason: 'database-away' },
    });
  await nothingIsWritten();
});

test('a long answer can run twice for one person; a third is refused with a sentence', async () => {
  const two = await Promise.all([1, 2].map(() => stalled(`/api/reviews${inThirties}`)));
  const third = await asMona(`/api/reviews/export.csv${inFebruary}`);
  expect({ status: third.status, retry: third.headers.get('retry-after'), body: await third.json() }).toEqual({
    status: 429,
    retry: '10',
    body: {
      code: 'tooMany',
      message: 'Two long reports are being written for you already, please wait until one of them is done',
      reason: 'own-long-reports-under-way',
    },
  });
  expect((await environment.get(`/api/reviews${inFebruary}`, { token: environment.tokens.karim })).status).toBe(200);
  for (const answer of two) answer.destroy();
  await nothingIsWritten();
  expect((await asMona(`/api/reviews/export.csv${inFebruary}`)).status).toBe(200);
});

test('a long answer can run three times for one team; a fourth is refused with a sentence, and another team is served', async () => {
  const { mona, karim, sami } = environment.tokens;
  await nothingIsWritten();
  const three = await Promise.all(
    [mona, mona, karim].map((token) => stalled(`/api/reviews${inThirties}`, environment, token)),
  );
  expect(three.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await environment.get(`/api/reviews${inFebruary}`, { token: karim })).toMatchObject({
    status: 429,
    body: {
      message: 'Three long reports are being written for this team already, please wait until one of them is done',
      reason: 'team-long-reports-under-way',
    },
  });
  const ofCcu = '/api/reviews?team=ccu&startDate=2025-02-01&endDate=2025-02-28';
  expect((await environment.get(ofCcu, { token: sami })).status).toBe(200);
  for (const answer of three) answer.destroy();
  await nothingIsWritten();
  expect((await environment.get(`/api/reviews${inFebruary}`, { token: karim })).status).toBe(200);
});

test('a long answer is refused with a sentence while many are read slowly; short reads go on', async () => {
  const { mona, karim, sami } = environment.tokens;
  await environment.rows.query(
    /* sql */ `
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id,
                        created_at, version)
    select 'ccu.' || i, 'adm-1', 'pat-1', 'ccu', date '2030-01-01', $1, 'sami', now(), 1
    from generate_series(1, 3000) i`,
    [NOTE],
  );
  const slow = await Promise.all(
    [mona, mona, karim].map((token) => stalled(`/api/reviews${inThirties}`, environment, token)),
  );
  slow.push(await stalled('/api/reviews?team=ccu&startDate=2030-01-01&endDate=2039-12-31', environment, sami));
  await expect.poll(writing).toHaveLength(4);
  const fifth = environment.get('/api/reviews?team=ccu&startDate=2025-02-01&endDate=2025-02-28', {
    token: environment.tokens.sami,
  });
  expect(
    (await environment.get(`/api/reviews/searchProgress${inFebruary}`, { token: environment.tokens.mona })).status,
  ).toBe(200);
  expect(await fifth).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: 'Several long reports are being written right now, please try again in a minute',
      reason: 'too-many-long-reports',
    },
  });
  for (const answer of slow) answer.destroy();
  await nothingIsWritten();
  await environment.rows.query(`delete from review where team_id = 'ccu'`);
  expect(
    (await environment.get(`/api/reviews/export.csv${inFebruary}`, { token: environment.tokens.mona })).status,
  ).toBe(200);
});

test('a long answer does not hold up the stop of the service', async () => {
  const other = await startTestEnvironment();
  await other.rows.query(
    /* sql */ `
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id,
                        created_at, version)
    select 'adm-1.' || i, 'adm-1', 'pat-1', 'icu', date '2030-01-01', $1, 'mona', now(), 1
    from generate_series(1, 3000) i`,
    [NOTE],
  );
  const answer = await stalled(`/api/reviews${inThirties}`, other);
  // Answers under way have some seconds. Who reads nothing gets no more than those.
  await other.stop();
  await expect(text(answer)).rejects.toMatchObject({ message: 'aborted' });
});
