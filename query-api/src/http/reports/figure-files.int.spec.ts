import { afterAll, beforeAll, expect, test } from 'vitest';
import { readXlsx, shownIn } from '../../testing/read-xlsx.ts';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const period = 'team=icu&startDate=2025-02-01&endDate=2025-02-28';
const fetchFile = (format: 'csv' | 'xlsx', query: string, person: 'karim' | 'sami' = 'karim') =>
  fetch(`${environment.url}/api/reviews/figures.${format}?${period}&${query}`, {
    headers: { authorization: `bearer ${environment.tokens[person]}` },
  });
const sheetOf = async (query: string) => readXlsx(Buffer.from(await (await fetchFile('xlsx', query)).arrayBuffer()));

test('a CSV has the figures of the screen', async () => {
  const answer = await fetchFile('csv', 'report=2&bom=0');
  expect(answer.headers.get('content-disposition')).toContain('report-2-2025-02-01-to-2025-02-28.csv');
  expect(await answer.text()).toBe('Error type,Id,Errors\r\nDose too high,dose,1\r\n');
  expect(await (await fetchFile('csv', 'report=5&bom=0&sep=;')).text()).toBe(
    'Drug tag;Id;Response;Errors\r\nrenal;tag-renal;Accept;1\r\n',
  );
});

test('an Excel file has numbers and days as such, the head in view, and no formula', async () => {
  const sheet = await sheetOf('report=3');
  expect([sheet.frozenRows, sheet.hasFormula, sheet.isRightToLeft, sheet.sheet]).toEqual([1, false, false, 'Figures']);
  const [, first] = sheet.rows;
  expect([shownIn(first?.[0]), first?.[0]?.format]).toEqual(['2025-02-01T00:00:00.000', 'yyyy-mm-dd']);
  expect(first?.slice(1).map((cell) => cell?.value)).toEqual(['Mona Adel', 'mona', 2, 1]);
  const [heads, month] = (await sheetOf('report=9')).rows;
  expect(heads?.map((cell) => cell?.value)).toEqual(['Month', 'Bed-days', 'Errors', 'With a response', 'Accepted']);
  expect(month?.map((cell) => cell?.value)).toEqual(['2025-02', 28, 1, 1, 1]);
});

test('in an Arabic team the sheet is from right to left, with Arabic heads', async () => {
  await environment.rows.query(`update team set export_language = 'ar' where team_id = 'icu'`);
  const sheet = await sheetOf('report=2');
  expect([sheet.isRightToLeft, sheet.rows[0]?.map((cell) => cell?.value)]).toEqual([
    true,
    ['نوع الخطأ', 'المعرّف', 'الأخطاء'],
  ]);
  await environment.rows.query(`update team set export_language = 'en' where team_id = 'icu'`);
});

test('each report has a file, and what is no such report is refused', async () => {
  for (const report of [2, 3, 5, 6, 7, 8, 9])
    expect([report, (await fetchFile('xlsx', `report=${report}`)).status]).toEqual([report, 200]);
  for (const query of ['report=1', 'report=4', '', 'report=7&asOf=2025-03-01T00:00:00Z'])
    expect([query, (await fetchFile('csv', query)).status]).toEqual([query, 400]);
  expect((await fetchFile('csv', 'report=2', 'sami')).status).toBe(404);
});

test('an export is in the access log, with its report and days', async () => {
  await environment.rows.query('delete from accounts.access_note');
  await (await fetchFile('csv', 'report=9')).text();
  const { rows } = await environment.rows.query('select team_id, actor_id, kind, data from accounts.access_note');
  expect(rows).toEqual([
    {
      team_id: 'icu',
      actor_id: 'karim',
      kind: 'ReportExported',
      data: { report: 9, startDate: '2025-02-01', endDate: '2025-02-28' },
    },
  ]);
});
