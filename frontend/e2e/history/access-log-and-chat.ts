/** Tests, to be called within a started demo hospital: the access log, and questions to the chat assistant. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { openChart, review, expand, createReview } from '../support/chart-page.ts';
import { mona, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** Waits until the access log shows all expected accesses. A record arrives within seconds. */
async function expectAccesses(page: Page, expected: readonly RegExp[]): Promise<void> {
  const shownAccesses = async (): Promise<readonly RegExp[]> => {
    await page.reload();
    await page.getByText(/^\d+ access/).waitFor();
    const rows = await page
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
      .allTextContents();
    return expected.filter((one) => rows.some((row) => one.test(row)));
  };
  await expect.poll(shownAccesses).toEqual(expected);
}

export function accessLogTests(demo: Demo): void {
  const openAs = async (who: { email: string }) => {
    const session = await demo.openAs(who);
    // Replaces the external chat assistant.
    await session.context.route('https://chat.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
    );
    return session;
  };

  describe('the access log', () => {
    test('Mona sees what Omar has opened, printed and asked the chat assistant, without the text', async () => {
      const {
        team,
        admission: chart,
        patient: { firstName: patient },
      } = demo.stay;
      const { context, page, pageErrors } = await openAs(omar);
      await openChart(page, chart);
      const id = await createReview(page, 'What only its author reads.');
      await expand(page, id);
      await page.evaluate(() => {
        Object.assign(window, { print: () => window.dispatchEvent(new Event('afterprint')) });
      });
      await review(page, id).getByRole('button', { name: 'Print', exact: true }).click();

      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Ask the chat assistant' });
      await dialog.getByLabel('What is sent, exactly').fill('Only this');
      await expectAccessible(page);
      await screenshot(page, 'ask');
      const [chat] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('button', { name: /Send and open the chat/ }).click(),
      ]);
      await chat.waitForURL('https://chat.test/?q=Only%20this');
      expect(await chat.evaluate(() => window.opener as unknown)).toBeNull();
      await dialog.waitFor({ state: 'detached' });

      const admin = await openAs(mona);
      await admin.page.goto(`/teamlist/${team}`);
      await admin.page.getByRole('link', { name: 'Access log' }).click();
      await admin.page.getByLabel('Person', { exact: true }).selectOption({ label: omar.name });
      await expectAccesses(
        admin.page,
        [/Opened the chart of/, /Printed the review of/, /Sent \d+ reviews? to the chat assistant, of/].map(
          (words) => new RegExp(`${words.source}.*${patient}`),
        ),
      );
      expect(await admin.page.getByRole('main').textContent()).not.toMatch(/only its author reads|Only this/);
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
      expect([...pageErrors, ...admin.pageErrors]).toEqual([]);
    });

    test('switching the chat assistant off removes it from open charts at once', async () => {
      const { team, admission: chart } = demo.stay;
      const [member, admin] = await Promise.all([openAs(omar), openAs(mona)]);
      await openChart(member.page, chart);
      const ask = member.page.getByRole('button', { name: 'Ask', exact: true });
      await ask.waitFor();
      await admin.page.goto(`/teamlist/${team}`);
      const update = admin.page.getByRole('button', { name: 'Save team' });
      const allowed = admin.page.getByText('Members may ask the chat assistant');
      for (const state of ['detached', 'visible'] as const) {
        await allowed.click();
        await update.click();
        await ask.waitFor({ state });
      }
      expect([...member.pageErrors, ...admin.pageErrors]).toEqual([]);
    });
  });
}
