/**
 * One person uses a long chart: the time from a key or a click until the next paint (INP), and the layout shift (CLS).
 */
import type { Browser, Page } from 'playwright-core';
import { atMost } from '../figures.ts';
import { openChart, openPage } from './browser.ts';
import type { LongStay } from './long-stay.ts';
import { listening, painted, seen, type Seen } from './page-scripts.ts';

const INP_MS = 200;
const CLS = 0;
/** Time between two actions of a person. */
const PAUSE_MS = 600;

const seenBy = (page: Page): Promise<Seen> => page.evaluate<Seen>(seen);

export async function measureChart(base: string, browser: Browser, stay: LongStay): Promise<void> {
  const page = await openPage(browser);
  await page.addInitScript({ content: listening });
  await openChart(page, base, stay);
  const act = async (what: string, how: () => Promise<unknown>): Promise<void> => {
    await page.waitForTimeout(PAUSE_MS);
    const before = (await seenBy(page)).events.length;
    await how();
    await page.evaluate(painted);
    const { events } = await seenBy(page);
    atMost(`chart: ${what}`, Math.max(0, ...events.slice(before)), INP_MS);
  };
  const reviews = page.locator('[data-review]');
  const expandAll = page
    .getByRole('checkbox', { name: 'Expand All' })
    .or(page.getByRole('switch', { name: 'Expand All' }))
    .first();
  // Scrolling is not part of the measurement.
  await reviews.nth(30).scrollIntoViewIfNeeded();
  await act('medications by day', () => page.getByRole('button', { name: 'Medications by day' }).click());
  await act('open a review', () => reviews.nth(30).locator('h3 button').click());
  await act('close it', () => reviews.nth(30).locator('h3 button').click());
  await act('Expand All', () => expandAll.click({ force: true }));
  await act('fold all', () => expandAll.click({ force: true }));
  await act('tab Notes', () => page.getByRole('tab', { name: /Notes/ }).click());
  await page.getByRole('tab', { name: /Notes/, selected: true }).waitFor();
  await act('tab Values', () => page.getByRole('tab', { name: /Values/ }).click());
  await page.getByRole('tab', { name: /Values/, selected: true }).waitFor();
  await act('tab Reviews', () => page.getByRole('tab', { name: /Reviews/ }).click());
  await reviews.last().waitFor();
  await reviews.last().locator('h3 button').click();
  await act('Alt+N: a new entry', () => page.keyboard.press('Alt+KeyN'));
  const drug = page.getByRole('combobox', { name: 'Drug' });
  await drug.waitFor();
  await act('type in the drug field', () => drug.pressSequentially('bench', { delay: 60 }));
  await page.getByRole('option').first().waitFor();
  await act('take a drug', () => page.keyboard.press('Enter'));
  const { shift } = await seenBy(page);
  await page.context().close();
  atMost('chart: cumulative layout shift', Number(shift.toFixed(3)), CLS, '');
}
