/** The largest contentful paint of the login on slow 4G with an empty cache. */
import type { Browser } from 'playwright-core';
import { openPage } from './browser.ts';
import { median, type Measured } from './figures.ts';
import { largestPaint } from './page-scripts.ts';

const ROUNDS = 5;
const TARGET_MS = 1_000;

export async function measureLogin(base: string, browser: Browser): Promise<Measured[]> {
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPage(browser, { slowNetwork: true });
    await page.goto(base, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    paints.push(await page.evaluate<number>(largestPaint));
    await page.context().close();
  }
  return [
    {
      what: `login: largest contentful paint, slow 4G, median of ${ROUNDS}`,
      value: median(paints),
      target: TARGET_MS,
      unit: 'ms',
    },
  ];
}
