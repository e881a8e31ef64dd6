import { beforeAll, expect, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import { userStream } from 'language/domain/user/events';
import {
  type Caller,
  PASSWORD,
  sharedTestEnvironment,
  type SharedTestEnvironment,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let mona: Caller;
let omar: Caller;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  [mona, omar] = await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
});

const path = '/api/users/me/language';
const signIn = async ({ me }: Caller, headers?: Record<string, string>): Promise<SignedIn> =>
  (await environment.send<SignedIn>('POST', '/api/users/login', { email: me.email, password: PASSWORD }, headers)).body;

test('a sign-in answers the language that the person has chosen, and none before', async () => {
  expect([mona.me.language, (await signIn(mona)).language]).toEqual([undefined, undefined]);
  expect(await mona.put(path, { code: 'ar', digits: 'arab' })).toEqual({
    status: 200,
    body: { code: 'ar', digits: 'arab' },
  });
  expect((await signIn(mona)).language).toEqual({ code: 'ar', digits: 'arab' });
  expect((await signIn(omar)).language).toBeUndefined();
});

test('the newest choice counts; without digits they are 0 to 9', async () => {
  await omar.put(path, { code: 'ar', digits: 'arab' });
  expect((await omar.put(path, { code: 'fr' })).body).toEqual({ code: 'fr', digits: 'latn' });
  expect((await signIn(omar)).language).toEqual({ code: 'fr', digits: 'latn' });
});

test('a sign-up stores what was chosen on the device, and not what the browser prefers', async () => {
  const sara = await environment.signUp('Sara', { cookie: 'a=b; language=ar-u-nu-arab' });
  const hany = await environment.signUp('Hany', { 'accept-language': 'ar' });
  const rana = await environment.signUp('Rana', { cookie: 'language=ar' });
  const adel = await environment.signUp('Adel', { cookie: 'language=../etc' });
  const arabic = { code: 'ar', digits: 'arab' };
  expect([sara.me.language, hany.me.language, adel.me.language]).toEqual([arabic, undefined, undefined]);
  expect(rana.me.language).toEqual({ code: 'ar', digits: 'latn' });
  expect((await signIn(sara, { cookie: 'language=en-u-nu-latn' })).language).toEqual(arabic);
});

test('a choice is no event', async () => {
  const before = await environment.events(userStream(mona.me._id));
  await mona.put(path, { code: 'en' });
  expect(await environment.events(userStream(mona.me._id))).toHaveLength(before.length);
});

test.each([
  [{}, { code: 'not-a-language' }],
  [{ code: '' }, { code: 'not-a-language' }],
  [{ code: 7 }, { code: 'not-a-language' }],
  [{ code: 'english' }, { code: 'not-a-language' }],
  [{ code: '../' }, { code: 'not-a-language' }],
  [{ code: 'a'.repeat(5000) }, { code: 'not-a-language' }],
  [{ code: 'ar', digits: 'thai' }, { digits: 'not-an-option' }],
  [{ code: 'ar', userId: 'u-1' }, { userId: 'unknown-field' }],
])('%j is refused and changes nothing', async (body, reasons) => {
  const before = (await signIn(mona)).language;
  const { status, body: problem } = await mona.put<Problem>(path, body);
  const found = Object.entries(problem.fieldReasons ?? {}).map(([field, { reason }]) => [field, reason]);
  expect([status, Object.fromEntries(found)]).toEqual([400, reasons]);
  expect((await signIn(mona)).language).toEqual(before);
});

test('without a session there is nothing to choose for', async () => {
  expect((await environment.send('PUT', path, { code: 'ar' })).status).toBe(401);
});
