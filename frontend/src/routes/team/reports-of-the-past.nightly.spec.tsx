import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import type { ReportChanges, ReportedEntry } from 'language/contract/reports';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { entry, march, openReports, recurrent } from '../../testing/reports.ts';
import { reads } from '../../testing/component.tsx';

const here = timeZone();
beforeAll(() => setTimeZone('Africa/Cairo'));
afterAll(() => setTimeZone(here));
/** 09:40 and 18:00 in Cairo, in winter. */
const [then, later] = ['2026-03-12T07:40:00.000Z', '2026-03-20T16:00:00.000Z'];
const noneErased = { 'GET /api/reviews/erasedSince': { patients: 0 } };

test('a report as known on an instant is locked, cleared and marked, and offers nothing newer', async () => {
  const { sent, user, router } = await openReports({ 'GET /api/reviews/erasedSince': { patients: 2 } });
  await user.click(screen.getByRole('button', { name: 'As known on…' }));
  await user.selectOptions(screen.getByLabelText('Report*'), 'Err Distribution');
  fireEvent.change(screen.getByLabelText('Start date*'), { target: { value: '2026-03-01' } });
  fireEvent.change(screen.getByLabelText('End date*'), { target: { value: '2026-03-31' } });
  const field = screen.getByLabelText('As known on*');
  fireEvent.change(field, { target: { value: '12/3/2026' } });
  fireEvent.change(screen.getByLabelText('Time*'), { target: { value: '٩:٤٠' } });
  await screen.findByRole('region', { name: 'Medication errors by error type' });
  expect(sent.find(({ call }) => call === 'GET /api/reviews/errsByTypeDistribution')).toMatchObject({
    search: { team: 't1', startDate: '2026-03-01', endDate: '2026-03-31', asOf: then },
  });
  expect(
    sent.filter(({ call }) => call.startsWith('GET /api/reviews')).every(({ search }) => search['asOf'] === then),
  ).toBe(true);
  expect(field).toBeDisabled();
  expect(router.state.location.search).toContain(`asOf=${encodeURIComponent(then)}`);
  expect(screen.getByText(reads('As known on 2026-03-12 09:40'))).toBeInTheDocument();
  expect(screen.getByText(reads(/As known on 2026-03-12 09:40$/), { selector: 'thead span' })).toBeInTheDocument();
  expect(
    await screen.findByText(
      '2 patients were deleted or erased since then: no list names them any more. Figures of erased patients are still counted.',
    ),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  expect(screen.queryByLabelText('As known on*')).not.toBeInTheDocument();
});

test('a future instant is refused at the field, and nothing is requested', async () => {
  const { sent } = await openReports({}, `${march(2)}&asOf=2999-01-01T00:00:00.000Z`);
  await waitFor(() =>
    expect(screen.getByLabelText('As known on*')).toHaveAccessibleErrorMessage('This time is in the future'),
  );
  expect(sent.some(({ call }) => call.startsWith('GET /api/reviews'))).toBe(false);
});

test('a shown report opens the form for an instant with its criteria', async () => {
  const { user } = await openReports({}, march(2));
  await screen.findByRole('region', { name: 'Medication errors by error type' });
  await user.click(screen.getByRole('button', { name: 'As known on…' }));
  expect(screen.getByLabelText('Report*')).toBeEnabled();
  expect(screen.getByLabelText('Start date*')).toHaveValue('2026-03-01');
  expect(screen.getByLabelText('As known on*')).toHaveValue('');
});

test('the rows behind a past figure are of its instant, and link to past charts and histories', async () => {
  const { sent, user } = await openReports(noneErased, `${march(2)}&asOf=${then}`);
  await user.click(await screen.findByRole('button', { name: '3. Show what is behind: Wrong dose' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Behind this figure: Wrong dose' }));
  expect(await dialog.findByRole('link', { name: 'Open the review 2026-03-02' })).toHaveAttribute(
    'href',
    `/history/admissions/a1?at=${encodeURIComponent(then)}`,
  );
  expect(dialog.getByRole('link', { name: 'History: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(dialog.getByText(reads('As known on 2026-03-12 09:40'))).toBeInTheDocument();
  expect(sent.find(({ call }) => call === 'GET /api/reviews')).toMatchObject({ search: { asOf: then } });
});

test('Now is the time of the server, also where the clock of this device differs', async () => {
  const now = new Date(Date.now() - 3_600_000).toUTCString();
  const { sent, user } = await openReports(
    {
      ...noneErased,
      'GET /api/config': () => new Response('{}', { headers: { date: now } }),
      'GET /api/reviews/changedBetween': { changes: [], page: 1, pages: 0, total: 0 },
    },
    `${march(2)}&asOf=${then}`,
  );
  await user.click(await screen.findByRole('button', { name: 'Compare with…' }));
  await user.click(await screen.findByRole('button', { name: 'Now' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'GET /api/reviews/changedBetween')).toMatchObject({
      search: { asOf: then, until: new Date(now).toISOString() },
    }),
  );
});

test('a link with an instant ahead of this device’s clock is read at once', async () => {
  const [linked, now] = [
    new Date(Date.now() + 1_800_000).toISOString(),
    new Date(Date.now() + 3_600_000).toUTCString(),
  ];
  const { sent } = await openReports(
    { ...noneErased, 'GET /api/config': () => new Response('{}', { headers: { date: now } }) },
    `${march(2)}&asOf=${linked}`,
  );
  await screen.findByRole('region', { name: 'Medication errors by error type' });
  expect(sent.find(({ call }) => call === 'GET /api/reviews/errsByTypeDistribution')).toMatchObject({
    search: { asOf: linked },
  });
  expect(screen.queryByText('This time is in the future')).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => call === 'GET /api/config')).toHaveLength(1);
});

test('a comparison is printed with all its changes, when they are shown', async () => {
  const change = (day: number) => ({
    of: 'review',
    _id: `r${day}`,
    admission: 'a1',
    patient: 'p1',
    patientName: 'هدى محمود',
    userName: 'Mona Farouk',
    before: null,
    after: { reviewDate: `2026-03-${day}`, clinicalNote: '', entries: 1, errors: 0 },
  });
  const all = Array.from({ length: 21 }, (_, index) => change(index + 10));
  const printed: number[] = [];
  const print = vi
    .spyOn(window, 'print')
    .mockImplementation(
      () =>
        void printed.push(
          screen.getByRole('region', { name: 'What makes the difference' }).querySelectorAll(':scope tbody tr').length,
        ),
    );
  onTestFinished(() => print.mockRestore());
  const changes = ({ search }: { search: Readonly<Record<string, string>> }) =>
    search['onPaper'] === '1'
      ? { changes: all, page: 1, pages: 1, total: 21 }
      : { changes: all.slice(0, 20), page: 1, pages: 2, total: 21 };
  const { user } = await openReports(
    { ...noneErased, 'GET /api/reviews/changedBetween': changes },
    `${march(3)}&asOf=${later}&against=${then}`,
  );
  expect(await screen.findByText('Page 1 of 2')).toBeInTheDocument();
  expect(screen.getByText('These are 20 of them; the other 1 are on the screen, page by page.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(printed).toEqual([21]), { timeout: 10_000 });
  expect(await screen.findByText('Page 1 of 2')).toBeInTheDocument();
});

test('two instants show the differing figures, and the changed entries before and after', async () => {
  const before: ReportedEntry = {
    ...entry('e1', 'dose', 'Wrong dose'),
    reviewDate: '2026-03-02',
    errSeverity: 'C',
    errRes: null,
    followUpDate: null,
  };
  const thing = { review: 'r1', admission: 'a1', patient: 'p1', patientName: 'هدى محمود', userName: 'Mona Farouk' };
  const changes: ReportChanges = {
    changes: [
      { of: 'entry', _id: 'e1', ...thing, before, after: { ...before, errType: 'route', errTypeLabel: 'Wrong route' } },
      { of: 'entry', _id: 'e9', ...thing, before: null, after: before },
    ],
    page: 1,
    pages: 1,
    total: 2,
  };
  const at = (instant: string | undefined) => [
    { type: 'dose', label: 'Wrong dose', count: instant === then ? 3 : 4 },
    { type: 'route', label: 'Wrong route', count: 1 },
  ];
  const { sent, user } = await openReports(
    {
      ...noneErased,
      'GET /api/reviews/errsByTypeDistribution': ({ search }) => at(search['asOf']),
      'GET /api/reviews/changedBetween': changes,
    },
    `${march(2)}&asOf=${later}&against=${then}`,
  );
  const figures = within(await screen.findByRole('region', { name: 'Figures that differ' }));
  expect(figures.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Figure', '2026-03-12 09:40', '2026-03-20 18:00', 'Difference'],
    ['Wrong dose', '3', '4', '+1'],
  ]);
  const things = within(await screen.findByRole('region', { name: 'What makes the difference' }));
  expect(screen.getByText('2 changes')).toBeInTheDocument();
  const [, changed, added] = things.getAllByRole('row');
  expect([...changed!.children].slice(3).map((cell) => cell.textContent)).toEqual([
    'Error typeWrong dose',
    'Error typeWrong route',
  ]);
  expect([...added!.children][3]).toHaveTextContent('was not there');
  expect(within(changed!).getByRole('link', { name: 'History: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(sent.find(({ call }) => call === 'GET /api/reviews/changedBetween')).toMatchObject({
    search: { report: '2', asOf: then, until: later, startDate: '2026-03-01' },
  });
  expect(
    screen.getByText(reads('As known on 2026-03-12 09:40 against as known on 2026-03-20 18:00')),
  ).toBeInTheDocument();
  // Each figure opens the rows that it counted at its instant.
  for (const [figure, instant, shown] of [
    ['3', then, '2026-03-12 09:40'],
    ['4', later, '2026-03-20 18:00'],
  ] as const) {
    await user.click(
      figures.getByRole('button', { name: `${figure}. Show what is behind: Wrong dose, As known on ${shown}` }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Behind this figure: Wrong dose' }));
    expect(dialog.getByText(reads(`As known on ${shown}`))).toBeInTheDocument();
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call === 'GET /api/reviews')).toMatchObject({ search: { asOf: instant } }),
    );
    await user.click(dialog.getByRole('button', { name: 'Close' }));
  }
});

test('a differing number of admissions opens the admissions of the patient as known on each instant', async () => {
  const stay = (day: string) => ({
    _id: `stay-${day}`,
    admissionDate: `2026-03-${day}`,
    dischargeDate: null,
    dischargeStatus: null,
  });
  const found = (...days: string[]) =>
    recurrent.map((patient) => ({ ...patient, admissionCount: days.length, admDetails: days.map(stay) }));
  const { user } = await openReports(
    {
      ...noneErased,
      'GET /api/admissions/getRecurrentAdmissions': ({ search }) =>
        search['asOf'] === then ? found('01', '08') : found('01', '08', '15'),
      'GET /api/admissions/changedBetween': { changes: [], page: 1, pages: 0, total: 0 },
    },
    `?type=4&asOf=${later}&against=${then}`,
  );
  const figures = within(await screen.findByRole('region', { name: 'Figures that differ' }));
  for (const [count, instant, shown] of [
    [2, then, '2026-03-12 09:40'],
    [3, later, '2026-03-20 18:00'],
  ] as const) {
    await user.click(
      figures.getByRole('button', { name: `${count}. Show what is behind: هدى محمود, As known on ${shown}` }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Behind this figure: هدى محمود' }));
    expect(await dialog.findByText(`${count} admissions`)).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Open the admission 2026-03-08' })).toHaveAttribute(
      'href',
      `/history/admissions/stay-08?at=${encodeURIComponent(instant)}`,
    );
    await user.click(dialog.getByRole('button', { name: 'Close' }));
  }
});
