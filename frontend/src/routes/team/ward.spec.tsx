import { act, fireEvent, screen, within } from '@testing-library/react';
import type { PendingEntry, SavedView, WardBoard, WardPatient } from 'language/contract/handover';
import type { NewestValue, NewestValues } from 'language/contract/measurements';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import type { PriorityReason } from 'language/domain/priority/reasons';
import type { GivenReason } from 'language/domain/priority/score';
import { dina, mona, noValues, team, written } from '../../testing/hospital.ts';
import { wardBoard as board, wardPatient } from '../../features/ward/board-row.testdata.ts';
import { filterOfEveryone } from '../../features/ward/views.ts';
import { pendingEntry } from '../../features/handover/pending-entry.testdata.ts';
import { commandsOf, printDialog, refusal, type Sent, serve, visit } from '../../testing/screen.tsx';
import './ward.tsx';

const patient = (_id: string, firstName: string, over: Partial<WardPatient> = {}): WardPatient =>
  wardPatient(_id, {
    firstName,
    middleName: 'سالم',
    birthdate: '1961-05-04',
    medicalRecordNumber: 'MRN-77',
    lastReviewDate: '2026-03-04',
    lastBy: 'u4',
    lastByName: 'Omar X',
    lastAt: '2026-03-04T10:00:00.000Z',
    ...over,
  });
const ahmed = patient('p1', 'أحمد', { reviewedToday: true, lastReviewDate: '2026-03-05' });
const reason = (name: PriorityReason, points: number, count: number, names: string[] = []): GivenReason => ({
  reason: name,
  points,
  count,
  names,
});
const huda = patient('p2', 'هدى', {
  pending: 3,
  worstSeverity: 'F',
  overdue: 1,
  priority: {
    points: 80,
    reasons: [
      reason('pendingSeverity', 30, 3, ['F']),
      reason('overdueFollowUp', 20, 1),
      reason('allergyConflict', 20, 1, ['Unasyn']),
      reason('daysSinceReview', 10, 2),
    ],
  },
});
const rows = () => screen.getAllByRole('row').slice(1);
const open = (
  shown: WardBoard | (() => object),
  replies: Parameters<typeof serve>[0] = {},
  { as = dina, at = '/ward/t1' } = {},
) => {
  const sent = serve({ 'GET /api/teams/t1': team, 'GET /api/ward/t1': shown, ...noValues, ...replies });
  return { ...visit(at, { as }), sent };
};

test('a row has the names, day of stay, review of today, pending errors and last reviewer', async () => {
  open(board(ahmed, huda), { 'GET /api/teams/t1/news': { charts: [{ admission: 'a-p1', patient: 'p1' }] } });
  await screen.findByText('2 inpatients, 1 not reviewed today');
  const [second, first] = rows() as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('link', { name: 'أحمد سالم' })).toHaveAttribute('href', '/admissions/a-p1');
  expect((await within(first).findAllByText('New')).length).toBeGreaterThan(0);
  expect(within(second).queryByText('New')).not.toBeInTheDocument();
  expect(first).toHaveTextContent('Yes');
  expect(within(first).queryByRole('img')).not.toBeInTheDocument();
  expect(second).toHaveTextContent('Not yet');
  expect(second).toHaveTextContent('last 03-04');
  expect(within(second).getByRole('img', { name: 'Severity F: hospitalization' })).toBeInTheDocument();
  expect(
    within(second)
      .getAllByRole('cell', { hidden: true })
      .map((cell) => cell.textContent),
  ).toEqual([
    '',
    expect.stringContaining('80'),
    '64 y 10 m',
    '5',
    'Reviewed today Not yetlast 03-04',
    '',
    'Pending 31 overdue',
    'F',
    '1',
    expect.stringContaining('Omar X'),
    '',
  ]);
});

test('a row has the bed and the working diagnosis, and asks about a bed of two patients', async () => {
  const inBed = { room: '2', bed: '4', workingDiagnosis: 'Septic shock' };
  open(board({ ...ahmed, ...inBed, isBedShared: true }, { ...huda, ...inBed, bed: '10' }));
  await screen.findByRole('link', { name: 'أحمد سالم' });
  const [second, first] = rows() as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent('أحمد سالم');
  expect(first).toHaveTextContent('Room 2, bed 4');
  expect(first).toHaveTextContent('Septic shock');
  // Below the name in a narrow window, in the column of beds in a wide one.
  expect(within(first).getAllByText('Another inpatient has this bed too')).toHaveLength(2);
  expect(second).toHaveTextContent('2 / 10');
  expect(within(second).queryByText('Another inpatient has this bed too')).not.toBeInTheDocument();
});

const names = () => rows().map((row) => within(row).getByRole('link').textContent);

test('the board begins with the heaviest patients; a heading sorts its column, first in the useful order', async () => {
  const { user } = open(board(ahmed, { ...huda, bed: '9' }));
  const byPriority = await screen.findByRole('button', { name: 'By priority' });
  expect(names()).toEqual(['هدى سالم', 'أحمد سالم']);
  expect(byPriority).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('columnheader', { name: 'Priority' })).toHaveAttribute('aria-sort', 'descending');
  await user.click(screen.getByRole('button', { name: 'Pending' }));
  expect(screen.getByRole('columnheader', { name: 'Pending' })).toHaveAttribute('aria-sort', 'descending');
  expect(byPriority).toHaveAttribute('aria-pressed', 'false');
  await user.click(screen.getByRole('button', { name: 'Pending' }));
  expect(names()).toEqual(['أحمد سالم', 'هدى سالم']);
  await user.click(screen.getByRole('button', { name: 'By bed' }));
  expect(names()).toEqual(['هدى سالم', 'أحمد سالم']);
  expect(screen.getByRole('button', { name: 'By bed' })).toHaveAttribute('aria-pressed', 'true');
});

test('a row says the three reasons that weigh most, and all of them on a press', async () => {
  const { user } = open(board(huda, ahmed));
  const reasons = await screen.findByRole('button', { name: /^80/ });
  expect(reasons).toHaveTextContent('80Severity F awaits an answer1 follow-up overdueAllergy conflict: Unasyn1 more');
  expect(reasons).toHaveAttribute('aria-expanded', 'false');
  await user.click(reasons);
  expect(
    within(screen.getByRole('list', { name: 'All reasons' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '30 Severity F awaits an answer',
    '20 1 follow-up overdue',
    '20 Allergy conflict: Unasyn',
    '10 2 days without a review',
  ]);
});

const omars = { userId: 'u4', userName: 'Omar X' };

test('a pharmacist takes a patient whom another one has taken: both are named, and the row stays', async () => {
  const marked = { admission: 'a-p2', ...written };
  const { user, sent } = open(
    board(ahmed, { ...huda, takenBy: [omars] }),
    {
      'PUT /api/admissions/a-p2/taken': marked,
      'PUT /api/admissions/a-p2/reviewLevel': marked,
      'DELETE /api/admissions/a-p2/reviewLevel': marked,
    },
    { as: mona, at: '/ward/t1?view=notReviewed' },
  );
  const menu = await screen.findByRole('button', { name: 'Actions for هدى سالم' });
  expect(names()).toEqual(['هدى سالم']);
  expect(rows()[0]).toHaveTextContent('Omar X');
  await user.click(menu);
  const actions = within(await screen.findByRole('dialog'));
  await user.click(actions.getByRole('button', { name: 'Take' }));
  expect(await actions.findByRole('button', { name: 'Release' })).toBeInTheDocument();
  await user.click(actions.getByRole('button', { name: 'Quick review' }));
  expect(await actions.findByRole('button', { name: 'Quick review', pressed: true })).toBeInTheDocument();
  await user.click(actions.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(rows()[0]).toHaveTextContent('Mine todayOmar XQuick review'));
  await user.click(menu);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Quick review' }));
  expect(await screen.findByRole('button', { name: 'Quick review', pressed: false })).toBeInTheDocument();
  expect(commandsOf(sent).map(({ call, body }) => [call, body])).toEqual([
    ['PUT /api/admissions/a-p2/taken', {}],
    ['PUT /api/admissions/a-p2/reviewLevel', { level: 'quick' }],
    ['DELETE /api/admissions/a-p2/reviewLevel', undefined],
  ]);
});

test('a patient is deferred until a day with a reason, and stays on the board', async () => {
  const { user, sent } = open(
    board(huda),
    { 'PUT /api/admissions/a-p2/deferral': { admission: 'a-p2', ...written } },
    { as: mona },
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for هدى سالم' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Defer until…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Defer/ }, { timeout: 10_000 }));
  const save = dialog.getByRole('button', { name: 'Defer' });
  expect(save).toBeDisabled();
  await user.type(dialog.getByLabelText(/^Reason/), 'In theatre');
  await user.click(save);
  await vi.waitFor(() => expect(rows()[0]).toHaveTextContent(/Deferred until \d{4}-\d\d-\d\d: In theatre/));
  expect(commandsOf(sent)).toMatchObject([{ body: { reason: 'In theatre' } }]);
});

const round: SavedView = {
  _id: 'v1',
  name: 'Antimicrobial round',
  filter: { ...filterOfEveryone, antimicrobials: true },
  version: 7,
  ...omars,
};
const meropenem: WardPatient['antimicrobials'][number] = {
  medication: 'm1',
  label: 'Meronem',
  startDate: '2026-03-02',
  day: 4,
  route: 'IV',
  indication: 'VAP',
  culture: '',
  reviewDue: true,
  ivToOral: true,
};

test('the antimicrobial view has the patients with antimicrobials, and a line for each', async () => {
  const { user, router } = open({ ...board(ahmed, { ...huda, antimicrobials: [meropenem] }), views: [round] });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'View' }), 'Antimicrobial round');
  expect(router.state.location.search).toBe('?view=v1');
  expect(rows().map((row) => row.dataset['patient'] ?? row.dataset['more'])).toEqual(['p2', 'p2']);
  expect(rows()[1]).toHaveTextContent(
    'Meronem day 4 · IVIndication: VAPCulture: not notedReview of 48–72 h dueIV to oral possible',
  );
  expect(screen.getByText('1 inpatient, 1 not reviewed today · 2 on the ward')).toBeInTheDocument();
});

test('a filter is kept in the address, and saved as a view of the team', async () => {
  const { user, sent, router } = open(
    { ...board(ahmed, huda), views: [round] },
    {
      'POST /api/teams/t1/views': ({ body }) => ({ ...round, _id: 'v2', ...(body as object), version: 8, ...written }),
    },
    { as: mona },
  );
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(screen.getByRole('checkbox', { name: 'Allergy conflict' }));
  expect(names()).toEqual(['هدى سالم']);
  expect(router.state.location.search).toContain('reasons=allergyConflict');
  await user.click(screen.getByRole('button', { name: 'Save as a view…' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  await user.type(dialog.getByLabelText(/^Name/), 'Allergies');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(screen.getByRole('combobox', { name: 'View' })).toHaveDisplayValue('Allergies'));
  expect(commandsOf(sent)).toMatchObject([
    { body: { name: 'Allergies', filter: { ...filterOfEveryone, reasons: ['allergyConflict'] } } },
  ]);
});

test('one key opens the first patient of the list', async () => {
  const { router } = open(board(ahmed, huda));
  await screen.findByRole('button', { name: 'By priority' });
  fireEvent.keyDown(document.body, { key: 'ت', code: 'KeyJ', altKey: true });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admissions/a-p2'));
});

test('a teammate’s change is shown in its row, and no row moves until the rows are sorted again', async () => {
  let now = board(ahmed, huda);
  const { user } = open(() => now);
  await screen.findByText('2 inpatients, 1 not reviewed today');
  const sortAgain = screen.getByText('Sort again').closest('button')!;
  expect(sortAgain).not.toBeVisible();
  now = board(
    { ...ahmed, pending: 5, worstSeverity: 'I', priority: { points: 95, reasons: [] } },
    { ...huda, reviewedToday: true },
  );
  await act(() => queryClient.invalidateQueries({ queryKey: ['ward'] }));
  expect(await screen.findByText(/^2 inpatients, all reviewed today/)).toHaveTextContent(
    'The data changed: the order is not up to date.',
  );
  expect(names()).toEqual(['هدى سالم', 'أحمد سالم']);
  expect(rows()[1]).toHaveTextContent('5');
  await user.click(sortAgain);
  expect(names()).toEqual(['أحمد سالم', 'هدى سالم']);
  expect(sortAgain).not.toBeVisible();
});

test('a patient who was discharged keeps the place, and a new one comes at the end', async () => {
  let now = board(ahmed, huda);
  open(() => now);
  await screen.findByText('2 inpatients, 1 not reviewed today');
  now = board(ahmed, patient('p3', 'نور'));
  await act(() => queryClient.invalidateQueries({ queryKey: ['ward'] }));
  await screen.findByText('نور سالم');
  expect(names()).toEqual(['هدى سالم', 'أحمد سالم', 'نور سالم']);
  expect(
    within(rows()[0]!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['No longer here']);
});

test('an empty ward says so, and a board that fails to load shows its reason', async () => {
  const first = open(board());
  expect(await screen.findByRole('heading', { name: 'No inpatients now' })).toBeInTheDocument();
  first.unmount();
  open(() => refusal(500, { message: 'The database is away', code: 'internal' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
});

/** An answer of the handover list with one page for each list of entries. */
const pendingPages =
  (...pages: PendingEntry[][]) =>
  ({ search }: Sent) => ({
    pending: pages[Number(search['pageNumber']) - 1],
    overdue: 0,
    page: Number(search['pageNumber']),
    pages: pages.length,
    total: pages.flat().length,
  });
const pending = (_id: string, errDrugLabel: string, over: Partial<PendingEntry> = {}): PendingEntry =>
  pendingEntry(_id, { errDrugLabel, admission: 'a-p2', ...over });
const newestPotassium: NewestValue = {
  kind: 'potassium',
  value: 5.6,
  unit: 'mmol/L',
  canonical: 5.6,
  takenOn: '2026-03-04',
  takenAt: '',
  previous: null,
};
/** The blocks of the printed patients. */
const printed = () => [...document.querySelectorAll('.print-sheet .patient')].map((block) => block.textContent);

test('the round list is printed in the order of the board, with every pending recommendation', async () => {
  const dialog = printDialog();
  const { user, sent } = open(board(ahmed, huda), {
    'GET /api/handover/t1': pendingPages(
      [pending('e1', 'Meronem', { overdue: true, followUpDate: '2026-03-04' })],
      [
        pending('e1', 'Meronem'),
        pending('e2', 'Zyvox', { errSeverity: null, errNote: '<p>Stop.</p>', followUpDate: null }),
        pending('e3', 'Tienam', { admission: 'of another list' }),
      ],
    ),
    'GET /api/ward/t1/values': {
      team: 't1',
      admissions: [{ admission: 'a-p2', values: [newestPotassium] }],
    } satisfies NewestValues,
    'POST /api/teams/t1/roundListPrinted': { message: 'Recorded' },
  });
  await user.click(await screen.findByRole('button', { name: 'Print round list' }));
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(document.querySelector('.sheet-head')).toHaveTextContent(
    /^Round list of Thursday 2026-03-05Adult ICU2 inpatients, 1 not reviewed todayPrinted by Dina X on /,
  );
  const [first, second] = printed();
  expect(first).toContain('1. هدى سالم');
  expect(first).toContain(
    'Record number MRN-77Age 64 y 10 mDay 5Last review 2026-03-04Pending 3Worst Fhospitalization',
  );
  expect(first).toContain('80 Severity F awaits an answer · 1 follow-up overdue · Allergy conflict: Unasyn · 2 days');
  expect(first).toContain('K 5.6 mmol/L high (');
  expect(first).toContain('Meronem – Renal dose adjustment');
  expect(first).toContain('–Zyvox – Renal dose adjustmentStop.');
  expect(first).toContain('1 more in the handover list');
  expect(first).not.toContain('Tienam');
  expect(second).toMatch(/^2\. أحمد سالم.*Last review today/);
  expect(sent.at(-1)).toMatchObject({ call: 'POST /api/teams/t1/roundListPrinted', body: { found: 2 } });
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(printed()).toEqual([]);
});

test('a round list without all recommendations says on screen and on paper how many it has', async () => {
  const dialog = printDialog();
  const page = (first: number) =>
    Array.from({ length: 20 }, (_, at) => pending(`e${first + at}`, 'Meronem', { admission: 'a-p2' }));
  const { user, sent } = open(board(ahmed, patient('p2', 'هدى', { pending: 1_020 })), {
    'GET /api/handover/t1': pendingPages(...Array.from({ length: 51 }, (_, at) => page(at * 20))),
    'POST /api/teams/t1/roundListPrinted': { message: 'Recorded' },
  });
  const cut =
    'The round list has 1,000 of 1,020 pending recommendations: overdue ones first, then the oldest. ' +
    'The others are in the handover list.';
  expect(await screen.findByText(cut)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Print round list' }));
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(document.querySelector('.sheet-head')).toHaveTextContent(cut);
  expect(sent.filter(({ call }) => call === 'GET /api/handover/t1')).toHaveLength(50);
  expect(printed().join('')).toContain('20 more in the handover list');
});

test('a round list whose recommendations cannot be read is not printed', async () => {
  const dialog = printDialog();
  const { user } = open(board(ahmed), {
    'GET /api/handover/t1': refusal(403, { message: 'Not allowed', code: 'forbidden' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Print round list' }));
  await user.click(await within(await screen.findByRole('alert')).findByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('button', { name: 'Print round list' })).toBeEnabled();
  expect(dialog).not.toHaveBeenCalled();
});
