/**
 * `npm run bench:screens`: what a person waits for, in Chromium with a processor four times slower than this machine's.
 * Starts the whole product on a temporary folder. The targets are stricter than the "good" of
 * https://web.dev/articles/vitals, except for INP, which is the same. `-- --entry`: how long a person takes to write an
 * entry, at a human's pace.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/chromium.ts';
import { startProduct } from '../../test/product.ts';
import { measureChart } from './measure-chart.ts';
import { measureEntry } from './entry/measure-entry.ts';
import { measureLogin } from './measure-login.ts';
import { measureTeammate } from './measure-teammate.ts';
import { openLongStay } from './long-stay.ts';
import { line, type Measured } from './figures.ts';

const SIZE = { reviews: 60, entries: 20 };

async function measure(base: string, browser: Browser): Promise<Measured[]> {
  const stay = await openLongStay(base, SIZE);
  console.log(`an admission with ${SIZE.reviews} reviews of ${SIZE.entries} entries; processor slowed down 4 times`);
  return [
    ...(await measureLogin(base, browser)),
    ...(await measureChart(base, browser, stay)),
    ...(await measureTeammate(base, browser, stay)),
  ];
}

const { entry } = parseArgs({ options: { entry: { type: 'boolean', default: false } } }).values;
/** The templates are in the sample catalogue. */
const catalogue = { SEED: 'catalogue', ADMIN_EMAIL: 'admin@bench.test', ADMIN_PASSWORD: 'bench-pass-1' };
const product = await startProduct({
  env: { CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...(entry ? catalogue : {}) },
});
const browser = await openBrowser({ isMeasured: true });
try {
  const measured = await (entry ? measureEntry : measure)(product.url, browser);
  for (const one of measured) console.log(line(one));
  process.exitCode = measured.every(({ value, target }) => value <= target) ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
