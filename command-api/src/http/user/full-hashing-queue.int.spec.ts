/** Sign-ins and unlocking while the queue of passwords to be checked is full. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPasswords, type Passwords } from '../../accounts/passwords.ts';
import type { Problem } from 'language/contract/entities';
import { type Caller, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let passwords: Passwords;
/** The address of the command API with these passwords. */
let api: string;
let mona: Caller;
beforeAll(async () => {
  environment = await startTestEnvironment();
  passwords = await createPasswords(undefined, { threads: 1, waitingMax: 1, waitMs: 60_000 });
  api = await environment.another({ RATE_LIMIT: 'on' }, { passwords });
  mona = await environment.signUp('Mona');
});
afterAll(async () => {
  await environment.stop();
  await passwords.stop();
});

let isFilling = true;
let filling: Promise<unknown> = Promise.resolve();
beforeEach(() => void (isFilling = true));
afterEach(async () => {
  isFilling = false;
  await filling;
});
/** One password is checked and one waits, all the time. */
const keepFull = (isKnown: boolean): void => {
  const fill = async (): Promise<void> => {
    // Refused where a person's own check has come in between.
    while (isFilling) await passwords.matches(undefined, 'not this one', isKnown).catch(() => turn());
  };
  filling = Promise.all([fill(), fill()]);
};

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, reason: ((await answer.json()) as Partial<Problem>).reason };
};
/** Statements that use the table do not end meanwhile. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const holder = await environment.pool.connect();
  await holder.query('begin');
  await holder.query(`lock ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}
const FULL = { status: 503, reason: 'too-many-signing-in' };

test.each(['accounts.credential', 'accounts.rate_limit'])(
  'a sign-in that finds the queue full is refused before anything is looked up in %s',
  async (table) => {
    keepFull(false);
    const signIn = () => post('/api/users/login', { email: mona.me.email, password: PASSWORD });
    expect(await whileLocked(table, signIn)).toEqual(FULL);
  },
);

test('unlocking that finds its queue full is refused before it is counted, and strangers do not fill that queue', async () => {
  const as = { authorization: `bearer ${mona.me.token}` };
  expect((await post('/api/users/me/lock', {}, as)).status).toBe(200);
  const unlock = (proof: object) => post('/api/users/me/unlock', proof, as);
  keepFull(true);
  for (const proof of [{ password: PASSWORD }, { pin: '482915' }])
    expect(await whileLocked('accounts.rate_limit', () => unlock(proof))).toEqual(FULL);
  isFilling = false;
  await filling;

  isFilling = true;
  keepFull(false);
  expect((await unlock({ password: PASSWORD })).status).toBe(200);
});
