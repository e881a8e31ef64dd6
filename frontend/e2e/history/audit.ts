/** Tests, to be called within a started demo hospital: an auditor searches changes of errors, exports and verifies. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Review } from 'language/contract/entities';
import { describe, expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { callAs, hany, mona, omar, tradeLabel } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** An auditor of Mona's team. */
const yasmin = { email: 'yasmin@demo.test', name: 'ياسمين عادل' };

export function auditTests(demo: Demo): void {
  describe('an audit', () => {
    test('an auditor finds a lowered severity, opens its history, exports and verifies', async () => {
      const { url } = demo;
      const {
        team,
        admission: chart,
        patient: { firstName: patient },
      } = demo.stay;
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

      const { page, pageErrors } = await demo.openAs(yasmin);
      await page.goto(`/team/${team}`);
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByLabel('Severity, before or after').selectOption('G');
      await page.getByLabel('Changed by').selectOption({ label: omar.name });
      const rows = page.locator('[data-change]');
      const milder = rows.filter({ hasText: /Severity G → D/ });
      // The audit read model may lag behind.
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
      await screenshot(page, 'audit-found');

      const total = Number((await page.getByText(/^\d+ changes?$/).textContent())?.replace(/\D/g, ''));
      expect(await rows.count()).toBe(total);
      const exportedFile = async (name: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name }).click(),
        ]);
        return download.path();
      };
      expect((await readFile(await exportedFile('CSV'), 'utf8')).trimEnd().split('\r\n')).toHaveLength(total + 1);
      const file = await exportedFile('Signed file');

      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Nothing has been altered.').waitFor();
      const key = (await page.locator('code').textContent()) ?? '';
      const { stdout } = await promisify(execFile)(process.execPath, [
        'infra/operations/history/verify-export.mjs',
        file,
        '--key',
        key,
      ]);
      expect(stdout).toContain(`${total} changes, as they were signed`);
      await screenshot(page, 'audit-verified');

      await milder.getByRole('link', { name: /^History of this error/ }).click();
      await page.waitForURL(`**/history/entries/${entry?._id}?review=*`);
      await page
        .getByText(/changed the severity from G to D/)
        .first()
        .waitFor();
      await page.goBack();
      // The filters are kept.
      await milder.waitFor();
      await milder.getByRole('link', { name: /^Chart then/ }).click();
      await page.waitForURL(`**/history/admissions/${chart}?at=*`);

      const admin = await demo.openAs(mona);
      await admin.page.goto(`/teamlist/${team}/accesses`);
      await admin.page.getByLabel('Person').selectOption({ label: yasmin.name });
      const recordedAccesses = async (): Promise<string[]> => {
        await admin.page.reload();
        await admin.page.getByText(/^\d+ access/).waitFor();
        const text = (
          await admin.page
            .getByRole('listitem')
            .filter({ has: admin.page.locator('time') })
            .allTextContents()
        ).join('\n');
        return [
          /Searched changes of medication errors/,
          /Exported changes of medication errors, as CSV/,
          /Exported changes of medication errors, signed/,
          /Verified the history of everything of the team/,
        ]
          .filter((one) => one.test(text))
          .map(String);
      };
      await expect.poll(recordedAccesses).toHaveLength(4);
      expect([...pageErrors, ...admin.pageErrors]).toEqual([]);
    });

    test('a member who is no auditor sees neither the link nor the changes until Mona appoints them', async () => {
      const {
        url,
        stay: { team },
      } = demo;
      const { page, pageErrors } = await demo.openAs(hany);
      await page.goto(`/team/${team}`);
      await page.getByRole('main').getByRole('link', { name: 'Patients' }).waitFor();
      expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
      await page.goto(`/history/teams/${team}`);
      await page
        .getByRole('heading', {
          name: 'Only the team’s admin and its auditors may search changes of medication errors.',
        })
        .waitFor();
      expect(await page.locator('[data-change]').count()).toBe(0);
      const asHany = await callAs(url, hany.email);
      for (const path of ['errors', 'errors?format=csv', 'errors?format=ndjson', 'verifyAll'])
        await expect(asHany('GET', `/api/history/teams/${team}/${path}`)).rejects.toThrow('403');

      const admin = await demo.openAs(mona);
      await admin.page.goto(`/teamlist/${team}`);
      const auditor = admin.page.getByRole('checkbox', { name: new RegExp(`^Auditor ?: ${hany.name} may audit$`) });
      await auditor.click();
      // Hany's open page updates.
      await page.locator('[data-change]').first().waitFor();
      await auditor.and(admin.page.locator(':checked')).click();
      await page
        .getByRole('heading', {
          name: 'Only the team’s admin and its auditors may search changes of medication errors.',
        })
        .waitFor();
      expect([...pageErrors, ...admin.pageErrors]).toEqual([]);
    });
  });
}
