/** A long chart: its reads, and until its reviews are painted. */
import type { Browser } from 'playwright-core';
import { atMost, heading, repeated, row, summarise } from '../figures.ts';
import { get } from '../http-client.ts';
import { openPage, signInAs } from './browser.ts';
import type { LongStay } from './long-stay.ts';
import { chartOpened, firstReviewPainted } from './page-scripts.ts';

const CALLS = 30;
const PAINTS = 5;
const TO_REACH = { readMs: 40, paintedMs: 1_000 };

export async function measureLongChart(base: string, browser: Browser, stay: LongStay): Promise<void> {
  const { admission, author } = stay;
  const reads: Readonly<Record<string, string>> = {
    details: `/api/admissions/${admission}/details`,
    'all reviews': `/api/reviews/listAdmissionReviews/${admission}`,
    news: `/api/admissions/${admission}/news`,
    'medication dashboard': `/api/reviews/revMedDashboard/${admission}`,
  };
  console.log(heading);
  for (const [name, path] of Object.entries(reads)) {
    await get(base, path, author.token);
    const figures = summarise(await repeated(CALLS, async () => (await get(base, path, author.token)).ms), name);
    console.log(row(`read of the chart: ${name}`, figures));
    atMost(`${name}, p95`, figures.p95, TO_REACH.readMs);
  }

  const page = await openPage(browser);
  await signInAs(page, base, author.credentials);
  const path = `/admissions/${admission}`;
  // Each time from a new document, whose reads are not cached yet.
  const opened = await repeated(PAINTS, async () => {
    await page.goto(new URL('/teamlist', base).href, { waitUntil: 'networkidle' });
    return page.evaluate<number>(chartOpened(path));
  });
  const loaded = await repeated(PAINTS, async () => {
    await page.goto(new URL(path, base).href, { waitUntil: 'commit' });
    return page.evaluate<number>(firstReviewPainted);
  });
  await page.context().close();
  for (const [how, taken] of [
    ['opened from another screen', opened],
    ['loaded by its address', loaded],
  ] as const) {
    const figures = summarise(taken, how);
    console.log(row(`chart painted, ${how}`, figures));
    atMost(`chart painted, ${how}, median`, figures.p50, TO_REACH.paintedMs);
  }
}
