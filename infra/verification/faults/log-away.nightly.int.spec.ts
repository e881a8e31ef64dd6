/** The way to the event log is cut, for a moment and for long, while people save, read histories and sign in. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from 'language/contract/entities';
import type { NewTotpSecret, PasskeyChallenge, SecondFactorsChanged } from 'language/contract/second-factors';
import { codeOf } from 'command-api/testing/authenticator-app';
import { openBrowser } from 'command-api/testing/oidc-provider';
import { ORIGIN, type ProductWithProvider, startProductWithProvider } from 'command-api/testing/single-sign-on';
import { softwareAuthenticator } from 'command-api/testing/software-authenticator';
import { openWard, PASSWORD, type TestEnvironment, type Ward } from 'command-api/testing/test-environment';
import { openProjections } from 'projections/service';
import { startQueryApi } from 'query-api/query-api';
import { settings as querySettings } from 'query-api/settings';
import type { Running } from 'service-kit/process/lifecycle';
import { createLogger } from 'service-kit/process/logger';
import type { MasterKeys } from 'service-kit/security/key-ring';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressesOf } from '../test/engine-address.ts';
import { Link } from './harness/link.ts';

/** The longest wait of a request that needs the log (`service-kit/event-log/restart-wait`). */
const WAIT_MS = 5_000;
/** Shorter than a restart of the log. */
const OUTAGE_MS = 1_000;
const TEAMS = 50;
const FACTORS = '/api/users/me/second-factors';

let product: ProductWithProvider;
let environment: TestEnvironment;
let link: Link;
/** The address of the event log, through the link. */
let logUrl: string;
let ward: Ward;
let queryUrl: string;
const readSide: Running[] = [];

beforeAll(async () => {
  product = await startProductWithProvider();
  ({ environment } = product);
  const { databaseUrl, eventstoreUrl, masterKey } = environment.installation;
  const url = new URL(eventstoreUrl);
  link = await Link.open(addressesOf(url.href)[0]!);
  url.port = String(link.port);
  logUrl = url.href;
  await environment.restartOn(logUrl);
  ward = await openWard(environment);
  const logger = createLogger('spec', 'silent');
  const masterKeys: MasterKeys = [Buffer.from(masterKey, 'base64')];
  readSide.push(await openProjections({ databaseUrl, eventstoreUrl, redisUrl: undefined, masterKeys }, logger));
  const values = { PORT: '0', DATABASE_URL: databaseUrl, EVENTSTORE_URL: logUrl, MASTER_KEY: masterKey };
  const api = await startQueryApi(querySettings.read(values), logger);
  readSide.push(api);
  queryUrl = `http://127.0.0.1:${api.port}`;
});
afterAll(async () => {
  for (const service of readSide) await service.stop();
  await product?.stop();
  await link?.close();
});

/**
 * Begins the work while the way to the log is cut, and opens the way after a moment. The command API has started just
 * before: outages that follow each other within seconds are not those of one restart, and the client of the log connects
 * later after each.
 */
async function duringOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  await environment.restartOn(logUrl);
  const heal = link.impose({ kind: 'cut' });
  const working = work();
  await pause(OUTAGE_MS);
  heal();
  return working;
}

async function saveTeam(name: string): Promise<{ status: number; tookMs: number }> {
  const began = performance.now();
  const { status } = await ward.mona.post('/api/teams', { name, specialty: 1, about: '' });
  return { status, tookMs: performance.now() - began };
}

test('commands that find the log away are saved when it is back, each once', async () => {
  const saved = await duringOutage(() =>
    Promise.all(Array.from({ length: TEAMS }, (_, index) => saveTeam(`Team ${index}`))),
  );
  expect(saved.map(({ status }) => status)).toEqual(Array.from({ length: TEAMS }, () => 201));
  const { events } = await environment.log.readAll({ prefixes: ['team-'], after: undefined, maxCount: 10 * TEAMS });
  const made = events.filter((event) => !(event instanceof Error) && event.type === 'TeamCreated');
  expect(made).toHaveLength(TEAMS + 1);
});

test('a history that finds the log away is answered when it is back, as one access', async () => {
  const read = async (): Promise<number> => {
    const answer = await fetch(`${queryUrl}/api/history/admissions/${ward.admission._id}/export`, {
      headers: { authorization: `bearer ${ward.mona.me.token}` },
    });
    await answer.text();
    return answer.status;
  };
  const accesses = async (): Promise<number> =>
    (await environment.pool.query(`select from accounts.access_note where kind = 'HistoryExported'`)).rowCount ?? 0;
  await expect.poll(read).toBe(200);
  const before = await accesses();
  expect(await duringOutage(read)).toBe(200);
  expect(await accesses()).toBe(before + 1);
});

describe('who finds the log away is signed in when it is back', () => {
  const login = <Body>(body: object, path = '') => environment.send<Body>('POST', `/api/users/login${path}`, body);

  test('by a recovery code, which counts once', async () => {
    const { me, post } = await environment.signUp('Amal');
    const { body: made } = await post<NewTotpSecret>(`${FACTORS}/totp`, {});
    const code = codeOf(made.secret);
    const { body: added } = await post<SecondFactorsChanged>(`${FACTORS}/totp/confirm`, { code });
    const { body: asked } = await login<Problem & { ticket: string }>({ email: me.email, password: PASSWORD });
    const sent = { ticket: asked.ticket, recoveryCode: added.newRecoveryCodes?.[0] };
    expect((await duringOutage(() => login(sent, '/second-factor'))).status).toBe(200);
    expect(await login(sent, '/second-factor')).toMatchObject({ status: 401, body: { reason: 'wrong-second-factor' } });
  });

  test('by a passkey, whose answer counts once', async () => {
    const { post } = await environment.signUp('Badr');
    const authenticator = softwareAuthenticator(ORIGIN);
    type NewChallenge = PasskeyChallenge & { options: { challenge: string; user: { id: string } } };
    const { body: begun } = await post<NewChallenge>(`${FACTORS}/passkeys/options`, {});
    const answer = authenticator.create(begun.options);
    expect((await post(`${FACTORS}/passkeys`, { ticket: begun.ticket, name: 'Phone', answer })).status).toBe(201);
    const { body: asked } = await login<NewChallenge>({}, '/passkey-options');
    const sent = { ticket: asked.ticket, answer: authenticator.get(asked.options) };
    expect((await duringOutage(() => login(sent, '/passkey'))).status).toBe(200);
    expect(await login(sent, '/passkey')).toMatchObject({ status: 401, body: { reason: 'passkey-not-accepted' } });
  });

  test('by single sign-on, when the provider has answered and when the page fetches its session', async () => {
    const browser = openBrowser();
    const back = await browser.signInAtProvider(await product.begin(browser), product.person('dalia'));
    const page = await duringOutage(() => product.callback(browser, back));
    const fetched = await duringOutage(() => product.fetchSession(browser, page));
    expect([fetched.status, fetched.body.email]).toEqual([200, 'dalia@hospital.test']);
    const types = (await environment.events(`user-${fetched.body._id}`)).map(({ type }) => type);
    expect(types).toEqual(['UserRegistered', 'UserEmailVerified']);
    expect((await product.fetchSession(browser, page)).body.reason).toBe('provider-sign-in-expired');
  });
});

test('in a long outage a command waits once, and the next ones are refused at once', async () => {
  await environment.restartOn(logUrl);
  const heal = link.impose({ kind: 'cut' });
  const first = await saveTeam('Late');
  const next = [await saveTeam('Refused'), await saveTeam('Refused too')];
  heal();
  expect([first, ...next].map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(first.tookMs).toBeGreaterThan(WAIT_MS / 2);
  for (const { tookMs } of next) expect(tookMs).toBeLessThan(WAIT_MS / 2);
  await expect.poll(async () => (await saveTeam('Back')).status).toBe(201);
});
