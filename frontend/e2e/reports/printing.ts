/** Tests, to be called within a started demo hospital: printing with the browser's command. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { WardBoard } from 'language/contract/handover';
import { setLanguage, setTheme, screenshot } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { chunkOf } from '../support/build-chunks.ts';
import { callAs, hany, mona } from '../support/demo-hospital.ts';
import {
  arabicLetters,
  beginPrinting,
  endPrinting,
  hasArabicLetters,
  MARGIN_PX,
  printedPages,
} from '../support/paper.ts';
import type { Demo } from '../support/demo.ts';

const COLLECTED = 1;
/** The report "Reviews Per Day", with stacked columns. */
const STACKED_COLUMNS = 3;
const lastDays = `startDate=${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}&endDate=2030-12-31`;
const bars = (page: Page) => page.locator('.apexcharts-bar-area');
/** The computed value of a colour of the palette. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--chakra-colors-${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
/** Reads all colours in one step, because the chart renders again for the width of the paper. */
const fills = (page: Page, selector: string) =>
  page.evaluate(
    (matching) => [
      ...new Set(
        [...document.querySelectorAll(matching)]
          .filter((one) => one.textContent !== '' || one.tagName === 'path')
          .map((one) => getComputedStyle(one).fill),
      ),
    ],
    selector,
  );

export function printingTests(demo: Demo): void {
  const openAs = (who: { email: string }, dark = false) => demo.openAs(who, { dark });
  const report = (type: number): string => `/reviewSearch/${demo.stay.team}?type=${type}&${lastDays}`;

  describe('on paper', () => {
    test('figures within bars keep their colour, and all other text is black', async () => {
      const { page } = await openAs(mona);
      await page.goto(report(STACKED_COLUMNS));
      await page.locator('.apexcharts-datalabel').filter({ hasText: /\d/ }).first().waitFor();
      await page.emulateMedia({ media: 'print' });
      const panel = await colourOf(page, 'bg-panel');
      await expect.poll(() => fills(page, '.apexcharts-datalabel')).toEqual([panel]);
      await expect.poll(() => fills(page, '.apexcharts-xaxis text, .apexcharts-yaxis text')).toEqual(['rgb(0, 0, 0)']);
      await page.emulateMedia({ media: null });
    });

    test('reviews with errors have the warning colour, and those without the calm one', async () => {
      const { page } = await openAs(mona);
      await page.goto(report(STACKED_COLUMNS));
      await bars(page).first().waitFor();
      const [calm, warning] = [await colourOf(page, 'chart-a'), await colourOf(page, 'chart-b')];
      await expect.poll(() => fills(page, '.apexcharts-series[seriesName="Withxerrors"] path')).toEqual([warning]);
      await expect.poll(() => fills(page, '.apexcharts-series[seriesName="Withoutxerrors"] path')).toEqual([calm]);
    });

    test('a chart that is still loading takes no space on paper', async () => {
      const { page } = await openAs(mona);
      const file = await chunkOf('src/components/bar-chart/bar-chart-drawing.tsx');
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(
        ({ pathname }) => pathname === `/${file}`,
        async (route) => {
          await released;
          await route.continue();
        },
      );
      await page.goto(report(STACKED_COLUMNS));
      const figure = page.getByRole('figure');
      await figure.waitFor();
      await page.emulateMedia({ media: 'print' });
      const height = async (): Promise<number> => (await figure.boundingBox())?.height ?? 0;
      const caption = (await figure.locator('figcaption').boundingBox())?.height ?? 0;
      expect(await height()).toBeLessThan(3 * caption);
      release();
      await bars(page).first().waitFor();
      await expect.poll(height).toBeGreaterThan(3 * caption);
      await page.emulateMedia({ media: null });
    });

    test('buttons and other people’s presence are not printed', async () => {
      const [{ page }, other] = await Promise.all([openAs(mona), openAs(hany)]);
      const { stay } = demo;
      const buttons = page.locator('main :is(.chakra-button, .icon-button, .keys button)').filter({ visible: true });
      await Promise.all([openChart(page, stay.admission), openChart(other.page, stay.admission)]);
      const presence = page.getByText(/^Also here/);
      await presence.waitFor();
      expect(await buttons.count()).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      expect(await buttons.count()).toBe(0);
      expect(await presence.isVisible()).toBe(false);
      await screenshot(page, 'admission-on-paper');
      for (const [path, shown] of [
        [`/handover/${stay.team}`, '[data-row]'],
        [`/ward/${stay.team}`, '[data-patient]'],
        [`/patient/${stay.patient._id}`, 'h1'],
      ] as const) {
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        expect(await buttons.count(), path).toBe(0);
      }
      await page.emulateMedia({ media: null });
    });

    test('the round list and the errors of a report have their heads on each page, in both languages', async () => {
      const { page, pageErrors } = await openAs(mona);
      const { stay } = demo;
      const call = await callAs(demo.url, mona.email);
      const { patients } = await call<WardBoard>('GET', `/api/ward/${stay.team}`);
      await page.goto(`/ward/${stay.team}`);
      for (const [language, button] of [
        ['en', 'Print round list'],
        ['ar', 'طباعة قائمة المرور'],
      ] as const) {
        await setLanguage(page, language);
        await beginPrinting(page, () => page.getByRole('button', { name: button }).click());
        const pages = await printedPages(page);
        await endPrinting(page);
        for (const { text, left, right } of pages) {
          expect(text).toContain('Mona Farouk');
          expect(Math.min(left, right)).toBeGreaterThanOrEqual(MARGIN_PX);
        }
        const all = pages.map(({ text }) => text).join(' ');
        for (const { medicalRecordNumber } of patients) expect(all).toContain(medicalRecordNumber);
      }
      await page.goto(report(COLLECTED));
      await page.locator('article').first().waitFor();
      const everything = (await printedPages(page)).length;
      await page.getByRole('checkbox', { name: 'الأخطاء فقط' }).check();
      for (const [language, words] of [
        ['ar', arabicLetters('الأخطاء فقط')],
        ['en', 'Errors only'],
      ] as const) {
        await setLanguage(page, language);
        const pages = await printedPages(page);
        expect(pages.length).toBeLessThan(everything);
        for (const { text, left, right } of pages) {
          expect(language === 'ar' ? hasArabicLetters(text, words) : text.includes(words)).toBe(true);
          expect(text).toContain('Mona Farouk');
          expect(Math.min(left, right)).toBeGreaterThanOrEqual(MARGIN_PX);
        }
      }
      expect(pageErrors).toEqual([]);
    });

    test('a dark screen is printed in light colours without rendering the chart again', async () => {
      const { page } = await openAs(mona);
      await setTheme(page, 'dark', () => page.goto(report(STACKED_COLUMNS)));
      await bars(page).first().waitFor();
      const bar = await bars(page).first().elementHandle();
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      const panel = await colourOf(page, 'bg-panel');
      expect(panel).toBe('rgb(255, 255, 255)');
      expect(await bar?.evaluate((one) => one.isConnected)).toBe(true);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      expect(await colourOf(page, 'bg-panel')).not.toBe(panel);
    });
  });
}
