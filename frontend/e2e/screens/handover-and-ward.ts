/** What is handed over to whoever comes next, and the ward board; run in a demo hospital that is already there. */
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../support/browser.ts';
import { entries, fillIn, openChart, review, writeReview } from '../support/chart-page.ts';
import { mona, omar, type OpenStay } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

interface Place {
  browser: Browser;
  url: string;
  stay: OpenStay;
}

const live = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();

export function handoverAndWard(at: () => Place): void {
  const someone = (who: { email: string }) => seatOf(at().browser, at().url, who);

  describe('the handover', () => {
    test('what Mona leaves open stands on Omar’s board and list at once; he plans when to look again, she records what came of it by one key', async () => {
      const [a, b, board] = await Promise.all([someone(mona), someone(omar), someone(omar)]);
      const { stay } = at();
      await board.page.goto(`/ward/${stay.team}`);
      const bed = board.page.locator(`[data-patient="${stay.patient._id}"]`);
      const counted = async (column: string): Promise<number> =>
        Number(await bed.locator(`td[data-column=${column}]`).innerText());
      await bed.waitFor();
      await live(board.page);
      const [pending, overdue] = [await counted('pending'), await counted('overdue')];

      const words = 'Trough before the fourth dose';
      await openChart(a.page, stay.admission);
      const id = await writeReview(a.page, 'Levels.');
      await review(a.page, id)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .click();
      const form = review(a.page, id).getByRole('form', { name: 'New medication' });
      await fillIn(a.page, form, { drug: 'Meronem', type: 'Renal dose adjustment', severity: 'd', note: words });
      await a.page.keyboard.press('Alt+f');
      const today = await a.page.evaluate(() =>
        new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date()),
      );
      await form.getByLabel(/^Follow-up date/).fill(today);
      await a.page.keyboard.press('Control+Enter');
      await entries(a.page, id)
        .filter({ hasText: `Follow up today (${today})` })
        .waitFor();
      await expect.poll(() => counted('pending')).toBe(pending + 1);
      await expect.poll(() => bed.locator('[data-reviewed=true]').count()).toBe(1);
      expect(await counted('overdue')).toBe(overdue);

      await Promise.all([
        a.page.goto(`/handover/${stay.team}?drug=mero`),
        b.page.goto(`/handover/${stay.team}?drug=meropenem`),
      ]);
      const row = (page: Page) => page.locator('[data-row]').filter({ hasText: words });
      await Promise.all([row(a.page).waitFor(), row(b.page).waitFor(), live(a.page), live(b.page)]);

      const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
      await row(b.page)
        .getByRole('link', { name: new RegExp(stay.patient.firstName) })
        .focus();
      await b.page.keyboard.press('1');
      await row(b.page).getByRole('status').filter({ hasText: 'records the response' }).waitFor();
      await b.page.keyboard.press('f');
      await row(b.page).getByLabel('Follow-up date', { exact: true }).fill(tomorrow);
      await b.page.keyboard.press('Enter');
      await row(a.page).getByText(`Follow up ${tomorrow}`).waitFor();

      await row(a.page)
        .getByRole('link', { name: new RegExp(stay.patient.firstName) })
        .focus();
      await a.page.keyboard.press('2');
      await row(a.page).getByRole('status').filter({ hasText: 'Reject recorded' }).waitFor();
      expect(await row(a.page).getByRole('button', { pressed: true }).allTextContents()).toEqual(['2Reject']);
      await a.page.keyboard.press('0');
      await row(a.page).getByRole('status').filter({ hasText: 'Pending again' }).waitFor();
      await a.page.keyboard.press('1');
      await row(a.page).getByRole('status').filter({ hasText: 'Accept recorded' }).waitFor();
      await row(b.page).getByText('No longer waiting').waitFor();
      await row(b.page).getByText('Accept', { exact: true }).waitFor();
      await expectAccessible(a.page);
      await Promise.all([picture(a.page, 'handover-answered'), picture(b.page, 'handover-by-a-teammate')]);
      await b.page.getByRole('button', { name: 'Refresh' }).click();
      await row(b.page).waitFor({ state: 'detached' });
      await expect.poll(() => counted('pending')).toBe(pending);
      expect([...a.complaints, ...b.complaints, ...board.complaints]).toEqual([]);
    });
  });
}
