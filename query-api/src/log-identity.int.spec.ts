import { EVENT_LOG_HEADER } from 'language/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectListener } from './testing/listener.ts';
import { startTestEnvironment, type TestEnvironment } from './testing/test-environment.ts';

let environment: TestEnvironment;
let first: { readonly url: string; stop(): Promise<void> };
let second: { readonly url: string; stop(): Promise<void> };
beforeAll(async () => {
  environment = await startTestEnvironment();
  first = await environment.another({ heartbeatMs: 50 });
  second = await environment.another({ heartbeatMs: 50 });
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  await environment.stop();
});

/** @returns the ids that an answer, and a refusal, of each process carry */
async function namedLogs(): Promise<(string | null)[]> {
  const answers = await Promise.all(
    [first, second].flatMap(({ url }) =>
      [environment.tokens.mona, 'nobody'].map((token) =>
        fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } }),
      ),
    ),
  );
  return answers.map(({ headers }) => headers.get(EVENT_LOG_HEADER));
}
const stored = async (): Promise<string> =>
  (await environment.rows.query<{ id: string }>('select id from accounts.event_log_identity')).rows[0]!.id;

test('all processes name the same log, in each answer and to each socket', async () => {
  const id = await stored();
  await expect.poll(namedLogs).toEqual([id, id, id, id]);
  const mona = await connectListener(first.url, { token: environment.tokens.mona });
  expect(await mona.receives('log')).toBe(id);
  mona.close();
});

test('another log is named when no row may be of the one before, and a parked stream is not waited for', async () => {
  const mona = await connectListener(second.url, { token: environment.tokens.mona });
  await environment.rows.query(`update projection_checkpoint set in_doubt = true`);
  await environment.rows.query(`update accounts.event_log_identity set id = gen_random_uuid()`);
  await expect.poll(namedLogs).toEqual([null, null, null, null]);
  const mended = await environment.park('user-mona');
  await environment.rows.query(`update projection_checkpoint set in_doubt = false where stream <> 'user-mona'`);
  const id = await stored();
  await expect.poll(namedLogs).toEqual([id, id, id, id]);
  expect(await mona.receives('log', (named) => named === id)).toBe(id);
  await mended();
  mona.close();
});
