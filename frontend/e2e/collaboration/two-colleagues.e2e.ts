import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserSession, isReloaded, markPage, openSession, screenshot, signIn } from '../support/browser.ts';
import { addMedications, entries, openChart, review, reviewIds, expand, createReview } from '../support/chart-page.ts';
import { mona, omar, openStays, PASSWORD, startDemo } from '../support/demo-hospital.ts';

let product: Product;
let browser: Browser;
let a: BrowserSession;
let b: BrowserSession;
let charts: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
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

  test('a review and entries of Mona appear on Omar’s page without a reload', async () => {
    const id = await createReview(a.page, 'Febrile since the night, cultures taken.');
    await review(b.page, id).waitFor();
    expect(await review(b.page, id).getAttribute('data-new')).toBeTruthy();
    expect(await review(b.page, id).textContent()).toContain('Mona Farouk');
    await expand(b.page, id);
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
    // Only the author may edit.
    expect(
      await review(b.page, id)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .count(),
    ).toBe(0);
    await screenshot(b.page, 'live-arrival');
    expect(await isReloaded(b.page)).toBe(false);
  });

  test('both write entries at the same time, and each page shows all of them', async () => {
    const [monas, omars] = await Promise.all([
      createReview(a.page, 'Morning round.'),
      createReview(b.page, 'Evening round.'),
    ]);
    const drugs = (names: string[]) =>
      names.map((drug) => ({ drug, type: 'No valid indication', severity: 'b', response: '2' }));
    await Promise.all([
      addMedications(a.page, monas, drugs(['Meronem', 'Tienam', 'Invanz', 'Vancolon'])),
      addMedications(b.page, omars, drugs(['Zyvox', 'Colomycin', 'Tygacil', 'Averozolid'])),
    ]);
    for (const page of [a.page, b.page]) {
      await Promise.all([expand(page, monas), expand(page, omars)]);
      for (const id of [monas, omars]) {
        await entries(page, id).nth(3).waitFor();
        expect(await entries(page, id).count()).toBe(4);
      }
      expect(await isReloaded(page)).toBe(false);
    }
  });

  test('after a lost connection a page shows what was written meanwhile', async () => {
    await b.context.setOffline(true);
    await b.page.locator('[role=status][data-state=offline]').waitFor();
    const id = await createReview(a.page, 'Written while Omar had no connection.');
    await addMedications(a.page, id, [{ drug: 'Meronem', type: 'No error' }]);
    expect(await reviewIds(b.page)).not.toContain(id);
    await b.context.setOffline(false);
    await review(b.page, id).waitFor();
    await expand(b.page, id);
    await entries(b.page, id).filter({ hasText: 'Meronem' }).waitFor();
    await b.page.locator('[role=status][data-state=live]').waitFor();
    expect(await isReloaded(b.page)).toBe(false);
  });
});

test('no page has an error', () => expect([...a.pageErrors, ...b.pageErrors]).toEqual([]));
