import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import { openBrowser } from '../../testing/oidc-provider.ts';
import { type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import { type Caller, PASSWORD, type TestEnvironment } from '../../testing/test-environment.ts';

let product: ProductWithProvider;
let environment: TestEnvironment;
beforeAll(async () => {
  product = await startProductWithProvider();
  ({ environment } = product);
});
afterAll(() => product.stop());

describe('a first sign-in', () => {
  test.each([
    ['a name of two lines', { given_name: 'Ali\nadmin' }, 'provider-name-refused'],
    ['no name', { given_name: undefined, family_name: undefined }, 'provider-name-refused'],
    ['no e-mail', { email: undefined }, 'provider-email-missing'],
    ['no usable e-mail', { email: 'a@b@c' }, 'provider-email-missing'],
    ["the admin account's e-mail", { email: 'Admin@hospital.test' }, 'provider-admin-account'],
  ])('is refused with %s', async (_, claims, reason) => {
    const name = product.person(`refused-${randomUUID()}`, claims);
    const { status, body } = await product.signIn(name);
    expect([status, body.reason, body.message]).toEqual([403, reason, expect.stringMatching(/^[A-Z].{20,}/)]);
    expect(
      await environment.pool.query('select 1 from accounts.oidc_identity where subject = $1', [name]),
    ).toMatchObject({ rowCount: 0 });
  });
});

describe('an account with the same e-mail', () => {
  const proven = async (name: string): Promise<Caller> => {
    const caller = await environment.signUp(name);
    const token = tokenIn(await newestMail(environment, caller.me.email));
    expect((await caller.post('/api/users/confirmEmail', { token })).status).toBe(200);
    return caller;
  };

  test('is opened where both sides have proven the address', async () => {
    const { me } = await proven('Ehab');
    const { status, body } = await product.signIn(product.person('ehab-there', { email: 'EHAB@hospital.test' }));
    expect([status, body._id]).toEqual([200, me._id]);
  });

  test('is not opened by an address that the provider has not proven', async () => {
    const { me } = await proven('Farida');
    for (const email_verified of [false, undefined, 'true', 1]) {
      const { status, body } = await product.signIn(product.person('attacker', { email: me.email, email_verified }));
      expect([status, body.reason, body.token]).toEqual([409, 'provider-email-taken', undefined]);
    }
  });

  test('is not opened where its own address is not proven: a stranger may have signed up with it', async () => {
    const { me } = await environment.signUp('Gamal');
    expect((await product.signIn(product.person('gamal-there', { email: me.email }))).body.reason).toBe(
      'provider-email-taken',
    );
  });

  test('that is disabled is not opened, and its person is told so; a sign-in that waits for its page is refused too', async () => {
    const name = product.person('salma');
    const { body } = await product.signIn(name);
    const waiting = openBrowser();
    const address = await waiting.signInAtProvider(await product.begin(waiting), name);
    const page = await product.callback(waiting, address);
    await environment.pool.query('update accounts.credential set disabled_at = now() where user_id = $1', [body._id]);
    for (const refused of [await product.fetchSession(waiting, page), await product.signIn(name)])
      expect([refused.status, refused.body.reason]).toEqual([403, 'account-disabled']);
  });

  test('of a person of the provider is not opened by another one with the same address', async () => {
    await product.signIn(product.person('hoda'));
    expect((await product.signIn(product.person('hoda-second', { email: 'hoda@hospital.test' }))).body.reason).toBe(
      'provider-email-taken',
    );
  });

  test('that a stranger made at the provider with an unproven address is theirs no longer once its owner takes it', async () => {
    const stranger = await product.signIn(
      product.person('stranger', { email: 'ibrahim@hospital.test', email_verified: false }),
    );
    expect([stranger.status, stranger.body.emailVerified]).toEqual([200, false]);
    await newestMail(environment, 'ibrahim@hospital.test');
    await environment.send('POST', '/api/users/login', { email: 'ibrahim@hospital.test', forgetPW: true });
    const token = tokenIn(await newestMail(environment, 'ibrahim@hospital.test', 2));
    expect((await environment.send('POST', '/api/users/resetPassword', { token, password: PASSWORD })).status).toBe(
      200,
    );
    expect(await product.isSignedIn(stranger.body)).toBe(false);
    expect((await product.signIn('stranger')).body.reason).toBe('provider-email-taken');
  });
});
