import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestMail, textOf } from '../../testing/mail-inbox.ts';
import { type Headers, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const arabic: Headers = { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' };
const english: Headers = { 'accept-language': 'en' };
const mailed = async (email: string, count: number): Promise<string> =>
  textOf(await newestMail(environment, email, count))
    .split('\n')[0]
    ?.trim() ?? '';
const forget = (email: string, headers: Headers) =>
  environment.send('POST', '/api/users/login', { email, forgetPW: true }, headers);

test('the mail of a sign-up is in the language of the browser, or in the one that was chosen on the device', async () => {
  const { me: mona } = await environment.signUp('Mona', arabic);
  const { me: omar } = await environment.signUp('Omar', { ...arabic, cookie: 'language=en-u-nu-latn' });
  const { me: sara } = await environment.signUp('Sara', { ...english, cookie: 'a=b; language=ar-u-nu-arab' });
  const { me: hany } = await environment.signUp('Hany', { 'accept-language': 'fr' });
  const greetings = [];
  for (const { email } of [mona, omar, sara, hany]) greetings.push(await mailed(email, 1));
  expect(greetings).toEqual(['تحية طيبة،', 'Hello,', 'تحية طيبة،', 'Hello,']);
});

test('the language of the account counts more than that of the request', async () => {
  const nada = await environment.signUp('Nada', english);
  const adel = await environment.signUp('Adel', english);
  await nada.put('/api/users/me/language', { code: 'ar', digits: 'arab' });
  await adel.put('/api/users/me/language', { code: 'en' });
  for (const { me } of [nada, adel]) await mailed(me.email, 1);
  await forget(nada.me.email, english);
  await forget(adel.me.email, arabic);
  expect([await mailed(nada.me.email, 2), await mailed(adel.me.email, 2)]).toEqual(['تحية طيبة،', 'Hello,']);
  const text = textOf(await newestMail(environment, nada.me.email, 2));
  expect(text).toContain('٦٠');
  expect(text).toMatch(/\/reset-password#token=[\w-]{22}\n/);
});

test('the language of a sign-up’s device is that of later mails, from any device', async () => {
  const { me } = await environment.signUp('Samir', { ...english, cookie: 'language=ar-u-nu-latn' });
  await mailed(me.email, 1);
  await forget(me.email, english);
  expect(await mailed(me.email, 2)).toBe('تحية طيبة،');
});

test('a link that is sent again is in the language of that request', async () => {
  const rana = await environment.signUp('Rana', english);
  await mailed(rana.me.email, 1);
  await rana.post('/api/users/confirmationMail', {}, arabic);
  expect(await mailed(rana.me.email, 2)).toBe('تحية طيبة،');
});
