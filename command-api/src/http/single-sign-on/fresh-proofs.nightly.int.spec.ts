/** Pages that signed in at the provider need fresh proofs, as other pages do. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import { openBrowser, type TestBrowser } from '../../testing/oidc-provider.ts';
import { codeIn, type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';

let product: ProductWithProvider;
beforeAll(async () => {
  product = await startProductWithProvider();
});
afterAll(() => product.stop());

/** As a page of the product does. */
async function fetchAsPage(browser: TestBrowser, page: string): Promise<SignedIn & Problem> {
  const answer = await browser.request(`${product.environment.url}/api/users/oidc/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session': 'new' },
    body: JSON.stringify({ code: codeIn(page) }),
  });
  return (await answer.json()) as SignedIn & Problem;
}
async function signInPage(name: string, browser = openBrowser(), query = ''): Promise<SignedIn & Problem> {
  const address = await browser.signInAtProvider(await product.begin(browser, query), name);
  return fetchAsPage(browser, await product.callback(browser, address));
}
/** A call that needs a fresh proof. @returns the reason of its refusal, or its status */
async function setUpApp({ token }: { token: string }): Promise<string | number> {
  const { status, body } = await product.environment.send<Problem>(
    'POST',
    '/api/users/me/second-factors/totp',
    {},
    { authorization: `bearer ${token}` },
  );
  return body.reason ?? status;
}
const pass = (minutes: number) =>
  product.environment.pool.query(
    'update accounts.session_proof set proven_at = proven_at - make_interval(mins => $1)',
    [minutes],
  );
const ageSignIns = (minutes: number): void => {
  product.provider.ageSignIns(minutes);
  onTestFinished(() => product.provider.ageSignIns(0));
};
const AGAIN = '?prompt=login';

describe('a page that signed in at the provider', () => {
  test('has no fresh proof where the provider does not say when it asked the person', async () => {
    expect(await setUpApp(await signInPage(product.person('amal')))).toBe('proof-needed');
  });

  test('has one for ten minutes after a sign-in that made the provider ask again', async () => {
    const browser = openBrowser();
    const name = product.person('badr');
    await signInPage(name, browser);
    // The provider shows its form although it has a session of this browser.
    const address = await product.begin(browser, AGAIN);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const again = await signInPage(name, browser, AGAIN);
    expect(await setUpApp(again)).toBe(200);
    await pass(9);
    expect(await setUpApp(again)).toBe(200);
    await pass(1);
    expect(await setUpApp(again)).toBe('proof-needed');
  });

  test('has one as long as the sign-in of which the provider says the time is fresh, also without being asked', async () => {
    const browser = openBrowser();
    const name = product.person('dina');
    const asked = async () => {
      // The provider says the time where it is asked for any.
      const address = `${await product.begin(browser)}&max_age=86400`;
      return fetchAsPage(browser, await product.callback(browser, await browser.signInAtProvider(address, name)));
    };
    expect(await setUpApp(await asked())).toBe(200);
    ageSignIns(11);
    expect(await setUpApp(await asked())).toBe('proof-needed');
  });
});

test('a person whom the provider did not ask again gets no session', async () => {
  const browser = openBrowser();
  const name = product.person('hany');
  await signInPage(name, browser);
  ageSignIns(2);
  for (const maxAge of ['86400', undefined]) {
    const url = new URL(await product.begin(browser, AGAIN));
    url.searchParams.delete('prompt');
    if (maxAge === undefined) url.searchParams.delete('max_age');
    else url.searchParams.set('max_age', maxAge);
    const page = await product.callback(browser, await browser.signInAtProvider(url.href, name));
    expect((await fetchAsPage(browser, page)).reason).toBe('provider-did-not-ask-again');
  }
});

test('another person who comes back proves nothing for the session of the first', async () => {
  const first = await signInPage(product.person('mona'));
  const second = await signInPage(product.person('omar'), openBrowser(), AGAIN);
  expect([await setUpApp(first), await setUpApp(second)]).toEqual(['proof-needed', 200]);
  expect(second._id).not.toBe(first._id);
});

test('a client that is no page needs none, as before', async () => {
  expect(await setUpApp((await product.signIn(product.person('rania'))).body)).toBe(200);
});
