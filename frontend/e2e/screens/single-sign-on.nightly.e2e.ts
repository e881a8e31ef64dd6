import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProvider, type TestProvider } from 'command-api/testing/oidc-provider';
import { openBrowser } from 'infra/verification/test/chromium';
import { type Product, startProduct } from 'infra/verification/test/product';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectAccessible, fits, openSession, screenshot, setTheme, signOut, widths } from '../support/browser.ts';

const NAME = 'Log in with your hospital account';
const ADMIN = { email: 'admin@hospital.test', password: 'correct horse 1' };

let browser: Browser;
let provider: TestProvider;
let product: Product;
let origin: string;
let port: number;
let dataDir: string;

beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  dataDir = await mkdtemp(path.join(tmpdir(), 'single-sign-on-'));
  [browser, provider] = await Promise.all([
    openBrowser(),
    startProvider({ origin, backchannel: `${origin}/api/users/oidc/backchannel-logout` }),
  ]);
  provider.people.set('amal', {
    email: 'amal@hospital.test',
    email_verified: true,
    given_name: 'Amal',
    family_name: 'Hassan',
  });
  provider.people.set('nameless', { email: 'nameless@hospital.test', email_verified: true });
});
afterEach(() => product?.stop());
afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The provider must know the product's address before it starts. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });

const start = async (env: NodeJS.ProcessEnv = {}): Promise<void> => {
  product = await startProduct({
    port,
    dataDir,
    env: { ...provider.settings, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
  });
};
const singleSignOn = (page: Page) => page.getByRole('button', { name: NAME });

async function typeAtProvider(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

/** Desktop and phone, light and dark. */
async function inAllForms(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of [
    ['desktop', widths.desktop],
    ['phone', widths.phone],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await setTheme(page, theme);
      expect(await fits(page)).toBe(true);
      await expectAccessible(page);
      await screenshot(page, `${name}-${width}-${theme}`);
    }
}

test('a person signs in at the provider, comes back to the page that they left, and signs out of both', async () => {
  await start();
  const { context, page, pageErrors } = await openSession(browser, origin);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/profile');
  await singleSignOn(page).waitFor();
  await inAllForms(page, 'single-sign-on');
  await page.setViewportSize(widths.desktop);

  await singleSignOn(page).click();
  await typeAtProvider(page, 'amal');
  await page.waitForURL(`${origin}/profile`);
  await page.getByRole('button', { name: 'Account of Amal Hassan' }).waitFor();
  expect(page.url()).toBe(`${origin}/profile`);
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }).token,
  );
  expect(token.length).toBeGreaterThan(20);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);

  await signOut(page);
  await page.waitForURL(`${provider.issuer}/session/end**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${origin}/`);
  await singleSignOn(page).click();
  // The provider asks again: its session has ended as well.
  await typeAtProvider(page, 'nameless');
  await page.getByText('The name of your hospital account cannot be used here').waitFor();
  expect(page.url()).toBe(`${origin}/`);
  await screenshot(page, 'single-sign-on-refused');

  provider.setAway(true);
  await product.stop();
  await start();
  await page.reload();
  await singleSignOn(page).click();
  await page.getByText('The sign-in of your hospital account does not answer').waitFor();
  provider.setAway(false);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('for a fresh proof a person signs in at the provider again, which asks them, and comes back to the page', async () => {
  await start();
  const { context, page, pageErrors } = await openSession(browser, origin);
  await page.goto('/profile/security');
  await singleSignOn(page).click();
  await typeAtProvider(page, 'amal');
  const setUp = page.getByRole('button', { name: 'Set up an app' });
  await setUp.click();
  await page.getByRole('dialog', { name: 'Please confirm that it is you' }).waitFor();
  await inAllForms(page, 'proof-at-provider');
  await page.setViewportSize(widths.desktop);

  await page.getByRole('button', { name: /^Sign in again/ }).click();
  // It has a session of this person, and asks all the same.
  await typeAtProvider(page, 'amal');
  await page.waitForURL(`${origin}/profile/security`);
  await setUp.click();
  await page.getByText('Scan this code with the app:').waitFor();
  expect(pageErrors.filter((error) => !error.includes('403'))).toEqual([]);
  await context.close();
});

test('without local accounts the page shows the button only, and the admin account comes in by its own address', async () => {
  await start({ LOCAL_ACCOUNTS: 'off' });
  const { context, page, pageErrors } = await openSession(browser, origin);
  expect(await (await page.request.get('/')).text()).not.toMatch(/password/i);
  // The settings are late: neither the form nor the button is shown.
  let answer = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/config', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/');
  await page.getByText('The ways to log in are loading').waitFor({ state: 'attached' });
  expect(await page.getByLabel(/^password/i).count()).toBe(0);
  await screenshot(page, 'sign-in-loading');
  answer();
  await singleSignOn(page).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await page.getByLabel(/^password/i).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Create Account' }).count()).toBe(0);
  await inAllForms(page, 'local-accounts-off');
  await page.setViewportSize(widths.desktop);
  await page.goto('/?admin');
  await page.getByLabel(/e-?mail/i).fill(ADMIN.email);
  await page.getByLabel(/^password/i).fill(ADMIN.password);
  await screenshot(page, 'local-accounts-off-admin');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/teamlist');
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('without local accounts and a passkey the person of a locked page signs in again, at the provider as well', async () => {
  await start({ LOCAL_ACCOUNTS: 'off' });
  const { context, page, pageErrors } = await openSession(browser, origin);
  await page.goto('/');
  await singleSignOn(page).click();
  await typeAtProvider(page, 'amal');
  await page.waitForURL('**/teamlist');
  await page.keyboard.press('Alt+l');
  await page.getByText('You have no password and no passkey here: please sign in again').waitFor();
  expect(await page.getByLabel(/^password/i).count()).toBe(0);
  await inAllForms(page, 'unlock-single-sign-on');
  await page.setViewportSize(widths.desktop);
  await singleSignOn(page).click();
  await page.waitForURL(`${provider.issuer}/session/end**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${origin}/`);
  await singleSignOn(page).click();
  await typeAtProvider(page, 'amal');
  await page.waitForURL('**/teamlist');
  expect(pageErrors).toEqual([]);
  await context.close();
});
