import type { Page } from 'playwright-core';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { createReview, openChart, review } from '../support/chart-page.ts';
import { expectAccessible, fits, screenshot, setTheme, widths } from '../support/browser.ts';
import { mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';

const PIN = '482915';
const NOTE = 'Half a sentence about the creatin';

const demo = runDemo();

async function setPin(page: Page): Promise<void> {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: /Set a PIN|Change the PIN/ }).click();
  await page.getByLabel('New PIN', { exact: false }).first().fill(PIN);
  await page.getByLabel('New PIN again').fill(PIN);
  await page.getByLabel('Your password').fill(PASSWORD);
  await pictures(page, 'pin');
  await page.getByRole('button', { name: 'Save the PIN' }).click();
  await page.getByText('A PIN unlocks your sessions on this device.').waitFor();
}
const locked = (page: Page) => page.getByRole('heading', { name: 'Locked' });
const unlock = async (page: Page, label: RegExp, value: string): Promise<void> => {
  await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Unlock' }).click();
};

/** At desktop and phone width, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const mode of ['light', 'dark'] as const)
    for (const width of ['desktop', 'phone'] as const) {
      await page.setViewportSize(widths[width]);
      await setTheme(page, mode);
      expect(await fits(page)).toBe(true);
      await expectAccessible(page);
      await screenshot(page, `lock-${name}-${width}-${mode}`);
    }
  await page.setViewportSize(widths.desktop);
}

/** The answer of the live connection to the session of a token: `accepted`, or the refusal. */
const handshake = (token: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = io(demo.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
    const end = (outcome: string): void => {
      socket.disconnect();
      resolve(outcome);
    };
    socket.on('connect', () => end('accepted'));
    socket.on('connect_error', (error: Error & { data?: { reason?: string } }) => end(error.data?.reason ?? ''));
  });

test('a page is locked in all tabs with half an entry, and comes back as it was', async () => {
  const { page, context, pageErrors } = await demo.openAs(mona);
  await setPin(page);
  await openChart(page, demo.stay.admission);
  const id = await createReview(page, 'Before the lock.');
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  await form.getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.type(NOTE);
  const address = page.url();
  const patient = (await page.locator('h1').first().innerText()).trim();
  expect(patient).not.toBe('');
  const other = await context.newPage();
  await other.goto('/teamlist');
  await other.getByRole('heading', { level: 1 }).waitFor();

  await page.keyboard.press('Alt+l');
  await Promise.all([locked(page).waitFor(), locked(other).waitFor()]);
  await page.getByLabel(/PIN on this device/).waitFor();
  expect(await page.evaluate(() => document.documentElement.innerHTML)).not.toContain(patient);
  expect(await page.evaluate(() => document.documentElement.innerHTML)).not.toContain(NOTE);
  expect(await page.title()).toBe('Locked · Clinical Pharmacy');
  expect(new URL(page.url()).pathname).toBe('/locked');
  await pictures(page, 'screen');

  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('session')!) as { token: string }).token);
  const refusals = await Promise.all(
    (
      [
        ['GET', `/api/reviews/${demo.stay.admission}`],
        ['GET', '/api/users/me'],
        ['POST', '/api/teams'],
        ['PUT', '/api/users/me/pin'],
      ] as const
    ).map(async ([method, path]) => {
      const answer = await fetch(new URL(path, demo.url), {
        method,
        headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      return [path, answer.status, ((await answer.json()) as { reason: string }).reason];
    }),
  );
  expect(refusals.map(([, ...answer]) => answer)).toEqual(refusals.map(() => [401, 'session-locked']));
  expect(await handshake(token)).toBe('session-locked');

  // Neither the back button, nor a reload, nor a removed mark in the storage opens it.
  await page.goBack();
  await locked(page).waitFor();
  await page.evaluate(() => localStorage.removeItem('locked'));
  await page.reload();
  await locked(page).waitFor();
  await locked(other).waitFor();

  await unlock(page, /PIN on this device/, PIN);
  await page.waitForURL(address);
  await other.getByRole('heading', { level: 1 }).and(other.locator(':not(#lock-title)')).waitFor();
  expect(await handshake(token)).toBe('accepted');
  expect(pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('what a page reads by itself, with no input for minutes, is no use of its session', async () => {
  const { page } = await demo.openAs(mona);
  const { page: colleague } = await demo.openAs(omar);
  await openChart(page, demo.stay.admission);
  await openChart(colleague, demo.stay.admission);
  const readAfterChange = async () => {
    const read = page.waitForRequest((request) =>
      request.url().includes(`/listAdmissionReviews/${demo.stay.admission}`),
    );
    await createReview(colleague, 'Seen by a page without a person.');
    return (await read).headers()['x-unattended'];
  };
  await page.mouse.move(100, 100);
  expect(await readAfterChange()).toBeUndefined();
  await page.evaluate(() => localStorage.setItem('lastInput', String(Date.now() - 5 * 60_000)));
  expect(await readAfterChange()).toBe('true');
});

test('what was typed is in the form again after unlocking', async () => {
  const { page } = await demo.openAs(mona);
  await setPin(page);
  await openChart(page, demo.stay.admission);
  const id = await createReview(page, 'Before another lock.');
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  await form.getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.type(NOTE);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await unlock(page, /PIN on this device/, PIN);
  await form.getByText(NOTE).waitFor();
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});

/** All that the browser's tools show of what the page has stored. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name }) => {
        const database = await answer(indexedDB.open(name ?? ''));
        const stores = [...database.objectStoreNames];
        return Promise.all(stores.map((one) => answer(database.transaction(one).objectStore(one).getAll())));
      }),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases]);
  });

test('the storage of a locked page has no typed text, and what waited is sent after the unlocking', async () => {
  const WAITS = 'A review that waits for the network';
  const { page } = await demo.openAs(mona);
  await setPin(page);
  await openChart(page, demo.stay.admission);
  const id = await createReview(page, 'Before a lock with a bad network.');
  await page.route('**/api/reviews/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await form.getByRole('textbox', { name: 'Clinical notes' }).fill(WAITS);
  await form.getByRole('button', { name: 'Save review' }).click();
  await form.waitFor({ state: 'detached' });
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  await review(page, id).getByRole('form', { name: 'New medication' }).getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.type(NOTE);
  await page.keyboard.press('Alt+l');
  await locked(page).waitFor();
  const held = await stored(page);
  expect(held).toMatch(/draft:[^/]+\/admission\/.*draft:[^/]+\/outbox|draft:[^/]+\/outbox.*draft:[^/]+\/admission\//);
  for (const typed of [NOTE, WAITS]) expect(held).not.toContain(typed);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await unlock(page, /PIN on this device/, PIN);
  await review(page, id).getByText(NOTE).waitFor();
  await page.locator('[data-review]:not([data-review^="waiting:"])').filter({ hasText: WAITS }).waitFor();
});

test('after five wrong PINs the password is needed', async () => {
  const { page } = await demo.openAs(mona);
  await setPin(page);
  await page.keyboard.press('Alt+l');
  for (const left of ['4 tries are', '3 tries are', '2 tries are', 'one try is']) {
    await unlock(page, /PIN on this device/, '705318');
    await page.getByText(`This is not your PIN: ${left} left`).waitFor();
  }
  await unlock(page, /PIN on this device/, '705318');
  await page.getByText(/There is no PIN on this device/).waitFor();
  await unlock(page, /Password/, PASSWORD);
  await page.getByText('No PIN: your password unlocks your sessions on this device.').waitFor();
});
