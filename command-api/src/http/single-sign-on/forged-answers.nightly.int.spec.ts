import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from 'language/contract/entities';
import { openBrowser, type TestBrowser } from '../../testing/oidc-provider.ts';
import { type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import type { TestEnvironment } from '../../testing/test-environment.ts';

let product: ProductWithProvider;
let environment: TestEnvironment;
beforeAll(async () => {
  product = await startProductWithProvider();
  ({ environment } = product);
});
afterAll(() => product.stop());

describe('what an attacker could change on the way', () => {
  let browser: TestBrowser;
  let answered: string;
  beforeEach(async () => {
    browser = openBrowser();
    answered = await browser.signInAtProvider(await product.begin(browser), product.person('jamila'));
  });
  const refusedWith = async (page: string, reason: string, who = browser) => {
    expect((await product.fetchSession(who, page)).body.reason).toBe(reason);
  };
  const changed = (name: string, value: string): string => {
    const url = new URL(answered);
    url.searchParams.set(name, value);
    return url.href;
  };

  test('the state', async () =>
    refusedWith(await product.callback(browser, changed('state', 'x'.repeat(43))), 'provider-sign-in-expired'));
  test('the issuer', async () =>
    refusedWith(await product.callback(browser, changed('iss', 'https://evil.example')), 'provider-sign-in-expired'));
  test('the code', async () =>
    refusedWith(await product.callback(browser, changed('code', 'x'.repeat(43))), 'provider-sign-in-expired'));
  test('the nonce', async () => {
    const url = new URL(await product.begin(browser));
    url.searchParams.set('nonce', 'of-another-sign-in');
    const page = await product.callback(browser, await browser.signInAtProvider(url.href, 'jamila'));
    await refusedWith(page, 'provider-sign-in-expired');
  });
  test('the PKCE challenge', async () => {
    const url = new URL(await product.begin(browser));
    url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    const page = await product.callback(browser, await browser.signInAtProvider(url.href, 'jamila'));
    await refusedWith(page, 'provider-sign-in-expired');
  });
  test('the browser: an address of the callback in another one', async () => {
    const victim = openBrowser();
    await refusedWith(await product.callback(victim, answered), 'provider-sign-in-expired', victim);
    await product.begin(victim);
    await refusedWith(await product.callback(victim, answered), 'provider-sign-in-expired', victim);
  });
  test('the browser: the code of the page in another one', async () => {
    const page = await product.callback(browser, answered);
    await refusedWith(page, 'provider-sign-in-expired', openBrowser());
    const another = openBrowser();
    const theirs = await product.callback(
      another,
      await another.signInAtProvider(await product.begin(another), 'jamila'),
    );
    await refusedWith(page, 'provider-sign-in-expired', another);
    expect((await product.fetchSession(browser, page)).status).toBe(200);
    expect(theirs).not.toBe(page);
  });
  test('a code that was used, at the provider and in the page', async () => {
    const cookies = new Map(browser.cookies(environment.url));
    const page = await product.callback(browser, answered);
    const waiting = new Map(browser.cookies(environment.url));
    const restore = (kept: Map<string, string>) =>
      kept.forEach((value, name) => browser.cookies(environment.url).set(name, value));
    expect((await product.fetchSession(browser, page)).status).toBe(200);
    restore(waiting);
    await refusedWith(page, 'provider-sign-in-expired');
    restore(cookies);
    await refusedWith(await product.callback(browser, answered), 'provider-sign-in-expired');
  });
  test('the cookie', async () => {
    const jar = browser.cookies(environment.url);
    const [[name = '', value = ''] = []] = jar;
    for (const wrong of [`${value}x`, value.slice(1), 'x', '.', `${value.split('.')[0]}.`]) {
      jar.set(name, wrong);
      await refusedWith(await product.callback(browser, answered), 'provider-sign-in-expired');
    }
  });
  test('where it leads', async () => {
    for (const outside of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '/\r/evil.example',
      'evil',
      '',
    ]) {
      const { status, body } = await environment.send<Problem>(
        'GET',
        `/api/users/oidc/start?returnFrom=${encodeURIComponent(outside)}`,
        undefined,
        { accept: 'application/json' },
      );
      expect([status, body.reason]).toEqual([400, 'return-outside']);
    }
  });
});
