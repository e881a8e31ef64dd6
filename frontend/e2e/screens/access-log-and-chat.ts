/** Who has looked at what, and the way to the chat assistant; run in a demo hospital that is already there. */
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../support/browser.ts';
import { openChart, review, unfold, writeReview } from '../support/chart-page.ts';
import { mona, omar } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `chart`: of a stay of the team, whose patient's name is `patient`. */
interface Place {
  browser: Browser;
  url: string;
  team: string;
  chart: string;
  patient: string;
}

/**
 * What the page says of each access, newest first, once it has said all that is expected of it: a record comes into the
 * log within seconds.
 */
async function expectAccesses(page: Page, expected: readonly RegExp[]): Promise<void> {
  const told = async (): Promise<readonly RegExp[]> => {
    await page.reload();
    await page.getByText(/^\d+ access/).waitFor();
    const rows = await page
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
      .allTextContents();
    return expected.filter((one) => rows.some((row) => one.test(row)));
  };
  await expect.poll(told).toEqual(expected);
}

export function accessLogAndAsk(at: () => Place): void {
  const someone = async (who: { email: string }) => {
    const seat = await seatOf(at().browser, at().url, who);
    // Stands in for the chat assistant, which is none of ours.
    await seat.context.route('https://chat.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
    );
    return seat;
  };

  describe('the access log', () => {
    test('what Omar opens, prints and asks the chat assistant is there for Mona, by name and without the text', async () => {
      const { team, chart, patient } = at();
      const { context, page, complaints } = await someone(omar);
      await openChart(page, chart);
      const id = await writeReview(page, 'What nobody else is to read.');
      await unfold(page, id);
      await page.evaluate(() => {
        Object.assign(window, { print: () => window.dispatchEvent(new Event('afterprint')) });
      });
      await review(page, id).getByRole('button', { name: 'Print', exact: true }).click();

      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Ask the chat assistant' });
      await dialog.getByLabel('What is sent, exactly').fill('Only this');
      await expectAccessible(page);
      await picture(page, 'ask');
      const [chat] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('button', { name: /Send and open the chat/ }).click(),
      ]);
      await chat.waitForURL('https://chat.test/?q=Only%20this');
      expect(await chat.evaluate(() => window.opener as unknown)).toBeNull();
      await dialog.waitFor({ state: 'detached' });

      const admin = await someone(mona);
      await admin.page.goto(`/teamlist/${team}`);
      await admin.page.getByRole('link', { name: 'Access log' }).click();
      await admin.page.getByLabel('Person').selectOption({ label: omar.name });
      await expectAccesses(
        admin.page,
        [/Opened the chart of/, /Printed the review of/, /Sent \d+ reviews? to the chat assistant, of/].map(
          (words) => new RegExp(`${words.source}.*${patient}`),
        ),
      );
      expect(await admin.page.getByRole('main').textContent()).not.toMatch(/nobody else is to read|Only this/);
      await admin.page
        .getByRole('button', { name: new RegExp(`^Only .*${patient}`) })
        .first()
        .click();
      await admin.page.getByRole('button', { name: 'Show all patients' }).waitFor();
      await admin.page
        .getByRole('link', { name: new RegExp(patient) })
        .first()
        .click();
      await admin.page.waitForURL(`**/admissions/${chart}*`);
      expect([...complaints, ...admin.complaints]).toEqual([]);
    });

    test('a team that switches the chat assistant off is not offered it any more, on open charts at once', async () => {
      const { team, chart } = at();
      const [member, admin] = await Promise.all([someone(omar), someone(mona)]);
      await openChart(member.page, chart);
      const ask = member.page.getByRole('button', { name: 'Ask', exact: true });
      await ask.waitFor();
      await admin.page.goto(`/teamlist/${team}`);
      const update = admin.page.getByRole('button', { name: 'Update', exact: true });
      const allowed = admin.page.getByText('Members may ask the chat assistant');
      for (const [click, gone] of [
        [allowed, 'detached'],
        [allowed, 'visible'],
      ] as const) {
        await click.click();
        await update.click();
        await ask.waitFor({ state: gone });
      }
      expect([...member.complaints, ...admin.complaints]).toEqual([]);
    });
  });
}
