/** What the browser's own command prints; in a demo hospital that is already there. */
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inTheme, picture } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { chunkOf } from '../support/build-chunks.ts';
import { hany, mona, type OpenStay } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

interface Place {
  browser: Browser;
  url: string;
  stay: OpenStay;
}

/** Reviews per day. */
const STACKED_COLUMNS = 3;
const lastDays = `startDate=${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}&endDate=2030-12-31`;
const bars = (page: Page) => page.locator('.apexcharts-bar-area');
/** A colour of the palette as the browser says it. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--chakra-colors-${name})`;
    document.body.append(probe);
    const said = getComputedStyle(probe).color;
    probe.remove();
    return said;
  }, token);
/** In one step: paper has another width than the screen, and the chart is drawn again for it. */
const fills = (page: Page, selector: string) =>
  page.evaluate(
    (sought) => [
      ...new Set(
        [...document.querySelectorAll(sought)]
          .filter((one) => one.textContent !== '' || one.tagName === 'path')
          .map((one) => getComputedStyle(one).fill),
      ),
    ],
    selector,
  );

export function paper(at: () => Place): void {
  const someone = (who: { email: string }, dark = false) => seatOf(at().browser, at().url, who, { dark });
  const report = (type: number): string => `/reviewSearch/${at().stay.team}?type=${type}&${lastDays}`;

  describe('on paper', () => {
    test('the figures within bars keep the colour that is read on them, all other words are black', async () => {
      const { page } = await someone(mona);
      await page.goto(report(STACKED_COLUMNS));
      await page.locator('.apexcharts-datalabel').filter({ hasText: /\d/ }).first().waitFor();
      await page.emulateMedia({ media: 'print' });
      const panel = await colourOf(page, 'bg-panel');
      await expect.poll(() => fills(page, '.apexcharts-datalabel')).toEqual([panel]);
      await expect.poll(() => fills(page, '.apexcharts-xaxis text, .apexcharts-yaxis text')).toEqual(['rgb(0, 0, 0)']);
      await page.emulateMedia({ media: 'screen' });
    });

    test('reviews with errors are drawn in the colour that warns, those without in the calm one', async () => {
      const { page } = await someone(mona);
      await page.goto(report(STACKED_COLUMNS));
      await bars(page).first().waitFor();
      const [calm, warning] = [await colourOf(page, 'chart-a'), await colourOf(page, 'chart-b')];
      await expect.poll(() => fills(page, '.apexcharts-series[seriesName="Withxerrors"] path')).toEqual([warning]);
      await expect.poll(() => fills(page, '.apexcharts-series[seriesName="Withoutxerrors"] path')).toEqual([calm]);
    });

    test('a chart that is still to be drawn leaves no room on the paper', async () => {
      const { page } = await someone(mona);
      const file = await chunkOf('src/components/bar-chart/bar-chart-drawing.tsx');
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(
        ({ pathname }) => pathname === `/${file}`,
        async (route) => {
          await held;
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
      await page.emulateMedia({ media: 'screen' });
    });

    test('nothing that is pressed is printed of a chart, a handover, a ward or a patient, nor who else is there', async () => {
      const [{ page }, other] = await Promise.all([someone(mona), someone(hany)]);
      const { stay } = at();
      const pressed = page.locator('main :is(.chakra-button, .icon-button, .keys button)').filter({ visible: true });
      await Promise.all([openChart(page, stay.admission), openChart(other.page, stay.admission)]);
      const alsoHere = page.getByText(/^Also here/);
      await alsoHere.waitFor();
      expect(await pressed.count()).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      expect(await pressed.count()).toBe(0);
      expect(await alsoHere.isVisible()).toBe(false);
      await picture(page, 'admission-on-paper');
      for (const [path, shown] of [
        [`/handover/${stay.team}`, '[data-row]'],
        [`/ward/${stay.team}`, '[data-patient]'],
        [`/patient/${stay.patient._id}`, 'h1'],
      ] as const) {
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        expect(await pressed.count(), path).toBe(0);
      }
      await page.emulateMedia({ media: 'screen' });
    });

    test('paper is light, also where the screen is dark; the chart stays as it was drawn', async () => {
      const { page } = await someone(mona);
      await inTheme(page, 'dark', () => page.goto(report(STACKED_COLUMNS)));
      await bars(page).first().waitFor();
      const drawn = await bars(page).first().elementHandle();
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      const panel = await colourOf(page, 'bg-panel');
      expect(panel).toBe('rgb(255, 255, 255)');
      expect(await drawn?.evaluate((one) => one.isConnected)).toBe(true);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      expect(await colourOf(page, 'bg-panel')).not.toBe(panel);
    });
  });
}
