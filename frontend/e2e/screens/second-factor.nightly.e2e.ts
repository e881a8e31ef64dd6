import { codeOf, nextCodeOf } from 'command-api/testing/authenticator-app';
import { ageProofs } from 'infra/verification/test/aged-proofs';
import { openBrowser } from 'infra/verification/test/chromium';
import { type Product, startProduct } from 'infra/verification/test/product';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, fits, openSession, screenshot, setTheme, signOut, widths } from '../support/browser.ts';
import { addAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const PASSWORD = 'demo-pass-1';
let product: Product;
let browser: Browser;
/** Browsers offer passkeys on localhost, and not for an address. */
let base: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ env: { CAPTCHA: 'off' } }), openBrowser()]);
  base = `http://localhost:${new URL(product.url).port}`;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface SignedUp {
  readonly page: Page;
  readonly email: string;
  readonly pageErrors: string[];
  readonly authenticator: VirtualAuthenticator;
}

async function signedUp(name: string): Promise<SignedUp> {
  const { page, pageErrors } = await openSession(browser, base);
  const email = `${name.toLowerCase()}@hospital.test`;
  const made = await page.request.post('/api/users', {
    data: { firstName: name, lastName: 'Farouk', email, phone: '', password: PASSWORD },
  });
  expect(made.status()).toBe(201);
  return { page, email, pageErrors, authenticator: await addAuthenticator(page) };
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** The home screen is there, and its menu stays open. */
const isHome = (page: Page): Promise<void> => page.getByRole('heading', { name: /^Welcome/ }).waitFor();

/** At both widths, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const width of ['desktop', 'phone'] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(widths[width]);
      await setTheme(page, theme);
      expect(await fits(page)).toBe(true);
      await screenshot(page, `${name}-${width}-${theme}`);
    }
  await expectAccessible(page);
  await page.setViewportSize(widths.desktop);
  await setTheme(page, 'light');
}

test('an authenticator app is set up by its QR code, and asked for at the next sign-in', async () => {
  const { page, email, pageErrors } = await signedUp('Mona');
  await logIn(page, email);
  await isHome(page);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await pictures(page, 'totp-set-up');
  const secret = ((await page.getByLabel('Secret', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel(/^Code/).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  await codes.waitFor();
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await pictures(page, 'recovery-codes');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await pictures(page, 'second-factors');
  await signOut(page);

  await logIn(page, email);
  await page.getByLabel(/^Code/).waitFor();
  await pictures(page, 'sign-in-code');
  await page.getByLabel(/^Code/).fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('This code is wrong, too old, or was used before').waitFor();
  await page.getByLabel(/^Code/).fill(nextCodeOf(secret));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await isHome(page);
  await signOut(page);

  await logIn(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel(/^Recovery code/).fill(recoveryCode);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await isHome(page);
  expect(pageErrors).toEqual([]);
});

test('a passkey is added, signs in alone and after the password, and is removed', async () => {
  const { page, email, pageErrors } = await signedUp('Omar');
  await logIn(page, email);
  await isHome(page);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel(/^Name of the passkey/).fill('Work phone');
  await pictures(page, 'passkey-set-up');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Work phone').waitFor();
  await signOut(page);

  await pictures(page, 'sign-in');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await isHome(page);
  await signOut(page);
  await logIn(page, email);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await pictures(page, 'sign-in-passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isHome(page);

  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Remove the passkey Work phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  // Exact: the question, which names the passkey too, may still be closing.
  await page.getByText('Work phone', { exact: true }).waitFor({ state: 'hidden' });
  expect(pageErrors).toEqual([]);
});

test('a passkey unlocks a locked page, and counts as a fresh proof', async () => {
  const { page, email, pageErrors, authenticator } = await signedUp('Laila');
  await logIn(page, email);
  await isHome(page);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await ageProofs(product, 11);

  await page.keyboard.press('Alt+l');
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  const unlock = page.getByRole('button', { name: 'Unlock with a passkey' });
  await unlock.waitFor();
  await pictures(page, 'unlock-passkey');
  // The authenticator answers nothing without the person's finger or PIN.
  await authenticator.setVerifiesUser(false);
  await unlock.click();
  await page.getByText('The passkey was not used: try again, or unlock in another way').waitFor();
  await pictures(page, 'unlock-passkey-not-used');
  await authenticator.setVerifiesUser(true);
  await unlock.click();
  await page.waitForURL('**/profile/security');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('a call that needs a fresh proof asks for a passkey or the password, then goes on with what was typed', async () => {
  const { page, email, pageErrors } = await signedUp('Hany');
  await logIn(page, email);
  await isHome(page);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();

  const ask = async (): Promise<void> => {
    await ageProofs(product, 11);
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  };
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await pictures(page, 'proof');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();

  await ask();
  await dialog.getByLabel(/^Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('a team that requires a second factor leads its member to the set-up and back', async () => {
  const { page: adminPage, email: adminEmail } = await signedUp('Salma');
  const { page, email, pageErrors } = await signedUp('Dina');
  for (const [person, address] of [
    [adminPage, adminEmail],
    [page, email],
  ] as const) {
    await logIn(person, address);
    await person.waitForURL('**/teamlist');
  }
  const { token } = (await (
    await adminPage.request.post('/api/users/login', { data: { email: adminEmail, password: PASSWORD } })
  ).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'post' | 'put', path: string, data: object) =>
    adminPage.request[method](path, { headers, data });
  const made = await call('post', '/api/teams', { name: 'Adult ICU', specialty: 1, about: '' });
  const { _id: teamId } = (await made.json()) as { _id: string };
  await call('post', `/api/teams/${teamId}/members`, { email });
  const { secret } = (await (await call('post', '/api/users/me/second-factors/totp', {})).json()) as { secret: string };
  await call('post', '/api/users/me/second-factors/totp/confirm', { code: codeOf(secret) });

  await adminPage.goto(`/teamlist/${teamId}`);
  await adminPage.getByRole('checkbox', { name: 'Members need a second factor' }).setChecked(true, { force: true });
  await adminPage.getByRole('group', { name: 'Second factor' }).scrollIntoViewIfNeeded();
  await pictures(adminPage, 'second-factor-switch');
  await adminPage.getByRole('button', { name: 'Save team' }).click();
  await adminPage.getByText('Team updated').waitFor();

  await page.goto(`/team/${teamId}`);
  const setUp = page.getByRole('link', { name: 'Set up a second factor' });
  await setUp.waitFor();
  await pictures(page, 'second-factor-required');
  await setUp.click();
  await page.getByText(/requires a second factor\. Set one up here/).waitFor();
  await pictures(page, 'second-factor-banner');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const shown = ((await page.getByLabel('Secret', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel(/^Code/).fill(codeOf(shown));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Back to the team' }).click();
  await page.getByRole('heading', { name: 'Adult ICU' }).first().waitFor();
  expect(pageErrors).toEqual([]);
});
