/**
 * The past of a thing under the thing itself, the way back, and the life of one error; run in a demo hospital that is
 * already there.
 */
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture, widths } from '../support/browser.ts';
import { addMedications, entries, openChart, review, unfold, writeReview } from '../support/chart-page.ts';
import { callAs, mona, omar } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `chart`: of an open stay of Mona's team, whose admin she is. */
interface Place {
  browser: Browser;
  url: string;
  chart: string;
}

const live = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

export function inPlaceHistory(at: () => Place): void {
  describe('the history under a thing', () => {
    test('Omar grades an error anew; Mona reads under it what was before, sees the next change come, and rates it; he takes a step back, and its life tells all of it', async () => {
      const { browser, url, chart } = at();
      const someone = async (who: { email: string }) => {
        const seat = await seatOf(browser, url, who);
        await openChart(seat.page, chart);
        return seat;
      };
      const [author, reader, asOmar, asMona] = await Promise.all([
        someone(omar),
        someone(mona),
        callAs(url, omar.email),
        callAs(url, mona.email),
      ]);
      const id = await writeReview(author.page, 'Renal function is falling.');
      await addMedications(author.page, id, [
        { drug: 'Meronem', type: 'Renal dose adjustment', severity: 'c', note: 'CrCl 25: 500 mg كل ١٢ ساعة' },
      ]);
      const standing = async (): Promise<DrugErr | undefined> =>
        (await asOmar<Review[]>('GET', `/api/reviews/listAdmissionReviews/${chart}`)).find(({ _id }) => _id === id)
          ?.drugErrs[0];
      // Who reads beside the page that wrote it may be a moment behind.
      await expect.poll(standing).toBeDefined();
      const edit = async (fields: Partial<DrugErr>): Promise<void> => {
        const { errDrug, errType, errNote, errRes, errSeverity, _id } = { ...(await standing()), ...fields };
        await asOmar<Answer<Review>>('PUT', `/api/reviews/updateRevMed/${id}`, {
          reviewId: id,
          drugErr: { _id, errDrug, errType, errNote, errRes, errSeverity },
        });
      };
      await edit({ errSeverity: 'D', errNote: '<p>CrCl 25: 250 mg كل ١٢ ساعة</p>' });

      // By keyboard, from the entry's own button.
      const rowOf = (page: Page) => entries(page, id).filter({ hasText: 'Meronem' });
      const historyOf = (page: Page) => page.getByRole('region', { name: 'History of Meronem' });
      const changes = (page: Page) => historyOf(page).getByRole('listitem');
      await unfold(reader.page, id);
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
      await picture(reader.page, 'history-of-an-entry');

      await reader.page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      await edit({ errRes: 1 });
      await changes(reader.page).nth(2).waitFor();
      expect(
        await changes(reader.page)
          .first()
          .getByRole('row', { name: /^Response/ })
          .innerText(),
      ).toMatch(/Pending\s+Accept/);
      expect(await reader.page.evaluate(() => 'neverReloaded' in window)).toBe(true);
      await asMona('PUT', `/api/reviews/${id}/editRating`, {
        reviewId: id,
        errId: (await standing())?._id,
        rating: 4.5,
      });
      await changes(reader.page).nth(3).waitFor();

      // Its author goes back to the first of it; what came of it since stays in the history.
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
      await picture(author.page, 'restore');
      await question.getByRole('button', { name: 'Restore', exact: true }).click();
      await rowOf(author.page)
        .getByRole('img', { name: /^Severity C/ })
        .waitFor();
      await changes(author.page).nth(4).waitFor();
      await changes(reader.page).nth(4).waitFor();
      await expect
        .poll(standing)
        .toMatchObject({ errSeverity: 'C', errRes: null, errNote: expect.stringContaining('500 mg'), rating: 4.5 });

      await historyOf(reader.page).getByRole('link', { name: 'Life of this error' }).click();
      const steps = reader.page.getByRole('list', { name: 'What became of it' }).getByRole('listitem');
      await steps.nth(4).waitFor();
      const told = (await steps.allInnerTexts()).map((step) => step.replaceAll(/\s+/g, ' '));
      for (const [place, words] of [
        'Omar Shaker added it',
        'changed the severity from C to D',
        'recorded the response Accept',
        'Mona Farouk rated it 4.5 of 5',
        'changed the severity from D to C',
      ].entries())
        expect(told[place]).toContain(words);
      expect(told.slice(1).every((step) => /^after (< )?\d+ (s|min)/.test(step))).toBe(true);
      await live(reader.page);
      for (const [width, size] of Object.entries(widths)) {
        await reader.page.setViewportSize(size);
        expect(await fits(reader.page), `the life of an error scrolls sideways at ${width} width`).toBe(true);
        await picture(reader.page, `life-of-an-error-${width}`);
      }
      await expectAccessible(reader.page);
      await reader.page.getByRole('link', { name: 'Open in the chart' }).click();
      await review(reader.page, id).waitFor();
      await unfold(reader.page, id);
      await rowOf(reader.page).getByRole('button', { name: 'History: Meronem' }).click();
      await changes(reader.page).nth(4).waitFor();
      expect(await fits(reader.page)).toBe(true);
      await picture(reader.page, 'history-of-an-entry-phone');
      expect([...author.complaints, ...reader.complaints]).toEqual([]);
    });
  });
}
