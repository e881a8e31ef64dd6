/** The harm that a visitor can do to the sign-in of a whole address, and how its people pass. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../testing/oidc-provider.ts';
import { ORIGIN, type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';

let product: ProductWithProvider;
beforeAll(async () => {
  product = await startProductWithProvider({ RATE_LIMIT: 'on', CAPTCHA: 'altcha' });
  product.person('amal');
});
afterAll(() => product.stop());

/** Each test has an address of its own. */
let address = '';
let addresses = 0;
beforeEach(() => void (address = `10.0.0.${(addresses += 1)}`));
const atAddress = (browser = openBrowser()): TestBrowser => ({
  ...browser,
  request: (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    return browser.request(url, { ...init, headers });
  },
});
/** @returns the reason of the refusal; undefined for a session */
const outcomeOf = async (browser: TestBrowser, page: string): Promise<string | undefined> =>
  (await product.fetchSession(browser, page)).body.reason;
const comeBack = async (browser: TestBrowser, answer: Record<string, string>, query = ''): Promise<string> => {
  const begun = new URL(await product.begin(browser, query));
  const url = new URL(begun.searchParams.get('redirect_uri') ?? '');
  url.search = new URLSearchParams({
    state: begun.searchParams.get('state') ?? '',
    iss: product.provider.issuer,
    ...answer,
  }).toString();
  return product.callback(browser, url.href);
};
const tries = async (): Promise<number> => {
  const { rows } = await product.environment.pool.query<{ tries: number }>(
    "select coalesce(sum(points), 0)::int as tries from accounts.rate_limit where key like 'singleSignOn%'",
  );
  return rows[0]!.tries;
};
/** One try of a made-up code, for which the provider is asked, counts as all that an address has. */
async function shutTheAddress(): Promise<void> {
  await comeBack(atAddress(), { code: 'made-up' });
  await product.environment.pool.query(
    "update accounts.rate_limit set points = 100 where key like 'singleSignOn-address%'",
  );
  const browser = atAddress();
  expect(await outcomeOf(browser, await comeBack(browser, { code: 'made-up' }))).toBe('proof-lets-pass');
}

test('answers for which the provider is not asked count for no address: refusals, and those of another sign-in', async () => {
  const before = await tries();
  await comeBack(atAddress(), { error: 'access_denied' });
  await comeBack(atAddress(), { code: 'made-up', state: 'of-another-sign-in' });
  await product.callback(atAddress(), `${ORIGIN}/api/users/oidc/callback?code=made-up&state=none`);
  expect(await tries()).toBe(before);
  await comeBack(atAddress(), { code: 'made-up' });
  expect(await tries()).toBe(before + 1);
  expect((await product.signIn('amal', atAddress())).status).toBe(200);
  expect(await tries()).toBe(before + 1);
});

test('at an address where made-up codes are refused, a device where an account has signed in passes', async () => {
  const known = atAddress();
  expect((await product.signIn('amal', known)).status).toBe(200);
  await shutTheAddress();
  expect((await product.signIn('amal', atAddress())).body.reason).toBe('proof-lets-pass');
  expect((await product.signIn('amal', known)).status).toBe(200);
  // Its own bound.
  for (let n = 0; n < 10; n += 1) await comeBack(known, { code: 'made-up' });
  expect((await product.signIn('amal', known)).body.reason).toBe('proof-lets-pass');
});

test('a sign-in that begins with a proof of work passes there, once', async () => {
  await shutTheAddress();
  const { body: challenge } = await product.environment.send<Challenge>('GET', '/api/config/captcha?for=signIn');
  const solution = await solveChallenge({ challenge, deriveKey });
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const signIn = async () => {
    const browser = atAddress();
    const address = await product.begin(browser, `?token=${encodeURIComponent(token)}`);
    return outcomeOf(browser, await product.callback(browser, await browser.signInAtProvider(address, 'amal')));
  };
  expect([await signIn(), await signIn()]).toEqual([undefined, 'proof-lets-pass']);
}, 120_000);
