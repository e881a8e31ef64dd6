/** The largest contentful paint of the login on slow 4G with an empty cache. */
import type { Browser } from 'playwright-core';
import { atMost, median, repeated } from '../figures.ts';
import { openPage } from './browser.ts';
import { largestPaint } from './page-scripts.ts';

const ROUNDS = 5;
const TARGET_MS = 1_000;

export async function measureLogin(base: string, browser: Browser): Promise<void> {
  const paints = await repeated(ROUNDS, async () => {
    const page = await openPage(browser, { slowNetwork: true });
    await page.goto(base, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    const paint = await page.evaluate<number>(largestPaint);
    await page.context().close();
    return paint;
  });
  atMost(`login: largest contentful paint, slow 4G, median of ${ROUNDS}`, median(paints), TARGET_MS);
}
