import type { SignedIn } from 'command-api/contract/entities';
import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBadNetwork } from './bad-network.ts';
import { expectAccessible, picture, signOut } from '../support/browser.ts';
import { entries, fillIn, openChart, review, unfold, writeReview } from '../support/chart-page.ts';
import { mona, omar, openStays, PASSWORD, startDemo } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';
import { theChart } from './chart-tabs.ts';

let product: Product;
let browser: Browser;
let charts: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** As when an administrator or a password change ends it: this page only hears of it. */
async function endSession(page: Page): Promise<void> {
  const stored = (await page.evaluate(() => localStorage.getItem('session'))) ?? '{}';
  const { token } = JSON.parse(stored) as Pick<SignedIn, 'token'>;
  await fetch(new URL('/api/users/logout', product.url), {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
  });
}

async function logInOver(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a session that ends in the middle of an entry loses no word: Mona logs in over the page, goes on typing, and saves it once', async () => {
  const { page, complaints } = await seatOf(browser, product.url, mona);
  await openChart(page, charts[0]!);
  const id = await writeReview(page, 'Before the session ended.');
  await writeReview(page, 'A newer one, so that the first is closed on the next look.');
  await unfold(page, id);
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  await fillIn(page, form, {
    drug: 'Meronem',
    type: 'Renal dose adjustment',
    severity: 'd',
    response: '1',
    note: 'typed in the last moment',
  });
  await endSession(page);

  await logInOver(page, mona.email);
  await form.getByRole('textbox', { name: 'Note' }).press('End');
  await page.keyboard.type(', and after it');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect(await entries(page, id).filter({ hasText: 'typed in the last moment, and after it' }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('another person who logs in there finds a clean page, and nothing of what was typed', async () => {
  const { page, complaints } = await seatOf(browser, product.url, mona);
  await openChart(page, charts[0]!);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page
    .getByRole('form', { name: 'New review' })
    .getByRole('textbox', { name: 'Clinical notes' })
    .fill('For nobody else');
  // The page knows of it: who ends a session in the very moment of a key loses that key.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(sessionStorage).some(
          ([name, value]) => name.startsWith('draft:') && String(value).includes('For nobody else'),
        ),
      ),
    )
    .toBe(true);
  await endSession(page);
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await expectAccessible(page);
  await picture(page, 'session-ended');
  await logInOver(page, omar.email);
  await page.waitForURL('**/teamlist');
  await page.getByRole('button', { name: `Account of ${omar.name}` }).waitFor();
  await openChart(page, charts[0]!);
  expect(await page.getByText(/For nobody else|Draft of/).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('logging out asks first; whoever stays goes on typing', async () => {
  const { page, complaints } = await seatOf(browser, product.url, mona);
  await openChart(page, charts[1]!);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page
    .getByRole('form', { name: 'New review' })
    .getByRole('textbox', { name: 'Clinical notes' })
    .fill('Half a sentence');
  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByText('Half a sentence').waitFor();

  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard and leave' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  // Nobody who signs in here next finds the text.
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))).toEqual(
    [],
  );
  expect(complaints).toEqual([]);
});

theChart(() => ({ browser, url: product.url, charts: charts.slice(2) }));
aBadNetwork(() => ({ browser, product, charts: charts.slice(6) }));
