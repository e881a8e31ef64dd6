import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { march, openReports, review, team } from '../../testing/reports.ts';
import { refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

test('the address holds the criteria: a link shows the same report', async () => {
  const { router } = await openReports({}, march(3));
  expect(await screen.findByRole('row', { name: /Mona Farouk/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe(march(3));
});

test('recurrent admissions need no dates, and each admission is a link to its reviews', async () => {
  const { user } = await openReports();
  await user.selectOptions(screen.getByLabelText('Report*'), 'Recurrent Admission');
  expect(screen.queryByLabelText('Start date*')).not.toBeInTheDocument();
  const row = within(await screen.findByRole('row', { name: /هدى محمود/ }));
  expect(row.getByRole('link', { name: '2026-03-01' })).toHaveAttribute('href', '/admissions/a2');
});

test('with errors only, the collected report leaves out notes, medicines and reviews without an error', async () => {
  const [marevan, free] = review.drugErrs;
  const { user } = await openReports(
    { 'GET /api/reviews': { result: [review, { ...review, _id: 'r2', drugErrs: [free] }] } },
    march(1),
  );
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Errors only' }));
  const found = screen.getByRole('article');
  expect(found).toHaveTextContent(marevan?.errDrugLabel ?? '');
  expect(found).not.toHaveTextContent('No error');
  expect(found.querySelector('.note')).toBeNull();
  expect(screen.getByText(reads('2026-03-01 to 2026-03-31 · Errors only · 1 review with errors of 2'))).toBeVisible();
  expect(document.querySelector('thead')).toHaveTextContent('Collected Report 2026-03-01 to 2026-03-31 · Errors only');
});

test('a collected report without errors says so where errors only are chosen', async () => {
  const { user } = await openReports(
    { 'GET /api/reviews': { result: [{ ...review, drugErrs: review.drugErrs.slice(1) }] } },
    march(1),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Errors only' }));
  expect(screen.getByRole('heading', { name: 'No medication errors in this period' })).toBeInTheDocument();
});

test('the figure of a day opens its reviews with links to each entry; the sum of all types all errors', async () => {
  const { user, unmount } = await openReports({}, march(3));
  await user.click(await screen.findByRole('button', { name: '3. Show what is behind: 2026-03-02' }));
  const reviews = within(await screen.findByRole('dialog', { name: 'Behind this figure: 2026-03-02' }));
  expect(
    (await reviews.findAllByRole('link', { name: 'History: Marevan 5 mg' })).map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]),
  ).toEqual([
    ['Marevan 5 mg', '/history/entries/e1?review=r1'],
    ['Marevan 5 mg', '/history/entries/e2?review=r1'],
  ]);
  unmount();
  const all = await openReports({}, march(2));
  await all.user.click(await screen.findByRole('button', { name: '4. Show what is behind: All' }));
  expect(
    await within(await screen.findByRole('dialog', { name: 'Behind this figure: All' })).findByText('1 entry'),
  ).toBeInTheDocument();
});

test('the report by tag has the errors by response, with the pending ones', async () => {
  await openReports({}, march(5));
  const table = within(await screen.findByRole('region', { name: 'Medication errors by tag and response' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Tag',
    'Accept',
    'Reject',
    'Missed',
    'Harm',
    'Pending',
    'Count',
  ]);
  expect(
    within(table.getByRole('row', { name: /high-alert/ }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['2', '0', '0', '0', '1', '3']);
});

test('an empty report says so', async () => {
  await openReports({ 'GET /api/reviews/countsReviewPerDay': [] }, march(3));
  expect(await screen.findByRole('heading', { name: 'Nothing in this period' })).toBeInTheDocument();
});

test('printing by the browser’s own command is recorded, and printing by the button once', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => void window.dispatchEvent(new Event('beforeprint')));
  onTestFinished(() => print.mockRestore());
  const { sent, user } = await openReports({}, march(1));
  const noted = () => sent.filter(({ call }) => call === 'POST /api/teams/t1/reportPrinted').length;
  await screen.findByRole('button', { name: 'Print Result' });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  await waitFor(() => expect(noted()).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  await waitFor(() => expect(noted()).toBe(2));
});

test('the CSV file has the separator that the person chooses', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  onTestFinished(() => saved.mockRestore());
  const { sent, user } = await openReports(
    {
      'GET /api/teams/t1': team('u1'),
      'GET /api/reviews/export.csv': () => new Response('Review date\r\n', { headers: { 'content-type': 'text/csv' } }),
    },
    march(1),
  );
  await user.selectOptions(await screen.findByLabelText('Column separator'), 'Semicolon ;');
  await user.click(screen.getByRole('button', { name: 'reviews csv' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'GET /api/reviews/export.csv')).toMatchObject({ search: { sep: ';' } }),
  );
});

test('a failed CSV file shows its reason in place and can be requested again', async () => {
  const answers = [
    refusal(500, { message: 'The file is too long', code: 'internal' }),
    new Response('Review date\r\n'),
  ];
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  onTestFinished(() => saved.mockRestore());
  const { user } = await openReports(
    { 'GET /api/teams/t1': team('u1'), 'GET /api/reviews/export.csv': () => answers.shift()! },
    march(1),
  );
  await user.click(await screen.findByRole('button', { name: 'reviews csv' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The file is too long');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
