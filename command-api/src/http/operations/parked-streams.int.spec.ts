import type { TriedStream } from 'language/contract/operations';
import type { Problem } from 'language/contract/entities';
import { settleRetry, takeRetries, type TriedRetry } from 'service-kit/operations/stream-retries';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, key, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let admin: Caller;
let mona: Caller;
beforeAll(async () => {
  environment = await startTestEnvironment();
  admin = await environment.signUp('Admin');
  mona = await environment.signUp('Mona');
});
afterAll(() => environment.stop());

const pathOf = (stream: string) => `/api/operations/parked-streams/clinical/${stream}/try-again`;
/** Takes the next ask and answers it, as projections does. */
const answerNext = (tried: TriedRetry) =>
  vi.waitFor(
    async () => {
      const [asked] = await takeRetries(environment.pool);
      if (!asked) throw new Error('nothing is asked');
      await settleRetry(environment.pool, asked.commandId, tried);
      return asked;
    },
    { timeout: 5_000, interval: 20 },
  );
const linesOf = async (stream: string) =>
  (
    await environment.pool.query(
      `select actor_kind, actor_id, data from accounts.security_line
       where kind = 'ParkedStreamTried' and data ->> 'stream' = $1`,
      [stream],
    )
  ).rows;

test('the admin account asks, and the answer says what came of it', async () => {
  const [asked, { status, body }] = await Promise.all([
    answerNext({ outcome: 'parkedAgain', reason: 'error code=23514' }),
    admin.post<TriedStream>(pathOf('admission-a1'), {}),
  ]);
  expect(asked).toMatchObject({ projection: 'clinical', stream: 'admission-a1' });
  expect([status, body]).toEqual([200, { outcome: 'parkedAgain', reason: 'error code=23514' }]);
  expect(await linesOf('admission-a1')).toEqual([
    { actor_kind: 'person', actor_id: admin.me._id, data: { projection: 'clinical', stream: 'admission-a1' } },
  ]);
});

test('a repeated command asks once, and gets the first answer', async () => {
  const once = key();
  const [, first] = await Promise.all([
    answerNext({ outcome: 'goesOn', reason: null }),
    admin.post<TriedStream>(pathOf('admission-a2'), {}, once),
  ]);
  expect(await admin.post(pathOf('admission-a2'), {}, once)).toEqual(first);
  expect(await takeRetries(environment.pool)).toEqual([]);
  expect(await linesOf('admission-a2')).toHaveLength(1);
});

test('without projections the answer says that it waits, and the ask stays', async () => {
  const { status, body } = await admin.post<TriedStream>(pathOf('admission-a3'), {});
  expect([status, body]).toEqual([200, { outcome: 'unanswered', reason: null }]);
  expect(await takeRetries(environment.pool)).toMatchObject([{ stream: 'admission-a3' }]);
});

test('of two processes one takes an ask', async () => {
  const takenOnce = vi.waitFor(
    async () => {
      const both = await Promise.all([takeRetries(environment.pool), takeRetries(environment.pool)]);
      const [asked] = both.flat();
      if (!asked) throw new Error('nothing is asked');
      await settleRetry(environment.pool, asked.commandId, { outcome: 'notParked', reason: null });
      return both.flat();
    },
    { timeout: 5_000, interval: 20 },
  );
  const [taken] = await Promise.all([takenOnce, admin.post<TriedStream>(pathOf('admission-a4'), {})]);
  expect(taken.map(({ stream }) => stream)).toEqual(['admission-a4']);
});

test('other people may not, and nothing is asked', async () => {
  expect((await mona.post<Problem>(pathOf('admission-a5'), {})).status).toBe(403);
  expect((await environment.send('POST', pathOf('admission-a5'), {})).status).toBe(401);
  expect((await admin.post(pathOf('a%20b'), {})).status).toBe(404);
  expect((await admin.post(pathOf('admission-a5'), { force: true })).status).toBe(400);
  expect(await takeRetries(environment.pool)).toEqual([]);
  expect(await linesOf('admission-a5')).toEqual([]);
});
