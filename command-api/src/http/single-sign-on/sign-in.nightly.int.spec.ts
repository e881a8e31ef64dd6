import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from 'language/contract/entities';
import { openBrowser, startProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { codeIn, ORIGIN, type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let product: ProductWithProvider;
let environment: TestEnvironment;
let provider: TestProvider;
beforeAll(async () => {
  product = await startProductWithProvider();
  ({ environment, provider } = product);
});
afterAll(() => product.stop());

describe('a person who signs in at the provider for the first time', () => {
  test('gets an account with a proven e-mail, and comes back to the page that they left', async () => {
    const browser = openBrowser();
    const address = await product.begin(browser, '?returnFrom=%2Fward%2Ft1%3Fday%3D1');
    const asked = new URL(address).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(`${ORIGIN}/api/users/oidc/callback`);
    const page = await product.callback(browser, await browser.signInAtProvider(address, product.person('amal')));
    expect(page).toMatch(/^\/\?returnFrom=%2Fward%2Ft1%3Fday%3D1#signIn=[\w-]{43}$/);
    const { status, body } = await product.fetchSession(browser, page);
    expect([status, body.email, body.firstName, body.emailVerified]).toEqual([200, 'amal@hospital.test', 'amal', true]);
    expect(await product.isSignedIn(body)).toBe(true);
    const events = await environment.events(`user-${body._id}`);
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'UserEmailVerified']);
  });

  test('gets an account with the language that was chosen on the device', async () => {
    const browser = openBrowser();
    browser.cookies(environment.url).set('language', 'ar-u-nu-arab');
    const chosen = await product.signIn(product.person('rania'), browser);
    const none = await product.signIn(product.person('tarek'));
    expect([chosen.body.language, none.body.language]).toEqual([{ code: 'ar', digits: 'arab' }, undefined]);
  });

  test('gets the same account the next time, with another address at the provider too', async () => {
    const first = await product.signIn(product.person('badr'));
    const again = await product.signIn(product.person('badr', { email: 'other@hospital.test' }));
    expect([again.status, again.body._id, again.body.email]).toEqual([200, first.body._id, 'badr@hospital.test']);
  });

  test('in several windows at the same moment gets one account', async () => {
    product.person('dalia');
    const answers = await Promise.all(Array.from({ length: 4 }, () => product.signIn('dalia')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = new Set(answers.map(({ body }) => body._id));
    expect(ids.size).toBe(1);
    expect((await environment.events(`user-${[...ids][0]}`)).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserEmailVerified',
    ]);
  });

  test('whose names come as one gets both', async () => {
    const claims = { given_name: undefined, family_name: undefined, name: 'Abd El Rahman Fathy' };
    expect((await product.signIn(product.person('fathy', claims))).body).toMatchObject({
      firstName: 'Abd El Rahman',
      lastName: 'Fathy',
    });
  });
});

test('the cookie is closed to scripts, and over TLS to other hosts', async () => {
  const over = (proto: string) =>
    fetch(`${environment.url}/api/users/oidc/start`, {
      headers: { accept: 'application/json', 'x-forwarded-proto': proto },
    });
  expect((await over('http')).headers.get('set-cookie')).toMatch(
    /^single-sign-on=[^;]+; path=\/; .*samesite=lax; httponly$/i,
  );
  expect((await over('https')).headers.get('set-cookie')).toMatch(
    /^__Host-single-sign-on=[^;]+; path=\/; .*samesite=lax; secure; httponly$/i,
  );
});

test('a navigation is led to the provider', async () => {
  const answer = await fetch(`${environment.url}/api/users/oidc/start`, {
    headers: { accept: 'text/html,application/xhtml+xml' },
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toContain(`${provider.issuer}/auth?`);
});

test('a person who says no at the provider is told so by the page', async () => {
  const browser = openBrowser();
  const { searchParams } = new URL(await product.begin(browser));
  const query = new URLSearchParams({
    error: 'access_denied',
    state: searchParams.get('state') ?? '',
    iss: provider.issuer,
  });
  const page = await product.callback(browser, `${ORIGIN}/api/users/oidc/callback?${query.toString()}`);
  expect((await product.fetchSession(browser, page)).body).toMatchObject({
    reason: 'provider-sign-in-refused',
    message: 'Your hospital account was not signed in (access_denied): please try again',
  });
});

describe('signing out', () => {
  test('leads to the end of the session at the provider, and back', async () => {
    const { body } = await product.signIn(product.person('karim'));
    const answer = await environment.send<{ next: string }>('POST', '/api/users/logout', undefined, {
      authorization: `bearer ${body.token}`,
    });
    const next = new URL(answer.body.next);
    expect(next.origin + next.pathname).toBe(`${provider.issuer}/session/end`);
    expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`);
    expect((await fetch(next)).status).toBe(200);
  });
  test('of a session with a password leads nowhere', async () => {
    const { me } = await environment.signUp('Laila');
    const answer = await environment.send('POST', '/api/users/logout', undefined, {
      authorization: `bearer ${me.token}`,
    });
    expect(answer.body).toEqual({ message: 'Signed out' });
  });
});

test('a provider that is away is said in a sentence, and local sign-in goes on', async () => {
  const away = await startProvider({ origin: ORIGIN, backchannel: ORIGIN });
  away.setAway(true);
  const other = await startTestEnvironment(away.settings);
  try {
    const answer = await other.send<Problem>('GET', '/api/users/oidc/start', undefined, { accept: 'application/json' });
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'The sign-in of your hospital account does not answer, please try again in a moment',
    ]);
    const page = await fetch(`${other.url}/api/users/oidc/start?returnFrom=/ward/1`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    const shown = await other.send<Problem>('POST', '/api/users/oidc/session', {
      code: codeIn(page.headers.get('location') ?? ''),
    });
    expect([shown.status, shown.body.reason]).toEqual([503, 'provider-away']);
    expect((await other.signUp('Youssef')).me.token).toBeDefined();
    away.setAway(false);
    expect((await other.send('GET', '/api/users/oidc/start', undefined, { accept: 'application/json' })).status).toBe(
      200,
    );
  } finally {
    await other.stop();
    await away.stop();
  }
});

test('where pages keep their session in a cookie, the page gets no token, and signs out of both', async () => {
  const other = await startProductWithProvider({ BROWSER_SESSION: 'cookie' });
  try {
    const browser = openBrowser();
    const address = await browser.signInAtProvider(await other.begin(browser), other.person('cookie'));
    const page = await other.callback(browser, address);
    const answer = await browser.request(`${other.environment.url}/api/users/oidc/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session': 'new' },
      body: JSON.stringify({ code: codeIn(page) }),
    });
    const body = (await answer.json()) as { token?: string; sessionId: string };
    expect([answer.status, body.token, typeof body.sessionId]).toEqual([200, undefined, 'string']);
    const logOut = () =>
      browser.request(`${other.environment.url}/api/users/logout`, {
        method: 'POST',
        headers: { 'x-session': body.sessionId },
      });
    expect(await (await logOut()).json()).toMatchObject({ next: expect.stringContaining('/session/end?') as string });
    expect((await logOut()).status).toBe(401);
  } finally {
    await other.stop();
  }
});

test('nothing of a person or a token is in the log or in clear in the tables', async () => {
  const { body } = await product.signIn(product.person('zeinab'));
  const { rows } = await environment.pool.query('select * from accounts.oidc_session');
  expect(rows.length).toBeGreaterThan(0);
  expect(environment.logged()).not.toContain('zeinab');
  expect(environment.logged() + JSON.stringify(rows)).not.toContain(body.token);
  const stored = rows.map(({ id_token }: { id_token: Buffer }) => id_token.toString('latin1')).join();
  expect(stored).not.toMatch(/eyJ/);
});
