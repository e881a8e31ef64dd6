import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AtBrowser, picture, signIn, sitDown } from '../support/browser.ts';
import { addMedications, entries, openChart, review, reviewIds, unfold, writeReview } from '../support/chart-page.ts';
import { mona, omar, openStays, PASSWORD, startDemo } from '../support/demo-hospital.ts';
import { manyHands } from './concurrent-edits.ts';
import { liveEverywhere } from './live-updates.ts';

let product: Product;
let browser: Browser;
let a: AtBrowser;
let b: AtBrowser;
let charts: string[];
let last: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
  last = charts.pop() ?? '';
  [a, b] = await Promise.all([sitDown(browser, product.url), sitDown(browser, product.url)]);
  await Promise.all([signIn(a.page, mona.email, PASSWORD), signIn(b.page, omar.email, PASSWORD)]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A mark that a reload would wipe away. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
const neverReloaded = (page: Page) => page.evaluate(() => 'neverReloaded' in window);

describe('two colleagues on one admission', () => {
  beforeEach(async () => {
    const chart = charts.shift();
    if (!chart) throw new Error('The demo hospital has too few open stays for this file');
    await Promise.all([openChart(a.page, chart), openChart(b.page, chart)]);
    await Promise.all([mark(a.page), mark(b.page)]);
  });

  test('what Mona writes appears to Omar, review and entries, without reload', async () => {
    const id = await writeReview(a.page, 'Febrile since the night, cultures taken.');
    await review(b.page, id).waitFor();
    expect(await review(b.page, id).getAttribute('data-new')).toBeTruthy();
    expect(await review(b.page, id).textContent()).toContain('Mona Farouk');
    await unfold(b.page, id);
    await review(b.page, id).getByText('Febrile since the night, cultures taken.').waitFor();

    await addMedications(a.page, id, [
      {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: 'CrCl 25: 500 mg كل ١٢ ساعة',
      },
    ]);
    const entry = entries(b.page, id).filter({ hasText: 'Meronem' });
    await entry.waitFor();
    const text = await entry.textContent();
    expect(text).toContain('Renal dose adjustment');
    expect(text).toContain('increased monitoring');
    expect(text).toContain('Accept');
    expect(text).toContain('CrCl 25: 500 mg كل ١٢ ساعة');
    expect(await entry.getAttribute('data-new')).toBeTruthy();
    // Only the author edits.
    expect(
      await review(b.page, id)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .count(),
    ).toBe(0);
    await picture(b.page, 'live-arrival');
    expect(await neverReloaded(b.page)).toBe(true);
  });

  test('"No error" carries neither severity nor response', async () => {
    const id = await writeReview(a.page, 'Stable.');
    await addMedications(a.page, id, [{ drug: 'Zyvox', type: 'No error' }]);
    const entry = entries(a.page, id).filter({ hasText: 'Zyvox' });
    expect(await entry.getByRole('img', { name: 'No error' }).count()).toBe(1);
    expect(await entry.textContent()).not.toContain('Pending');
  });

  test('both write entries at the same time: nothing is lost, each sees all', async () => {
    const [monas, omars] = await Promise.all([
      writeReview(a.page, 'Morning round.'),
      writeReview(b.page, 'Evening round.'),
    ]);
    const drugs = (names: string[]) =>
      names.map((drug) => ({ drug, type: 'No valid indication', severity: 'b', response: '2' }));
    await Promise.all([
      addMedications(a.page, monas, drugs(['Meronem', 'Tienam', 'Invanz', 'Vancolon'])),
      addMedications(b.page, omars, drugs(['Zyvox', 'Colomycin', 'Tygacil', 'Averozolid'])),
    ]);
    for (const page of [a.page, b.page]) {
      await Promise.all([unfold(page, monas), unfold(page, omars)]);
      for (const id of [monas, omars]) {
        await entries(page, id).nth(3).waitFor();
        expect(await entries(page, id).count()).toBe(4);
      }
      expect(await neverReloaded(page)).toBe(true);
    }
  });

  test('a page whose connection was away catches up with what was written meanwhile', async () => {
    await b.context.setOffline(true);
    await b.page.locator('[role=status][data-state=offline]').waitFor();
    const id = await writeReview(a.page, 'Written while Omar had no connection.');
    await addMedications(a.page, id, [{ drug: 'Meronem', type: 'No error' }]);
    expect(await reviewIds(b.page)).not.toContain(id);
    await b.context.setOffline(false);
    await review(b.page, id).waitFor();
    await unfold(b.page, id);
    await entries(b.page, id).filter({ hasText: 'Meronem' }).waitFor();
    await b.page.locator('[role=status][data-state=live]').waitFor();
    expect(await neverReloaded(b.page)).toBe(true);
  });

  test('the socket server killed in the middle: writing goes on, and every page catches up', async () => {
    process.kill(await product.processOf('query-api'), 'SIGKILL');
    await b.page.locator('[role=status][data-state]:not([data-state=live])').waitFor();
    await a.page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
    const form = a.page.getByRole('form', { name: 'New review' });
    await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Written while nobody could be told.');
    await form.getByRole('button', { name: 'Save review' }).click();
    for (const { page } of [a, b]) {
      await page.locator('[role=status][data-state=live]').waitFor({ timeout: 60_000 });
      await page.locator('[data-review]').last().waitFor();
      await expect
        .poll(async () => page.locator('[data-review]').filter({ hasText: 'Mona Farouk' }).count(), { timeout: 60_000 })
        .toBeGreaterThan(0);
    }
    await form.waitFor({ state: 'detached' });
    const written = await reviewIds(a.page);
    await expect.poll(() => reviewIds(b.page), { timeout: 60_000 }).toEqual(written);
    expect(await neverReloaded(b.page)).toBe(true);
  });
});

test('neither’s page complained', () => expect([...a.complaints, ...b.complaints]).toEqual([]));

liveEverywhere({ browser: () => browser, url: () => product.url, chart: () => last });

manyHands(() => ({ browser, product }));
