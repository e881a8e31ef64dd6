/** The time from a teammate's sending of a review until its row is painted on this screen. */
import { randomUUID } from 'node:crypto';
import type { Review } from 'language/contract/entities';
import type { Browser } from 'playwright-core';
import { atMost, median, repeated } from '../figures.ts';
import { today } from '../team.ts';
import { openChart, openPage } from './browser.ts';
import type { LongStay } from './long-stay.ts';
import { moreReviewsThan } from './page-scripts.ts';

const ROUNDS = 7;
const TARGET_MS = 500;

export async function measureTeammate(base: string, browser: Browser, stay: LongStay): Promise<void> {
  const page = await openPage(browser);
  await openChart(page, base, stay);
  const waits = await repeated(ROUNDS, async () => {
    const painted = page.evaluate<number>(moreReviewsThan(await page.locator('[data-review]').count()));
    // Both run on one machine with one clock.
    const sent = Date.now();
    await stay.teammate.person.send<Review>('POST', '/api/reviews/addReview', randomUUID(), {
      admissionId: stay.admission,
      reviewDate: today(),
      clinicalNote: '<p>Seen on the round.</p>',
      drugErrs: [],
    });
    return (await painted) - sent;
  });
  await page.context().close();
  atMost(`a teammate's review, sent → painted, median of ${ROUNDS}`, median(waits), TARGET_MS);
}
