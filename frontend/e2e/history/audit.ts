/**
 * An auditor finds an error by what became of it, follows it, takes along what was found and verifies the team; run in
 * a demo hospital that is already there.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Review } from 'command-api/contract/entities';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../support/browser.ts';
import { callAs, hany, mona, omar, tradeLabel } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `chart`: of a stay of the team, whose patient's first name is `patient`. */
interface Place {
  browser: Browser;
  url: string;
  team: string;
  chart: string;
  patient: string;
}

/** A member of Mona's team whom she has appointed. */
const yasmin = { email: 'yasmin@demo.test', name: 'Yasmin Adel' };

export function anAudit(at: () => Place): void {
  describe('an audit', () => {
    test('Yasmin finds who made an error milder, sees its life and the chart as it was, takes along what she found, and verifies the team', async () => {
      const { browser, url, team, chart, patient } = at();
      const asOmar = await callAs(url, omar.email);
      const [errType = ''] = (await asOmar<{ _id: string; label: string }[]>('GET', '/api/errtypes'))
        .filter(({ label }) => label === 'Renal dose adjustment')
        .map(({ _id }) => _id);
      const drugErr = {
        errType,
        errDrug: await tradeLabel(url, 'Meronem'),
        errNote: '<p>CrCl 25: نصف الجرعة</p>',
        errSeverity: 'G',
      };
      const review = await asOmar<Review>('POST', '/api/reviews/addReview', {
        admissionId: chart,
        reviewDate: new Date().toISOString().slice(0, 10),
        clinicalNote: '',
        drugErrs: [drugErr],
      });
      const [entry] = review.drugErrs;
      await asOmar('PUT', `/api/reviews/updateRevMed/${review._id}`, {
        drugErr: { ...drugErr, _id: entry?._id, errSeverity: 'D', errRes: 1 },
      });

      const { page, complaints } = await seatOf(browser, url, yasmin);
      await page.goto(`/team/${team}`);
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByLabel('Severity, before or after').selectOption('G');
      await page.getByLabel('Changed by').selectOption({ label: omar.name });
      const rows = page.locator('[data-change]');
      const milder = rows.filter({ hasText: /Severity G → D/ });
      // The auditor's rows come some moments after the change.
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return milder.count();
        })
        .toBe(1);
      expect(new URL(page.url()).searchParams.get('severity')).toBe('G');
      expect(await milder.textContent()).toMatch(
        new RegExp(`Meronem.*Renal dose adjustment.*Response Pending → Accept.*${patient}`),
      );
      await expectAccessible(page);
      await picture(page, 'audit-found');

      const counted = Number((await page.getByText(/^\d+ changes?$/).textContent())?.replace(/\D/g, ''));
      expect(await rows.count()).toBe(counted);
      const taken = async (name: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name }).click(),
        ]);
        return download.path();
      };
      expect((await readFile(await taken('CSV'), 'utf8')).trimEnd().split('\r\n')).toHaveLength(counted + 1);
      const file = await taken('Signed file');

      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Nothing has been altered.').waitFor();
      const key = (await page.locator('code').textContent()) ?? '';
      const { stdout } = await promisify(execFile)(process.execPath, [
        'infra/history/verify-export.mjs',
        file,
        '--key',
        key,
      ]);
      expect(stdout).toContain(`${counted} changes, as they were signed`);
      await picture(page, 'audit-verified');

      await milder.getByRole('link', { name: /^Life of this error/ }).click();
      await page.waitForURL(`**/history/entries/${entry?._id}?review=*`);
      await page
        .getByText(/changed the severity from G to D/)
        .first()
        .waitFor();
      await page.goBack();
      // What was looked for has stayed.
      await milder.waitFor();
      await milder.getByRole('link', { name: /^Chart then/ }).click();
      await page.waitForURL(`**/history/admissions/${chart}?at=*`);

      const admin = await seatOf(browser, url, mona);
      await admin.page.goto(`/teamlist/${team}/accesses`);
      await admin.page.getByLabel('Person').selectOption({ label: yasmin.name });
      const told = async (): Promise<string[]> => {
        await admin.page.reload();
        await admin.page.getByText(/^\d+ access/).waitFor();
        const said = (
          await admin.page
            .getByRole('listitem')
            .filter({ has: admin.page.locator('time') })
            .allTextContents()
        ).join('\n');
        return [
          /Searched what became of errors/,
          /Exported what became of errors, as CSV/,
          /Exported what became of errors, signed/,
          /Verified the history of everything of the team/,
        ]
          .filter((one) => one.test(said))
          .map(String);
      };
      await expect.poll(told).toHaveLength(4);
      expect([...complaints, ...admin.complaints]).toEqual([]);
    });

    test('a member who is no auditor sees neither the way nor what became of anything, until Mona appoints them', async () => {
      const { browser, url, team } = at();
      const { page, complaints } = await seatOf(browser, url, hany);
      await page.goto(`/team/${team}`);
      await page.getByRole('link', { name: 'Patients' }).waitFor();
      expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
      await page.goto(`/history/teams/${team}`);
      await page
        .getByRole('heading', { name: 'Only the team’s admin and its auditors may search what became of errors.' })
        .waitFor();
      expect(await page.locator('[data-change]').count()).toBe(0);
      const asHany = await callAs(url, hany.email);
      for (const path of ['errors', 'errors?format=csv', 'errors?format=ndjson', 'verifyAll'])
        await expect(asHany('GET', `/api/history/teams/${team}/${path}`)).rejects.toThrow('403');

      const admin = await seatOf(browser, url, mona);
      await admin.page.goto(`/teamlist/${team}`);
      const auditor = admin.page.getByRole('checkbox', { name: new RegExp(`^Auditor ?: ${hany.name} may audit$`) });
      await auditor.click();
      // Hany's open page hears of it.
      await page.locator('[data-change]').first().waitFor();
      await auditor.and(admin.page.locator(':checked')).click();
      await page
        .getByRole('heading', { name: 'Only the team’s admin and its auditors may search what became of errors.' })
        .waitFor();
      expect([...complaints, ...admin.complaints]).toEqual([]);
    });
  });
}
