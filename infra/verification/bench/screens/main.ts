/**
 * `npm run bench:screens`: what a person waits for, in Chromium with a processor four times slower than this machine's.
 * The targets are stricter than the "good" of https://web.dev/articles/vitals, except for INP, which is the same.
 * `-- --entry`: how long a person takes to write an entry, at a human's pace. `-- --ward`: the lists of 500 inpatients.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/chromium.ts';
import { closeConnections } from '../http-client.ts';
import { describeMachine, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { measureChart } from './measure-chart.ts';
import { measureEntry } from './entry/measure-entry.ts';
import { measureFindings } from './measure-findings.ts';
import { measureLogin } from './measure-login.ts';
import { measureLongChart } from './measure-long-chart.ts';
import { measureTeammate } from './measure-teammate.ts';
import { measureWard } from './measure-ward.ts';
import { openLongStay } from './long-stay.ts';

const SIZE = { reviews: 60, entries: 20 };
const admin = { email: 'admin@bench.test', password: 'bench-pass-1' };

async function measure(base: string, browser: Browser): Promise<void> {
  const stay = await openLongStay(base, SIZE);
  console.log(`an admission with ${SIZE.reviews} reviews of ${SIZE.entries} entries; processor slowed down 4 times`);
  await measureLogin(base, browser);
  await measureLongChart(base, browser, stay);
  await measureChart(base, browser, stay);
  await measureTeammate(base, browser, stay);
  await measureFindings(base, browser, stay, admin);
}

const { entry, ward } = parseArgs({
  options: { entry: { type: 'boolean', default: false }, ward: { type: 'boolean', default: false } },
}).values;
/** The templates and error types are in the sample catalogue. */
const catalogue = { SEED: 'catalogue' };
describeMachine();
await withProduct(
  {
    env: {
      ...WITHOUT_LIMITS,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...(entry || ward ? catalogue : {}),
    },
  },
  async ({ url }) => {
    const browser = await openBrowser({ isMeasured: true });
    try {
      await (ward ? measureWard : entry ? measureEntry : measure)(url, browser);
    } finally {
      await browser.close();
      closeConnections();
    }
  },
);
