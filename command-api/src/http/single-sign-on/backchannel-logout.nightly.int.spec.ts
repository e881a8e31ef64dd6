import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from 'language/contract/entities';
import { SESSION_ENDED_CHANNEL } from 'service-kit/security/sessions';
import { newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import { CLIENT, openBrowser, type TestProvider } from '../../testing/oidc-provider.ts';
import { type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import type { TestEnvironment } from '../../testing/test-environment.ts';

let product: ProductWithProvider;
let environment: TestEnvironment;
let provider: TestProvider;
beforeAll(async () => {
  product = await startProductWithProvider();
  ({ environment, provider } = product);
});
afterAll(() => product.stop());

describe('a logout token', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const send = async (token: string, form = 'logout_token') => {
    const answer = await fetch(`${environment.url}/api/users/oidc/backchannel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [form]: token }),
    });
    return answer.status;
  };
  const claims = (more: object) => ({
    iss: provider.issuer,
    aud: CLIENT.id,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    jti: randomUUID(),
    events: EVENT,
    ...more,
  });
  const sidOf = async ({ token }: SignedIn): Promise<string> => {
    const { rows } = await environment.pool.query<{ sid: string }>(
      `select o.sid from accounts.oidc_session o join accounts.session using (session_id)
       where token_hash = sha256($1::text::bytea)`,
      [token],
    );
    return rows[0]!.sid;
  };

  test('that the provider sends at its own sign-out ends the sessions of that browser and no other', async () => {
    const browser = openBrowser();
    const { body: one } = await product.signIn(product.person('nada'), browser);
    const { body: elsewhere } = await product.signIn('nada');
    const page = await (await browser.request(`${provider.issuer}/session/end`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await browser.request(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    await expect.poll(() => product.isSignedIn(one)).toBe(false);
    expect(await product.isSignedIn(elsewhere)).toBe(true);
  });

  test('with a subject ends all of their sessions at the provider, and none of another person or of a password', async () => {
    const local = await environment.signUp('Omnia');
    const token = tokenIn(await newestMail(environment, local.me.email));
    await local.post('/api/users/confirmEmail', { token });
    const name = product.person('omnia');
    const sessions = [(await product.signIn(name)).body, (await product.signIn(name)).body];
    expect(sessions.map(({ _id }) => _id)).toEqual([local.me._id, local.me._id]);
    const { body: other } = await product.signIn(product.person('rania'));
    const listener = await environment.pool.connect();
    const told: (string | undefined)[] = [];
    listener.on('notification', ({ payload }) => told.push(payload));
    await listener.query(`listen ${SESSION_ENDED_CHANNEL}`);

    expect(await send(await provider.sign(claims({ sub: name })))).toBe(200);
    expect(await Promise.all(sessions.map((session) => product.isSignedIn(session)))).toEqual([false, false]);
    expect(await Promise.all([other, local.me].map((session) => product.isSignedIn(session)))).toEqual([true, true]);
    // The sockets of these sessions hear it by the same channel as a sign-out.
    await expect.poll(() => told.length).toBe(2);
    listener.release(true);
  });

  test('is used once', async () => {
    const name = product.person('samir');
    await product.signIn(name);
    const token = await provider.sign(claims({ sub: name }));
    const answers = await Promise.all([send(token), send(token)]);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { body } = await product.signIn(name);
    expect(await send(token)).toBe(400);
    expect(await product.isSignedIn(body)).toBe(true);
  });

  test('ends a sign-in whose page has not fetched its session yet', async () => {
    const browser = openBrowser();
    const page = await product.callback(
      browser,
      await browser.signInAtProvider(await product.begin(browser), product.person('tamer')),
    );
    expect(await send(await provider.sign(claims({ sub: 'tamer' })))).toBe(200);
    expect((await product.fetchSession(browser, page)).body.reason).toBe('provider-sign-in-expired');
  });

  test.each(['/token', '/me'] as const)(
    'with a subject ends a sign-in whose callback waits for the answer of %s, and none that begins after it',
    async (path) => {
      const name = product.person(`held${path.replace('/', '-')}`);
      const browser = openBrowser();
      const address = await browser.signInAtProvider(await product.begin(browser), name);
      const held = provider.holdNext(path);
      const returning = product.callback(browser, address);
      await held.arrived;
      expect(await send(await provider.sign(claims({ sub: name })))).toBe(200);
      held.release();
      const { body } = await product.fetchSession(browser, await returning);
      expect([body.reason, body.token]).toEqual(['provider-sign-in-expired', undefined]);
      expect((await product.signIn(name)).status).toBe(200);
    },
  );

  test('with a session ends a sign-in of that session whose callback waits, and no other of its person', async () => {
    const name = product.person('mahmoud');
    const [ending, other] = [openBrowser(), openBrowser()];
    const sid = await sidOf((await product.signIn(name, ending)).body);
    const address = await ending.signInAtProvider(await product.begin(ending), name);
    const elsewhere = await other.signInAtProvider(await product.begin(other), name);
    const held = provider.holdNext('/token');
    const returning = product.callback(ending, address);
    await held.arrived;
    expect(await send(await provider.sign(claims({ sid, sub: name })))).toBe(200);
    held.release();
    expect((await product.fetchSession(ending, await returning)).body.reason).toBe('provider-sign-in-expired');
    expect((await product.fetchSession(other, await product.callback(other, elsewhere))).status).toBe(200);
  });

  test('ends a sign-in whose session begins at that very moment', async () => {
    const browser = openBrowser();
    const address = await browser.signInAtProvider(await product.begin(browser), product.person('raced'));
    const page = await product.callback(browser, address);
    // As a logout token does between the session and what binds it to the provider.
    await environment.pool.query(`
      create function end_sign_ins() returns trigger language plpgsql as
      $$ begin delete from accounts.oidc_sign_in; return null; end $$;
      create trigger raced after insert on accounts.session execute function end_sign_ins()`);
    try {
      expect(await product.fetchSession(browser, page)).toMatchObject({
        status: 400,
        body: { reason: 'provider-sign-in-expired' },
      });
    } finally {
      await environment.pool.query('drop function end_sign_ins cascade');
    }
    const { rowCount } = await environment.pool.query(
      `select from accounts.session join accounts.credential using (user_id) where email = 'raced@hospital.test'`,
    );
    expect(rowCount).toBe(0);
  });

  test('that is forged, or is no logout token, ends nothing', async () => {
    const { body } = await product.signIn(product.person('wael'));
    const sid = await sidOf(body);
    const good = claims({ sid, sub: 'wael' });
    const old = Math.floor(Date.now() / 1000) - 3600;
    const forged: string[] = [
      await provider.sign({ ...good, iss: 'https://evil.example' }),
      await provider.sign({ ...good, aud: 'another-client' }),
      await provider.sign({ ...good, nonce: 'n' }),
      await provider.sign({ ...good, events: undefined }),
      await provider.sign({ ...good, events: { other: {} } }),
      await provider.sign({ ...good, jti: undefined }),
      await provider.sign({ ...good, sid: undefined, sub: undefined }),
      await provider.sign({ ...good, iat: undefined }),
      await provider.sign({ ...good, iat: old, exp: old + 60 }),
      await provider.sign({ ...good, iat: old, exp: undefined }),
      await provider.sign(good, { typ: 'at+jwt' }),
      `${(await provider.sign(good)).split('.').slice(0, 2).join('.')}.${'x'.repeat(342)}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`,
      'no token',
      'x'.repeat(60_000),
    ];
    for (const token of forged) expect(await send(token)).toBe(400);
    expect(await send(await provider.sign(good), 'another_field')).toBe(400);
    expect(await product.isSignedIn(body)).toBe(true);
    expect(await send(await provider.sign(good))).toBe(200);
    expect(await product.isSignedIn(body)).toBe(false);
  });
});
