import { describe, expect, test } from 'vitest';
import { isReloaded } from '../support/browser.ts';
import { addMedications, entries, reviewIds, createReview } from '../support/chart-page.ts';
import { concurrentEditTests } from './concurrent-edits.ts';
import { liveUpdateTests } from './live-updates.ts';
import { longPollingTests } from './long-polling.ts';
import { runDemo } from '../support/demo.ts';
import { twoPages } from './two-pages.ts';

const demo = runDemo('separate');
const colleagues = twoPages(demo);

describe('two colleagues on one admission', () => {
  colleagues.openBefore();

  test('an entry with "No error" has no severity and no response', async () => {
    const id = await createReview(colleagues.a.page, 'Stable.');
    await addMedications(colleagues.a.page, id, [{ drug: 'Zyvox', type: 'No error' }]);
    const entry = entries(colleagues.a.page, id).filter({ hasText: 'Zyvox' });
    expect(await entry.getByRole('img', { name: 'No error' }).count()).toBe(1);
    expect(await entry.textContent()).not.toContain('Pending');
  });

  test('while the socket server is killed writing continues, and every page catches up', async () => {
    process.kill(await demo.product.processOf('query-api'), 'SIGKILL');
    await colleagues.b.page.locator('[role=status][data-state]:not([data-state=live])').waitFor();
    await colleagues.a.page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
    const form = colleagues.a.page.getByRole('form', { name: 'New review' });
    await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Written while the network was lost.');
    await form.getByRole('button', { name: 'Save review' }).click();
    for (const { page } of [colleagues.a, colleagues.b]) {
      await page.locator('[role=status][data-state=live]').waitFor();
      await page.locator('[data-review]').last().waitFor();
      await expect
        .poll(async () => page.locator('[data-review]').filter({ hasText: 'Mona Farouk' }).count())
        .toBeGreaterThan(0);
    }
    await form.waitFor({ state: 'detached' });
    const written = await reviewIds(colleagues.a.page);
    await expect.poll(() => reviewIds(colleagues.b.page)).toEqual(written);
    expect(await isReloaded(colleagues.b.page)).toBe(false);
  });
});

test('no page has an error', () => expect([...colleagues.a.pageErrors, ...colleagues.b.pageErrors]).toEqual([]));

liveUpdateTests(demo);

longPollingTests(demo);

concurrentEditTests(demo);
