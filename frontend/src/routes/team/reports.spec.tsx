import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { march, openReports, recurrent, team } from '../../testing/reports.ts';
import { printDialog, refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

test('a chosen report with its dates is made, and the form is locked until Clear Form', async () => {
  const { sent, user } = await openReports();
  const type = screen.getByLabelText('Report*');
  expect(
    within(type)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'Select',
    'Collected Report',
    'Err Distribution',
    'Reviews Per Day',
    'Recurrent Admission',
    'Tags Report',
    'Control charts',
  ]);
  await user.selectOptions(type, 'Err Distribution');
  fireEvent.change(screen.getByLabelText('Start date*'), { target: { value: '2026-03-01' } });
  fireEvent.change(screen.getByLabelText('End date*'), { target: { value: '2026-03-31' } });
  const table = within(await screen.findByRole('region', { name: 'Medication errors by error type' }));
  expect(table.getByRole('row', { name: /Wrong dose.*75\.0 %/ })).toBeInTheDocument();
  expect(sent.find(({ call }) => call === 'GET /api/reviews/errsByTypeDistribution')).toMatchObject({
    search: { team: 't1', startDate: '2026-03-01', endDate: '2026-03-31' },
    headers: { team: 't1' },
  });
  expect(type).toBeDisabled();
  expect(screen.getByLabelText('Start date*')).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  expect(screen.getByLabelText('Report*')).toBeEnabled();
  expect(screen.getByLabelText('Start date*')).toHaveValue('');
  expect(screen.queryByRole('region', { name: 'Medication errors by error type' })).not.toBeInTheDocument();
});

test('the collected report has each review with its entries', async () => {
  await openReports({}, march(1));
  const found = await screen.findByRole('article');
  expect(found).toHaveTextContent('هدى محمود');
  expect(found).toHaveTextContent(
    'Record number 77 · Monday 2026-03-02 · Day 2 · Edited by Mona Farouk · 2 medications',
  );
  expect(found).toHaveTextContent(
    'Marevan 5 mg Wrong dose D: increased monitoring · Accept · Follow-up 2026-03-09قلل الجرعة',
  );
  expect(found).toHaveTextContent('No error: Marevan 5 mg');
  expect(within(found).getByRole('link', { name: 'هدى محمود' })).toHaveAttribute('href', '/admissions/a1?review=r1');
  expect(within(found).getByRole('link', { name: 'History: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
});

test('control charts have centre, limits and signals of each month, and limits of their own after a change', async () => {
  const months = Array.from({ length: 24 }, (_, at) => ({
    month: `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
    bedDays: 100,
    errors: at === 5 ? 40 : at < 12 ? 10 : 4,
    answered: 4,
    accepted: 2,
  }));
  const { user } = await openReports(
    { 'GET /api/reviews/overTime': { months, harms: [{ day: '2026-03-02', errors: 1 }] } },
    '?type=9&startDate=2024-01-01&endDate=2025-12-31&changedOn=2025-01-01',
  );
  const table = within(await screen.findByRole('region', { name: 'Errors per 100 bed-days' }));
  // 150 errors in 1,200 bed-days: 12.5 ± 3 √(0.125/100) × 100.
  expect(
    table.getByRole('row', { name: /^2024-06.*40.*100.*40\.0.*12\.5.*1\.9 – 23\.1.*outside the limits/ }),
  ).toBeInTheDocument();
  expect(table.getByRole('row', { name: /^2025-01.*4.*100.*4\.0.*4\.0.*0\.0 – 10\.0/ })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Accepted of the recommendations with a response' })).toBeInTheDocument();
  // One day with harm has no days between.
  expect(screen.queryByRole('region', { name: 'Days between days with harm' })).not.toBeInTheDocument();
  await user.click(table.getByRole('button', { name: '40. Show what is behind: 2024-06' }));
  expect(await screen.findByRole('dialog', { name: /Errors per 100 bed-days, 2024-06/ })).toBeInTheDocument();
});

test('each member has the files of the figures of a report', async () => {
  const { sent, user } = await openReports({ 'GET /api/reviews/figures.xlsx': {} }, march(2));
  await user.click(await screen.findByRole('button', { name: 'figures Excel file' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'GET /api/reviews/figures.xlsx')).toMatchObject({
      search: { team: 't1', startDate: '2026-03-01', endDate: '2026-03-31', report: '2' },
    }),
  );
  expect(screen.getByRole('button', { name: 'figures csv' })).toBeInTheDocument();
});

test('a figure opens the rows behind it', async () => {
  const { user } = await openReports({}, march(2));
  await user.click(await screen.findByRole('button', { name: '3. Show what is behind: Wrong dose' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Behind this figure: Wrong dose' }));
  expect(
    await dialog.findByRole('row', {
      name: /هدى محمود Marevan 5 mg Wrong dose D: increased monitoring Accept Mona Farouk/,
    }),
  ).toBeInTheDocument();
  expect(dialog.getByText('1 entry')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Open the review 2026-03-02' })).toHaveAttribute(
    'href',
    '/admissions/a1?review=r1',
  );
  expect(dialog.getByRole('link', { name: 'History: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
});

test('a failed report shows its reason, keeps the criteria and can be retried', async () => {
  let asked = 0;
  const { user } = await openReports(
    {
      'GET /api/admissions/getRecurrentAdmissions': () =>
        (asked += 1) === 1 ? refusal(429, { message: 'Too many reports at once', code: 'tooMany' }) : recurrent,
    },
    '?type=4',
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many reports at once');
  expect(screen.getByLabelText('Report*')).toBeEnabled();
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('row', { name: /هدى محمود/ })).toBeInTheDocument();
});

test('dates in the wrong order are shown at the field, and nothing is requested', async () => {
  const { sent } = await openReports({}, '?type=2&startDate=2026-03-31&endDate=2026-03-01');
  await waitFor(() =>
    expect(screen.getByLabelText('End date*')).toHaveAccessibleErrorMessage('The end date is before the start date'),
  );
  expect(sent.some(({ call }) => call.startsWith('GET /api/reviews'))).toBe(false);
});

test('the result is printed once, with the team and the printing person', async () => {
  const print = printDialog();
  const { sent, user } = await openReports({}, march(1));
  await user.click(await screen.findByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(await screen.findByRole('button', { name: 'Print Result' })).toBeEnabled();
  expect(screen.getByText(/Adult ICU/, { selector: 'thead span, thead bdi' })).toBeInTheDocument();
  expect(screen.getByText(reads(/^Printed by Mona Farouk on /))).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { call: 'POST /api/teams/t1/reportPrinted', body: { report: 1, startDate: '2026-03-01', endDate: '2026-03-31' } },
  ]);
});

test('only the team’s admin has the files of the reviews', async () => {
  const first = await openReports({}, march(1));
  await screen.findByRole('article');
  const files = { name: /^reviews (csv|Excel file)$/ };
  expect(screen.queryByRole('button', files)).not.toBeInTheDocument();
  first.unmount();
  await openReports({ 'GET /api/teams/t1': team('u1') }, march(1));
  expect(await screen.findAllByRole('button', files)).toHaveLength(2);
});

test('the Excel file has the days of the report, and a failure shows its reason in place', async () => {
  const answers = [refusal(400, { message: 'Too many lines', code: 'invalid' }), new Response('file')];
  const named: string[] = [];
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  onTestFinished(() => [address, click].forEach((spy) => spy.mockRestore()));
  const { sent, user } = await openReports(
    { 'GET /api/teams/t1': team('u1'), 'GET /api/reviews/export.xlsx': () => answers.shift()! },
    march(1),
  );
  await user.click(await screen.findByRole('button', { name: 'reviews Excel file' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Too many lines');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(named).toEqual(['reviews-2026-03-01-to-2026-03-31.xlsx']));
  expect(sent.at(-1)).toMatchObject({
    call: 'GET /api/reviews/export.xlsx',
    search: { team: 't1', startDate: '2026-03-01', endDate: '2026-03-31' },
  });
});
