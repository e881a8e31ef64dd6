/** A very long admission, written to the folder: its reads, and its chart in a browser four times slower. */
import type { Page } from 'playwright-core';
import { openBrowser } from '../../test/chromium.ts';
import { summarise } from '../figures.ts';
import { openPage, signInAs } from '../screens/browser.ts';
import { type LongStay, openLongStay } from '../screens/long-stay.ts';
import { chartOpened, firstReviewPainted } from '../screens/page-scripts.ts';
import { type Folder, signIn } from './folder.ts';
import { get } from './http-client.ts';
import { atMost, times, type YardstickRow } from './table.ts';

const SIZE = { reviews: 60, entries: 20 };
const CALLS = 30;
const PAINTS = 5;
const TO_REACH = { apiMs: 40, paintedMs: 1_000 };

export async function measureBrowser({ base }: Folder): Promise<YardstickRow[]> {
  const stay = await openLongStay(base, SIZE);
  const token = await signIn(base, stay.account.email);
  const rows: YardstickRow[] = [];
  const reads: Readonly<Record<string, string>> = {
    details: `/api/admissions/${stay.admission}/details`,
    reviews: `/api/reviews/listAdmissionReviews/${stay.admission}`,
    news: `/api/admissions/${stay.admission}/news`,
    'medication dashboard': `/api/reviews/revMedDashboard/${stay.admission}`,
  };
  for (const [name, path] of Object.entries(reads)) {
    const taken: number[] = [];
    await get(base, path, token);
    for (let time = 0; time < CALLS; time += 1) taken.push((await get(base, path, token)).ms);
    const figures = summarise(taken, name);
    rows.push({
      what: `chart of ${SIZE.reviews} × ${SIZE.entries} entries: ${name}`,
      product: times(figures),
      control: '',
      ratio: '',
      checks: [atMost('p95', figures.p95, TO_REACH.apiMs, ' ms')],
    });
  }
  const browser = await openBrowser({ isMeasured: true });
  try {
    rows.push(...(await measurePaints(await openPage(browser), base, stay)));
  } finally {
    await browser.close();
  }
  return rows;
}

/** Each time from a new document, whose reads are not cached yet. */
async function measurePaints(page: Page, base: string, { account, admission }: LongStay): Promise<YardstickRow[]> {
  const path = `/admissions/${admission}`;
  await signInAs(page, base, account);
  const [opened, loaded]: [number[], number[]] = [[], []];
  for (let time = 0; time < PAINTS; time += 1) {
    await page.goto(new URL('/teamlist', base).href, { waitUntil: 'networkidle' });
    opened.push(await page.evaluate<number>(chartOpened(path)));
    await page.goto(new URL(path, base).href, { waitUntil: 'commit' });
    loaded.push(await page.evaluate<number>(firstReviewPainted));
  }
  return [['opened from another screen', opened] as const, ['loaded by its address', loaded] as const].map(
    ([how, taken]) => {
      const figures = summarise(taken, how);
      return {
        what: `the same chart painted, ${how}, processor 4 times slower`,
        product: times(figures),
        control: '',
        ratio: '',
        checks: [atMost('p50', figures.p50, TO_REACH.paintedMs, ' ms')],
      };
    },
  );
}
