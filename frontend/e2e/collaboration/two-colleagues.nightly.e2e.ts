import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserSession, isReloaded, markPage, openSession, signIn } from '../support/browser.ts';
import { addMedications, entries, openChart, reviewIds, createReview } from '../support/chart-page.ts';
import { mona, omar, openStays, PASSWORD, startDemo } from '../support/demo-hospital.ts';
import { concurrentEditTests } from './concurrent-edits.ts';
import { liveUpdateTests } from './live-updates.ts';
import { longPollingTests } from './long-polling.ts';

let product: Product;
let browser: Browser;
let a: BrowserSession;
let b: BrowserSession;
let charts: string[];
let lastChart: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo('separate'), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
  lastChart = charts.pop() ?? '';
  [a, b] = await Promise.all([openSession(browser, product.url), openSession(browser, product.url)]);
  await Promise.all([signIn(a.page, mona.email, PASSWORD), signIn(b.page, omar.email, PASSWORD)]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('two colleagues on one admission', () => {
  beforeEach(async () => {
    const chart = charts.shift();
    if (!chart) throw new Error('The demo hospital has too few open stays for this file');
    await Promise.all([openChart(a.page, chart), openChart(b.page, chart)]);
    await Promise.all([markPage(a.page), markPage(b.page)]);
  });

  test('an entry with "No error" has no severity and no response', async () => {
    const id = await createReview(a.page, 'Stable.');
    await addMedications(a.page, id, [{ drug: 'Zyvox', type: 'No error' }]);
    const entry = entries(a.page, id).filter({ hasText: 'Zyvox' });
    expect(await entry.getByRole('img', { name: 'No error' }).count()).toBe(1);
    expect(await entry.textContent()).not.toContain('Pending');
  });

  test('while the socket server is killed writing continues, and every page catches up', async () => {
    process.kill(await product.processOf('query-api'), 'SIGKILL');
    await b.page.locator('[role=status][data-state]:not([data-state=live])').waitFor();
    await a.page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
    const form = a.page.getByRole('form', { name: 'New review' });
    await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Written while the network was lost.');
    await form.getByRole('button', { name: 'Save review' }).click();
    for (const { page } of [a, b]) {
      await page.locator('[role=status][data-state=live]').waitFor();
      await page.locator('[data-review]').last().waitFor();
      await expect
        .poll(async () => page.locator('[data-review]').filter({ hasText: 'Mona Farouk' }).count())
        .toBeGreaterThan(0);
    }
    await form.waitFor({ state: 'detached' });
    const written = await reviewIds(a.page);
    await expect.poll(() => reviewIds(b.page)).toEqual(written);
    expect(await isReloaded(b.page)).toBe(false);
  });
});

test('no page has an error', () => expect([...a.pageErrors, ...b.pageErrors]).toEqual([]));

liveUpdateTests({ browser: () => browser, url: () => product.url, chart: () => lastChart });

longPollingTests({ browser: () => browser, url: () => product.url, chart: () => lastChart });

concurrentEditTests(() => ({ browser, product }));
