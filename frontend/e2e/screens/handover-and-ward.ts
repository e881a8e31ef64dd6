/** Tests, to be called within a started demo hospital: the handover list and the ward board. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { entries, fillMedication, openChart, review, createReview } from '../support/chart-page.ts';
import { mona, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const waitUntilLive = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();

export function handoverTests(demo: Demo): void {
  const { openAs } = demo;

  describe('the handover', () => {
    test('a pending error appears at once, and its follow-up date and response are set by keyboard', async () => {
      const [a, b, board] = await Promise.all([openAs(mona), openAs(omar), openAs(omar)]);
      const { stay } = demo;
      await board.page.goto(`/ward/${stay.team}`);
      const bed = board.page.locator(`[data-patient="${stay.patient._id}"]`);
      const countOf = async (column: string): Promise<number> =>
        Number(await bed.locator(`td[data-column=${column}]`).innerText());
      await bed.waitFor();
      await waitUntilLive(board.page);
      const [pending, overdue] = [await countOf('pending'), await countOf('overdue')];

      const words = 'Trough before the fourth dose';
      await openChart(a.page, stay.admission);
      const id = await createReview(a.page, 'Levels.');
      await review(a.page, id)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .click();
      const form = review(a.page, id).getByRole('form', { name: 'New medication' });
      await fillMedication(a.page, form, {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        note: words,
      });
      await a.page.keyboard.press('Alt+f');
      const today = await a.page.evaluate(() =>
        new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date()),
      );
      await form.getByLabel(/^Follow-up date/).fill(today);
      await a.page.keyboard.press('Control+Enter');
      await entries(a.page, id)
        .filter({ hasText: `Follow up today (${today})` })
        .waitFor();
      await expect.poll(() => countOf('pending')).toBe(pending + 1);
      await expect.poll(() => bed.locator('[data-reviewed=true]').count()).toBe(1);
      expect(await countOf('overdue')).toBe(overdue);

      await Promise.all([
        a.page.goto(`/handover/${stay.team}?drug=mero`),
        b.page.goto(`/handover/${stay.team}?drug=meropenem`),
      ]);
      const row = (page: Page) => page.locator('[data-row]').filter({ hasText: words });
      await Promise.all([row(a.page).waitFor(), row(b.page).waitFor(), waitUntilLive(a.page), waitUntilLive(b.page)]);

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
      await row(b.page)
        .getByRole('link', { name: new RegExp(stay.patient.firstName) })
        .focus();
      await b.page.keyboard.press('t');
      await row(b.page).getByText('You have taken it over').waitFor();
      await row(a.page).getByText('has taken it over').waitFor();

      await row(a.page)
        .getByRole('link', { name: new RegExp(stay.patient.firstName) })
        .focus();
      await a.page.keyboard.press('2');
      await row(a.page).getByRole('status').filter({ hasText: 'Reject recorded' }).waitFor();
      expect(await row(a.page).getByRole('button', { pressed: true }).allTextContents()).toEqual(['2✕Reject']);
      await a.page.keyboard.press('0');
      await row(a.page).getByRole('status').filter({ hasText: 'Pending again' }).waitFor();
      await a.page.keyboard.press('1');
      await row(a.page).getByRole('status').filter({ hasText: 'Accept recorded' }).waitFor();
      await row(b.page).getByText('No longer waiting').waitFor();
      await row(b.page).locator('.response').filter({ hasText: 'Accept' }).waitFor();
      await expectAccessible(a.page);
      await Promise.all([screenshot(a.page, 'handover-answered'), screenshot(b.page, 'handover-by-a-teammate')]);
      await b.page.getByRole('button', { name: 'Refresh' }).click();
      await row(b.page).waitFor({ state: 'detached' });
      await expect.poll(() => countOf('pending')).toBe(pending);
      expect([...a.pageErrors, ...b.pageErrors, ...board.pageErrors]).toEqual([]);
    });
  });
}
