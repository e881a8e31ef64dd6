/** The time from a teammate's sending of a review until its row is painted on this screen. */
import { randomUUID } from 'node:crypto';
import type { Review } from 'command-api/contract/entities';
import type { Browser } from 'playwright-core';
import { openPage, signInAs } from './browser.ts';
import { median, type Measured } from './figures.ts';
import type { LongStay } from './long-stay.ts';
import { moreReviewsThan } from './page-scripts.ts';

const ROUNDS = 7;
const TARGET_MS = 500;

export async function measureTeammate(base: string, browser: Browser, stay: LongStay): Promise<Measured[]> {
  const page = await openPage(browser);
  await signInAs(page, base, stay.account);
  await page.goto(new URL(`/admissions/${stay.admission}`, base).href);
  await page.locator('[data-review]').last().waitFor();
  await page.locator('[role=status][data-state=live]').waitFor();
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const painted = page.evaluate<number>(moreReviewsThan(await page.locator('[data-review]').count()));
    // Both run on one machine with one clock.
    const sent = Date.now();
    await stay.teammate.send<Review>('POST', '/api/reviews/addReview', randomUUID(), {
      admissionId: stay.admission,
      reviewDate: stay.today,
      clinicalNote: '<p>Seen on the round.</p>',
      drugErrs: [],
    });
    waits.push((await painted) - sent);
  }
  await page.context().close();
  return [
    {
      what: `a teammate's review, sent → painted, median of ${ROUNDS}`,
      value: median(waits),
      target: TARGET_MS,
      unit: 'ms',
    },
  ];
}
