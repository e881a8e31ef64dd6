import type { SignedIn } from 'command-api/contract/entities';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AtBrowser, openBrowser, signIn, signOut, sitDown } from './browser.ts';
import { entries, fillIn, openChart, review, unfold, writeReview } from './chart-page.ts';
import { mona, openStays, PASSWORD, startDemo } from './demo.ts';
import { theChart } from './the-chart.ts';

let product: Product;
let browser: Browser;
let a: AtBrowser;
let charts: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
  a = await sitDown(browser, product.url);
  await signIn(a.page, mona.email, PASSWORD);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** As when an administrator or a password change ends it: this page only hears of it. */
async function endSession(): Promise<void> {
  const stored = (await a.page.evaluate(() => localStorage.getItem('session'))) ?? '{}';
  const { token } = JSON.parse(stored) as Pick<SignedIn, 'token'>;
  await fetch(new URL('/api/users/logout', product.url), { method: 'POST', headers: { authorization: `bearer ${token}` } });
}

test('a session that ends in the middle of an entry loses no word: it is offered when Mona is back, and saved once', async () => {
  const { page } = a;
  await openChart(page, charts[0]!);
  const id = await writeReview(page, 'Before the session ended.');
  await writeReview(page, 'A newer one, so that the first is closed on the next look.');
  await unfold(page, id);
  await review(page, id).getByRole('button', { name: /ADD MEDICATION/ }).click();
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  await fillIn(page, form, { drug: 'Meronem', type: 'Renal dose adjustment', severity: 'd', response: '1', note: 'typed in the last moment' });
  await endSession();

  await page.waitForURL(/returnFrom=/);
  await page.getByLabel(/e-?mail/i).fill(mona.email);
  await page.getByLabel(/^password/i).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`**/admissions/${charts[0]}`);
  await review(page, id).getByRole('button', { name: 'Restore' }).click();
  await form.getByText('typed in the last moment').waitFor();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect(await entries(page, id).filter({ hasText: 'typed in the last moment' }).count()).toBe(1);
});

test('logging out asks first; whoever stays goes on typing', async () => {
  const { page } = a;
  await openChart(page, charts[1]!);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page.getByRole('form', { name: 'New review' }).getByRole('textbox', { name: 'Clinical notes' }).fill('Half a sentence');
  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByText('Half a sentence').waitFor();

  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard and leave' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  // Nobody who signs in here next finds the text.
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))).toEqual([]);
  expect(a.complaints).toEqual([]);
});

theChart(() => ({ browser, url: product.url, charts: charts.slice(2) }));
