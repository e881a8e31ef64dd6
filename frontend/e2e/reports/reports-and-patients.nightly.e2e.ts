import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import type { ErrorType } from 'language/contract/entities';
import type { CollectedReport, TypeCount } from 'language/contract/reports';
import { isNoError } from 'language/domain/values/codes';
import { admin, callAs, type ApiCall, mona } from '../support/demo-hospital.ts';
import { printingTests } from './printing.ts';
import { printedPages } from '../support/paper.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();

const period = 'startDate=2020-01-01&endDate=2030-12-31';
/** A short period has few pages: rendering a PDF is slow. */
const lastDays = `startDate=${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}&endDate=2030-12-31`;
const waitForReport = (page: Page) => page.getByRole('button', { name: 'Print Result' }).waitFor();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The text of each printed page. */
const printedTexts = async (page: Page): Promise<string[]> => (await printedPages(page)).map(({ text }) => text);

test('a pharmacist chooses a report, reads its figures and opens the entries of one figure', async () => {
  const { page, pageErrors } = await demo.openAs(mona);
  await page.goto(`/reviewSearch/${demo.stay.team}`);
  await page.getByRole('combobox', { name: 'Report', exact: true }).selectOption({ label: 'Err Distribution' });
  await page.getByLabel('Start date').fill('2020-01-01');
  await page.getByLabel('End date').fill('2030-12-31');
  await waitForReport(page);
  expect(await page.getByLabel('Start date').isDisabled()).toBe(true);
  await page.locator('.apexcharts-bar-area').first().waitFor();
  const first = page.getByRole('button', { name: /^\d+\. Show what is behind/ }).first();
  const count = Number((await first.textContent())?.replace(',', ''));
  await first.click();
  const dialog = page.getByRole('dialog', { name: /^Behind this figure/ });
  await dialog.getByText(`${count} entries`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Clear Form' }).click();
  await page.getByText('Choose a report').waitFor();
  expect(pageErrors).toEqual([]);
});

test('a past report is compared with the current one, and a figure leads to the history of its error', async () => {
  const call = await callAs(demo.url, mona.email);
  const query = `team=${demo.stay.team}&${period}`;
  const own = (await call<CollectedReport>('GET', `/api/reviews?${query}`)).result.filter(
    ({ userName }) => userName === mona.name,
  );
  const review = own.find(({ drugErrs }) => drugErrs.some(({ errType }) => !isNoError(errType)));
  const entry = review?.drugErrs.find(({ errType }) => !isNoError(errType));
  if (!review || !entry) throw new Error('Mona has found no error in the demo hospital');
  const countOf = async (type: string): Promise<number> =>
    (await call<TypeCount[]>('GET', `/api/reviews/errsByTypeDistribution?${query}`)).find((one) => one.type === type)
      ?.count ?? 0;
  const other = (await call<ErrorType[]>('GET', '/api/errtypes')).find(
    ({ _id }) => !isNoError(_id) && _id !== entry.errType,
  );
  if (!other) throw new Error('The sample catalogue has one error type');
  const [before, beforeOfOther] = [await countOf(entry.errType), await countOf(other._id)];
  const asOf = new Date().toISOString();
  await call('PUT', `/api/reviews/updateRevMed/${review._id}`, { drugErr: { ...entry, errType: other._id } });
  await expect.poll(() => countOf(other._id)).toBe(beforeOfOther + 1);

  const { page, context, pageErrors } = await demo.openAs(mona);
  await page.goto(`/reviewSearch/${demo.stay.team}?type=2&${period}&asOf=${asOf}`);
  await waitForReport(page);
  await page
    .getByText(/^As known on \d{4}-\d\d-\d\d \d\d:\d\d$/)
    .first()
    .waitFor();
  expect(await page.getByLabel('As known on').isDisabled()).toBe(true);
  const figure = (label: string, count: number) =>
    page.getByRole('button', { name: `${count.toLocaleString('en')}. Show what is behind: ${label}`, exact: true });
  // The past figure.
  await figure(entry.errTypeLabel, before).waitFor();
  expect((await printedTexts(page)).at(-1)).toMatch(/As known on \d{4}-\d\d-\d\d \d\d:\d\d/);

  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  const differing = page.getByRole('region', { name: 'Figures that differ' });
  await differing
    .getByRole('row')
    .filter({
      hasText: new RegExp(`^\\s*${escaped(other.label)}\\s*${beforeOfOther}\\s*${beforeOfOther + 1}\\s*\\+1\\s*$`),
    })
    .waitFor();
  // The current figure opens its current entries.
  await differing
    .getByRole('button', {
      name: new RegExp(`^${beforeOfOther + 1}\\. Show what is behind: ${escaped(other.label)}, As known on`),
    })
    .click();
  const ofNow = page.getByRole('dialog', { name: `Behind this figure: ${other.label}` });
  await ofNow.getByText(beforeOfOther === 0 ? '1 entry' : `${beforeOfOther + 1} entries`).waitFor();
  await ofNow.locator(`a[href^="/history/entries/${entry._id}"]`).waitFor();
  await ofNow.getByRole('button', { name: 'Close' }).click();
  const change = page.getByRole('region', { name: 'What makes the difference' }).getByRole('row').nth(1);
  expect(await change.textContent()).toContain(other.label);
  await expectAccessible(page);
  await screenshot(page, 'report-compared-desktop');

  await figure(entry.errTypeLabel, before).click();
  const dialog = page.getByRole('dialog', { name: `Behind this figure: ${entry.errTypeLabel}` });
  await dialog.getByText(`${before.toLocaleString('en')} ${before === 1 ? 'entry' : 'entries'}`).waitFor();
  const toHistory = dialog.locator(`a[href^="/history/entries/${entry._id}"]`);
  while ((await toHistory.count()) === 0) await dialog.getByRole('button', { name: 'Show more' }).click();
  const [life] = await Promise.all([context.waitForEvent('page'), toHistory.click()]);
  await life.getByText(other.label).first().waitFor();
  expect(new URL(life.url()).pathname).toBe(`/history/entries/${entry._id}`);
  expect(pageErrors).toEqual([]);
});

test('every page of a printed report has its title, and by whom and when it was printed', async () => {
  const { page } = await demo.openAs(mona);
  for (const [type, heading] of [
    [1, 'Collected Report'],
    [3, 'Reviews Per Day'],
    [4, 'Recurrent Admission'],
    [5, 'Tags Report'],
  ] as const) {
    await page.goto(`/reviewSearch/${demo.stay.team}?type=${type}&${lastDays}`);
    await waitForReport(page);
    const pages = await printedTexts(page);
    for (const text of pages) {
      expect(text).toContain('Printed by Mona Farouk on ');
      expect(text).toContain(heading);
    }
    expect(pages[0]).not.toContain('Clear Form');
    await screenshot(page, `report-${type}-desktop`);
  }
});

test('Print Result prints a long report completely and once, at the width of the paper', async () => {
  const { page } = await demo.openAs(mona);
  await page.goto(`/reviewSearch/${demo.stay.team}?type=1&${period}`);
  await waitForReport(page);
  const total = Number(
    /([\d,]+) reviews/.exec((await page.locator('#report-title + *').textContent()) ?? '')?.[1]?.replace(',', ''),
  );
  await page.evaluate(() => {
    const seen: { reviews: number; width: number }[] = [];
    Object.assign(window, { seen });
    window.print = () =>
      seen.push({
        reviews: document.querySelectorAll('article').length,
        width: document.querySelector('#report-title')?.closest('table')?.clientWidth ?? 0,
      });
  });
  expect(await page.locator('article').count()).toBeLessThan(total);
  await page.getByRole('button', { name: 'Print Result' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen))
    .toEqual([{ reviews: total, width: 734 }]);
  // After printing the report stays expanded.
  await expect
    .poll(() => page.evaluate(() => document.querySelector('#report-title')?.closest('table')?.clientWidth))
    .not.toBe(734);
  expect(await page.locator('article').count()).toBe(total);
});

test('a tall chart leaves no blank page, and Print Result prints all changes of a comparison', async () => {
  const [call, asAdmin] = await Promise.all(
    [mona.email, admin.email].map((email) => callAs(demo.url, email)) as [Promise<ApiCall>, Promise<ApiCall>],
  );
  const own = (await call<CollectedReport>('GET', `/api/reviews?team=${demo.stay.team}&${period}&csv=0`)).result.find(
    ({ userName, drugErrs }) => userName === mona.name && drugErrs.length > 0,
  );
  const errDrug = own?.drugErrs[0]?.errDrug;
  if (!own || errDrug === undefined) throw new Error('Mona has no review in the demo hospital');
  const before = new Date().toISOString();
  for (let count = 0; count < 30; count += 1) {
    const { _id: errType } = await asAdmin<ErrorType>('POST', '/api/errtypes', { label: `Rare error ${count}` });
    await call('POST', `/api/reviews/addRevMed/${own._id}`, { drugErr: { errType, errDrug, errNote: '' } });
  }
  const types = async (): Promise<number> =>
    (await call<TypeCount[]>('GET', `/api/reviews/errsByTypeDistribution?team=${demo.stay.team}&${period}`)).length;
  await expect.poll(types).toBeGreaterThan(30);

  const { page } = await demo.openAs(mona);
  await page.goto(
    `/reviewSearch/${demo.stay.team}?type=2&${period}&asOf=${new Date().toISOString()}&against=${before}`,
  );
  await waitForReport(page);
  await page.locator('.apexcharts-bar-area').nth(30).waitFor();
  await page.getByText('Page 1 of 2').waitFor();
  // With the browser's command the table begins on the first page, and a note says how many changes are missing.
  const pages = await printedTexts(page);
  expect(pages[0]).toMatch(/Error type\s+Count\s+Share/);
  expect(pages.join(' ')).toContain('These are 20 of them; the other 10 are on the screen');
  // The changes are printed as a list: each side of a change is a paragraph.
  expect(Math.max(...pages.map((text) => text.split(/was\s+not\s+there/).length - 1))).toBeGreaterThan(10);

  await page.evaluate(() => {
    const seen: object[] = [];
    Object.assign(window, { seen });
    const rows = () =>
      document.querySelectorAll('[role=region][aria-label="What makes the difference"] tbody tr td:first-of-type')
        .length;
    window.print = () =>
      seen.push({
        bars: document.querySelectorAll('.apexcharts-bar-area').length,
        changes: rows(),
        cut: document.body.textContent?.includes('The 20 most frequent of'),
      });
  });
  await page.getByRole('button', { name: 'Print Result' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen))
    .toEqual([{ bars: 20, changes: 30, cut: true }]);
});

test('a similar patient is shown before a new one is added', async () => {
  const { page, pageErrors } = await demo.openAs(mona, { width: 'phone' });
  await page.goto(`/patientlist/${demo.stay.team}`);
  const { patient } = demo.stay;
  await page.getByLabel('First name').fill(patient.firstName);
  await page.getByLabel('Father', { exact: true }).fill('غغغغ');
  await page.getByRole('button', { name: 'Add Patient' }).click();
  const form = page.getByRole('form', { name: 'Add Patient' });
  await form.getByLabel('Father', { exact: true }).fill(patient.middleName);
  await form.getByLabel(/Birthdate/).fill(patient.birthdate);
  await form.getByRole('button', { name: 'Add Patient' }).click();
  await form.getByText('Open and compare before you add the same person twice.').waitFor();
  await expectAccessible(page);
  await screenshot(page, 'near-match-phone');
  await form.getByRole('button', { name: 'Another person: add anyway' }).click();
  await page.waitForURL('**/patient/*');
  await page.getByRole('button', { name: 'Delete Patient' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(`**/patientlist/${demo.stay.team}`);
  await page.getByText('Delete Status!').waitFor();
  expect(pageErrors).toEqual([]);
});

printingTests(demo);
