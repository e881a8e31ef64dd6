/** Tests, to be called within a started demo hospital: the history below an entry, restore, and the error's history. */
import type { Answer, DrugErr, Review } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, fits, isReloaded, markPage, screenshot, widths } from '../support/browser.ts';
import { addMedications, entries, openChart, review, expand, createReview } from '../support/chart-page.ts';
import { callAs, mona, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const waitUntilLive = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();

export function historyInPlaceTests(demo: Demo): void {
  describe('the history of an entry', () => {
    test('shows each change with its earlier values, follows live changes and restores a state', async () => {
      const { url } = demo;
      const chart = demo.stay.admission;
      const openAs = async (who: { email: string }) => {
        const session = await demo.openAs(who);
        await openChart(session.page, chart);
        return session;
      };
      const [author, reader, asOmar, asMona] = await Promise.all([
        openAs(omar),
        openAs(mona),
        callAs(url, omar.email),
        callAs(url, mona.email),
      ]);
      const id = await createReview(author.page, 'Renal function is falling.');
      await addMedications(author.page, id, [
        { drug: 'Meronem', type: 'Renal dose adjustment', severity: 'c', note: 'CrCl 25: 500 mg كل ١٢ ساعة' },
      ]);
      const currentEntry = async (): Promise<DrugErr | undefined> =>
        (await asOmar<Review[]>('GET', `/api/reviews/listAdmissionReviews/${chart}`)).find(({ _id }) => _id === id)
          ?.drugErrs[0];
      // The read model may lag behind.
      await expect.poll(currentEntry).toBeDefined();
      const edit = async (fields: Partial<DrugErr>): Promise<void> => {
        const { errDrug, errType, errNote, errRes, errSeverity, drugTags, _id } = {
          ...(await currentEntry()),
          ...fields,
        };
        await asOmar<Answer<Review>>('PUT', `/api/reviews/updateRevMed/${id}`, {
          reviewId: id,
          drugErr: { _id, errDrug, errType, errNote, errRes, errSeverity, drugTags },
        });
      };
      await edit({ errSeverity: 'D', errNote: '<p>CrCl 25: 250 mg كل ١٢ ساعة</p>' });

      // Opens the history by keyboard.
      const rowOf = (page: Page) => entries(page, id).filter({ hasText: 'Meronem' });
      const historyOf = (page: Page) => page.getByRole('region', { name: 'History of Meronem' });
      const changes = (page: Page) => historyOf(page).getByRole('listitem');
      await expand(reader.page, id);
      await rowOf(reader.page).getByText('250 mg').waitFor();
      await rowOf(reader.page).getByRole('button', { name: 'History: Meronem' }).focus();
      await reader.page.keyboard.press('Enter');
      await changes(reader.page).nth(1).waitFor();
      const newest = changes(reader.page).first();
      expect(await newest.textContent()).toMatch(
        /^Omar Shaker\s*changed the entry\s*\d{4}-\d\d-\d\d \d\d:\d\d · just now/,
      );
      expect(await newest.getByRole('row', { name: /^Severity/ }).innerText()).toMatch(
        /C: reached patient no harm\s+D: increased monitoring/,
      );
      expect(await newest.locator('mark').allTextContents()).toEqual([
        'C: reached patient no harm',
        'D: increased monitoring',
        '500',
        '250',
      ]);
      expect(
        await historyOf(reader.page)
          .getByRole('button', { name: /^Restore/ })
          .count(),
      ).toBe(0);
      await expectAccessible(reader.page);
      await screenshot(reader.page, 'history-of-an-entry');

      await markPage(reader.page);
      await edit({ errRes: 1 });
      await changes(reader.page).nth(2).waitFor();
      expect(
        await changes(reader.page)
          .first()
          .getByRole('row', { name: /^Response/ })
          .innerText(),
      ).toMatch(/Pending\s+Accept/);
      expect(await isReloaded(reader.page)).toBe(false);
      await asMona('PUT', `/api/reviews/${id}/editRating`, {
        reviewId: id,
        errId: (await currentEntry())?._id,
        rating: 4.5,
      });
      await changes(reader.page).nth(3).waitFor();

      // The author restores the first state; later changes stay in the history.
      await rowOf(author.page).getByRole('button', { name: 'History: Meronem' }).click();
      await changes(author.page).nth(3).waitFor();
      await changes(author.page)
        .last()
        .getByRole('button', { name: /^Restore/ })
        .click();
      const question = author.page.getByRole('alertdialog');
      await question.getByRole('row', { name: /^Severity/ }).waitFor();
      expect(await question.getByRole('row', { name: /^Severity/ }).innerText()).toMatch(
        /D: increased monitoring\s+C: reached patient no harm/,
      );
      await expectAccessible(author.page);
      await screenshot(author.page, 'restore');
      await question.getByRole('button', { name: 'Restore', exact: true }).click();
      await rowOf(author.page)
        .getByRole('img', { name: /^Severity C/ })
        .waitFor();
      await changes(author.page).nth(4).waitFor();
      await changes(reader.page).nth(4).waitFor();
      await expect
        .poll(currentEntry)
        .toMatchObject({ errSeverity: 'C', errRes: null, errNote: expect.stringContaining('500 mg'), rating: 4.5 });

      await historyOf(reader.page).getByRole('link', { name: 'History of this error' }).click();
      const steps = reader.page.getByRole('list', { name: 'What became of it' }).getByRole('listitem');
      await steps.nth(4).waitFor();
      const texts = (await steps.allInnerTexts()).map((step) => step.replaceAll(/\s+/g, ' '));
      for (const [index, words] of [
        'Omar Shaker added it',
        'changed the severity from C to D',
        'recorded the response Accept',
        'Mona Farouk rated it 4.5 of 5',
        'changed the severity from D to C',
      ].entries())
        expect(texts[index]).toContain(words);
      expect(texts.slice(1).every((step) => /^after (< )?\d+ (s|min)/.test(step))).toBe(true);
      await waitUntilLive(reader.page);
      for (const [width, size] of Object.entries(widths)) {
        await reader.page.setViewportSize(size);
        expect(await fits(reader.page), `the life of an error scrolls sideways at ${width} width`).toBe(true);
        await screenshot(reader.page, `life-of-an-error-${width}`);
      }
      await expectAccessible(reader.page);
      await reader.page.getByRole('link', { name: 'Open in the chart' }).click();
      await review(reader.page, id).waitFor();
      await expand(reader.page, id);
      await rowOf(reader.page).getByRole('button', { name: 'History: Meronem' }).click();
      await changes(reader.page).nth(4).waitFor();
      expect(await fits(reader.page)).toBe(true);
      await screenshot(reader.page, 'history-of-an-entry-phone');
      expect([...author.pageErrors, ...reader.pageErrors]).toEqual([]);
    });
  });
}
