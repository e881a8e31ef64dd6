import { describe, expect, test } from 'vitest';
import { isReloaded, screenshot } from '../support/browser.ts';
import { addMedications, entries, review, reviewIds, expand, createReview } from '../support/chart-page.ts';
import { runDemo } from '../support/demo.ts';
import { twoPages } from './two-pages.ts';

const demo = runDemo();
const colleagues = twoPages(demo);

describe('two colleagues on one admission', () => {
  colleagues.openBefore();

  test('a review and entries of Mona appear on Omar’s page without a reload', async () => {
    const id = await createReview(colleagues.a.page, 'Febrile since the night, cultures taken.');
    await review(colleagues.b.page, id).waitFor();
    expect(await review(colleagues.b.page, id).getAttribute('data-new')).toBeTruthy();
    expect(await review(colleagues.b.page, id).textContent()).toContain('Mona Farouk');
    await expand(colleagues.b.page, id);
    await review(colleagues.b.page, id).getByText('Febrile since the night, cultures taken.').waitFor();

    const entry = entries(colleagues.b.page, id).filter({ hasText: 'Meronem' });
    await Promise.all([
      // The mark goes after some seconds: it is awaited before it comes.
      entry.and(colleagues.b.page.locator('[data-new]')).waitFor(),
      addMedications(colleagues.a.page, id, [
        {
          drug: 'Meronem',
          type: 'Renal dose adjustment',
          severity: 'd',
          response: '1',
          note: 'CrCl 25: 500 mg كل ١٢ ساعة',
        },
      ]),
    ]);
    const text = await entry.textContent();
    expect(text).toContain('Renal dose adjustment');
    expect(text).toContain('increased monitoring');
    expect(text).toContain('Accept');
    expect(text).toContain('CrCl 25: 500 mg كل ١٢ ساعة');
    // Only the author may edit.
    expect(
      await review(colleagues.b.page, id)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .count(),
    ).toBe(0);
    await screenshot(colleagues.b.page, 'live-arrival');
    expect(await isReloaded(colleagues.b.page)).toBe(false);
  });

  test('both write entries at the same time, and each page shows all of them', async () => {
    const [monas, omars] = await Promise.all([
      createReview(colleagues.a.page, 'Morning round.'),
      createReview(colleagues.b.page, 'Evening round.'),
    ]);
    const drugs = (names: string[]) =>
      names.map((drug) => ({ drug, type: 'No valid indication', severity: 'b', response: '2' }));
    await Promise.all([
      addMedications(colleagues.a.page, monas, drugs(['Meronem', 'Tienam', 'Invanz', 'Vancolon'])),
      addMedications(colleagues.b.page, omars, drugs(['Zyvox', 'Colomycin', 'Tygacil', 'Averozolid'])),
    ]);
    for (const page of [colleagues.a.page, colleagues.b.page]) {
      await Promise.all([expand(page, monas), expand(page, omars)]);
      for (const id of [monas, omars]) {
        await entries(page, id).nth(3).waitFor();
        expect(await entries(page, id).count()).toBe(4);
      }
      expect(await isReloaded(page)).toBe(false);
    }
  });

  test('after a lost connection a page shows what was written meanwhile', async () => {
    await colleagues.b.context.setOffline(true);
    await colleagues.b.page.locator('[role=status][data-state=offline]').waitFor();
    const id = await createReview(colleagues.a.page, 'Written while Omar had no connection.');
    await addMedications(colleagues.a.page, id, [{ drug: 'Meronem', type: 'No error' }]);
    expect(await reviewIds(colleagues.b.page)).not.toContain(id);
    await colleagues.b.context.setOffline(false);
    await review(colleagues.b.page, id).waitFor();
    await expand(colleagues.b.page, id);
    await entries(colleagues.b.page, id).filter({ hasText: 'Meronem' }).waitFor();
    await colleagues.b.page.locator('[role=status][data-state=live]').waitFor();
    expect(await isReloaded(colleagues.b.page)).toBe(false);
  });
});

test('no page has an error', () => expect([...colleagues.a.pageErrors, ...colleagues.b.pageErrors]).toEqual([]));
