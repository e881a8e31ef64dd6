/** Test, to be called within a started demo hospital: a field of a date. */
import { expect, test } from 'vitest';
import { expectAccessible, fits, setLanguage, widths } from '../support/browser.ts';
import { mona } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

export function dateFieldTests(demo: Demo): void {
  test('a date is typed with the day first and picked in a calendar, in a dialog, in both languages', async () => {
    const { stay } = demo;
    const { page, pageErrors } = await demo.openAs(mona);
    await page.goto(`/patient/${stay.patient._id}`);
    await page.getByRole('button', { name: 'Discharge', exact: true }).click();
    const dialogs = page.getByRole('dialog');
    const field = dialogs.locator('input[inputmode=decimal]');
    const calendar = page.locator('[role=dialog][data-scope=date-picker]');
    for (const { language, typed, forward } of [
      { language: 'en', typed: '2/3/2030', forward: 'ArrowRight' },
      { language: 'ar', typed: '٢/٣/٢٠٣٠', forward: 'ArrowLeft' },
    ] as const) {
      await setLanguage(page, language);
      await field.fill(typed);
      await field.press('Tab');
      expect(await field.inputValue()).toBe('2030-03-02');
      await field.press('Alt+ArrowDown');
      await calendar.locator('[data-selected]:focus').waitFor();
      await expectAccessible(page);
      await page.setViewportSize(widths.phone);
      await expect.poll(() => fits(page)).toBe(true);
      await page.setViewportSize(widths.desktop);
      await page.keyboard.press(forward);
      await calendar.locator('[data-value="2030-03-03"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await calendar.waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('2030-03-03');
      await field.press('Alt+ArrowDown');
      await calendar.locator('[data-selected]:focus').waitFor();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      expect(await dialogs.count()).toBe(1);
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    }
    expect(pageErrors).toEqual([]);
  }, 60_000);
}
