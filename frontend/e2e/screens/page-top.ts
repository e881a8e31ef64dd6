/** Tests, to be called within a started demo hospital: a new page opens at its top. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mona } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const scrolledTo = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
async function scrollTo(page: Page, y: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(y + 500);
  await page.evaluate((to) => window.scrollTo(0, to), y);
}
/** Playwright would scroll to the link. */
const follow = (page: Page, name: string): Promise<void> =>
  page.evaluate((text) => [...document.querySelectorAll('a')].find((link) => link.textContent === text)?.click(), name);

export function pageTopTests(demo: Demo): void {
  test('a page opens at its top, its skip link leads to its content, and Back to where the page before was read', async () => {
    const { page, pageErrors } = await demo.openAs(mona);
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.goto(`/ward/${demo.stay.team}`);
    await scrollTo(page, 600);
    await follow(page, 'Handover');
    await page.waitForURL('**/handover/*');
    await expect.poll(() => scrolledTo(page)).toBe(0);
    await page.keyboard.press('Tab');
    await follow(page, 'Skip to content');
    await page.waitForURL('**#content');
    // It opened where the first page of the tab had been left.
    expect(await scrolledTo(page)).toBeLessThan(100);
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/ward/*');
    await expect.poll(() => scrolledTo(page)).toBe(600);
    expect(pageErrors).toEqual([]);
  });
}
