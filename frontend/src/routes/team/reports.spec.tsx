import { act, screen, waitFor, within } from '@testing-library/react';
import type { DrugErr, Team } from 'command-api/contract/entities';
import type {
  CollectedReview,
  RecurrentPatient,
  ReportChanges,
  ReviewsOfDay,
  TagCount,
} from 'command-api/contract/reports';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

const team = (adminId = 'u9'): Team => ({
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'x@demo.test',
  adminId,
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  version: 4,
  members: [
    {
      user: 'mona@demo.test',
      userId: 'u1',
      firstName: 'Mona',
      lastName: 'Farouk',
      isPhysic: false,
      canEdit: true,
      canRead: true,
      disabled: false,
      canAudit: false,
    },
  ],
});
const entry = (_id: string, errType: string, errTypeLabel: string): DrugErr => ({
  _id,
  version: 1,
  errType,
  errTypeLabel,
  errDrug: 'd1',
  errDrugLabel: 'Marevan 5 mg',
  errNote: '<p>قلل الجرعة</p>',
  errRes: 1,
  errSeverity: 'D',
  followUpDate: '2026-03-09',
  rating: null,
  drugTags: [],
});
const review: CollectedReview = {
  _id: 'r1',
  version: 1,
  headVersion: 1,
  admission: 'a1',
  patient: 'p1',
  team: 't1',
  reviewDate: '2026-03-02',
  clinicalNote: '<p>Stable</p>',
  userId: 'u1',
  userEmail: '',
  userName: 'Mona Farouk',
  userPhone: '',
  patientName: 'هدى محمود',
  medicalRecordNumber: '77',
  admissionDate: '2026-03-01',
  drugErrs: [
    entry('e1', 'dose', 'Wrong dose'),
    { ...entry('e2', NO_ERROR._id, NO_ERROR.label), errSeverity: null, errRes: null, followUpDate: null },
  ],
};
const days: ReviewsOfDay[] = [
  {
    day: '2026-03-02',
    totalReviews: 3,
    user: [{ user: 'u1', userName: 'Mona Farouk', relatedReviews: 3, errFreeReviews: 1 }],
  },
];
const tags: TagCount[] = [
  {
    tag: 'high-alert',
    count: 3,
    response: [
      { type: 1, label: 'Accept', count: 2 },
      { type: null, label: 'Pending', count: 1 },
    ],
  },
];
const recurrent: RecurrentPatient[] = [
  {
    _id: 'p1',
    names: 'هدى محمود',
    firstName: 'هدى',
    middleName: 'محمود',
    lastName: '',
    fourthName: '',
    admissionCount: 2,
    admDetails: [
      { _id: 'a1', admissionDate: '2026-01-01', dischargeDate: '2026-01-09', dischargeStatus: 0 },
      { _id: 'a2', admissionDate: '2026-03-01', dischargeDate: null, dischargeStatus: null },
    ],
  },
];

async function open(replies: Parameters<typeof serve>[0] = {}, search = '') {
  const sent = serve({
    'GET /api/teams/t1': team(),
    'GET /api/reviews/searchProgress': { total: 500 },
    'GET /api/reviews': { result: [review] },
    'GET /api/reviews/errsByTypeDistribution': [
      { type: 'dose', label: 'Wrong dose', count: 3 },
      { type: 'route', label: 'Wrong route', count: 1 },
    ],
    'GET /api/reviews/countsReviewPerDay': days,
    'GET /api/reviews/listReviewsPerTag': tags,
    'GET /api/admissions/getRecurrentAdmissions': recurrent,
    ...replies,
  });
  const shown = visit(`/reviewSearch/t1${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Search and Print' });
  return { sent, ...shown };
}
const march = (type: number) => `?type=${type}&startDate=2026-03-01&endDate=2026-03-31`;

test('a chosen report with its dates is made, and the form is locked until Clear Form', async () => {
  const { sent, user } = await open();
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
  ]);
  await user.selectOptions(type, 'Err Distribution');
  await user.type(screen.getByLabelText('Start date*'), '2026-03-01');
  await user.type(screen.getByLabelText('End date*'), '2026-03-31');
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

test('the address holds the criteria: a link shows the same report', async () => {
  const { router } = await open({}, march(3));
  expect(await screen.findByRole('row', { name: /Mona Farouk/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe(march(3));
});

test('recurrent admissions need no dates, and each admission is a link to its reviews', async () => {
  const { user } = await open();
  await user.selectOptions(screen.getByLabelText('Report*'), 'Recurrent Admission');
  expect(screen.queryByLabelText('Start date*')).not.toBeInTheDocument();
  const row = within(await screen.findByRole('row', { name: /هدى محمود/ }));
  expect(row.getByRole('link', { name: '2026-03-01' })).toHaveAttribute('href', '/admissions/a2');
});

test('the collected report has each review with its entries', async () => {
  await open({}, march(1));
  const found = await screen.findByRole('article');
  expect(found).toHaveTextContent('هدى محمود');
  expect(found).toHaveTextContent('Record 77 · Monday 2026-03-02 · Day 2 · Edited by Mona Farouk · 2 medications');
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

test('a figure opens the rows behind it', async () => {
  const { user } = await open({}, march(2));
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

test('the figure of a day opens its reviews with links to each entry; the sum of all types all errors', async () => {
  const { user, unmount } = await open({}, march(3));
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
  const all = await open({}, march(2));
  await all.user.click(await screen.findByRole('button', { name: '4. Show what is behind: All' }));
  expect(
    await within(await screen.findByRole('dialog', { name: 'Behind this figure: All' })).findByText('1 entry'),
  ).toBeInTheDocument();
});

test('the report by tag has the errors by response, with the pending ones', async () => {
  await open({}, march(5));
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

test('a failed report shows its reason, keeps the criteria and can be retried', async () => {
  let asked = 0;
  const { user } = await open(
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

test('an empty report says so', async () => {
  await open({ 'GET /api/reviews/countsReviewPerDay': [] }, march(3));
  expect(await screen.findByRole('heading', { name: 'Nothing in this period' })).toBeInTheDocument();
});

test('dates in the wrong order are shown at the field, and nothing is requested', async () => {
  const { sent } = await open({}, '?type=2&startDate=2026-03-31&endDate=2026-03-01');
  await waitFor(() =>
    expect(screen.getByLabelText('End date*')).toHaveAccessibleErrorMessage('The end date is before the start date'),
  );
  expect(sent.some(({ call }) => call.startsWith('GET /api/reviews'))).toBe(false);
});

test('the result is printed once, with the team and the printing person', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const { sent, user } = await open({}, march(1));
  await user.click(await screen.findByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(await screen.findByRole('button', { name: 'Print Result' })).toBeEnabled();
  expect(screen.getByText(/Adult ICU/, { selector: 'thead span, thead bdi' })).toBeInTheDocument();
  expect(screen.getByText(reads(/^Printed by Mona Farouk on /))).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { call: 'POST /api/teams/t1/reportPrinted', body: { report: 1, startDate: '2026-03-01', endDate: '2026-03-31' } },
  ]);
});

test('printing by the browser’s own command is recorded, and printing by the button once', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => void window.dispatchEvent(new Event('beforeprint')));
  onTestFinished(() => print.mockRestore());
  const { sent, user } = await open({}, march(1));
  const noted = () => sent.filter(({ call }) => call === 'POST /api/teams/t1/reportPrinted').length;
  await screen.findByRole('button', { name: 'Print Result' });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  await waitFor(() => expect(noted()).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  await waitFor(() => expect(noted()).toBe(2));
});

const here = timeZone();
beforeAll(() => setTimeZone('Africa/Cairo'));
afterAll(() => setTimeZone(here));
/** 09:40 and 18:00 in Cairo, in winter. */
const [then, later] = ['2026-03-12T07:40:00.000Z', '2026-03-20T16:00:00.000Z'];
const noneErased = { 'GET /api/reviews/erasedSince': { patients: 0 } };

test('a report as known on an instant is locked, cleared and marked, and offers nothing newer', async () => {
  const { sent, user, router } = await open({ 'GET /api/reviews/erasedSince': { patients: 2 } });
  await user.click(screen.getByRole('button', { name: 'As known on…' }));
  await user.selectOptions(screen.getByLabelText('Report*'), 'Err Distribution');
  await user.type(screen.getByLabelText('Start date*'), '2026-03-01');
  await user.type(screen.getByLabelText('End date*'), '2026-03-31');
  const field = screen.getByLabelText('As known on*');
  await user.type(field, '2026-03-12T09:40');
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
      '2 patients were deleted since then: nothing of them can be told any more, so they are in no figure.',
    ),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  expect(screen.queryByLabelText('As known on*')).not.toBeInTheDocument();
});

test('a future instant is refused at the field, and nothing is requested', async () => {
  const { sent } = await open({}, `${march(2)}&asOf=2999-01-01T00:00:00.000Z`);
  await waitFor(() =>
    expect(screen.getByLabelText('As known on*')).toHaveAccessibleErrorMessage('This has not come yet'),
  );
  expect(sent.some(({ call }) => call.startsWith('GET /api/reviews'))).toBe(false);
});

test('a shown report opens the form for an instant with its criteria', async () => {
  const { user } = await open({}, march(2));
  await screen.findByRole('region', { name: 'Medication errors by error type' });
  await user.click(screen.getByRole('button', { name: 'As known on…' }));
  expect(screen.getByLabelText('Report*')).toBeEnabled();
  expect(screen.getByLabelText('Start date*')).toHaveValue('2026-03-01');
  expect(screen.getByLabelText('As known on*')).toHaveValue('');
});

test('the rows behind a past figure are of its instant, and link to past charts and histories', async () => {
  const { sent, user } = await open(noneErased, `${march(2)}&asOf=${then}`);
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
  const { sent, user } = await open(
    {
      ...noneErased,
      'GET /api/config': () => new Response('{}', { headers: { date: now } }),
      'GET /api/reviews/changedBetween': { changes: [], page: 1, pages: 0, total: 0 },
    },
    `${march(2)}&asOf=${then}`,
  );
  await user.click(await screen.findByRole('button', { name: 'Compare with…' }));
  await user.click(screen.getByRole('button', { name: 'Now' }));
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
  const { sent } = await open(
    { ...noneErased, 'GET /api/config': () => new Response('{}', { headers: { date: now } }) },
    `${march(2)}&asOf=${linked}`,
  );
  await screen.findByRole('region', { name: 'Medication errors by error type' });
  expect(sent.find(({ call }) => call === 'GET /api/reviews/errsByTypeDistribution')).toMatchObject({
    search: { asOf: linked },
  });
  expect(screen.queryByText('This has not come yet')).not.toBeInTheDocument();
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
  const all = Array.from({ length: 21 }, (_, place) => change(place + 10));
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
  const { user } = await open(
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
  const { errDrugLabel, errTypeLabel, errType, errNote, drugTags } = entry('e1', 'dose', 'Wrong dose');
  const before = {
    reviewDate: '2026-03-02',
    errDrugLabel,
    errType,
    errTypeLabel,
    errSeverity: 'C',
    errRes: null,
    followUpDate: null,
    rating: null,
    drugTags,
    errNote,
  } as const;
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
  const { sent, user } = await open(
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
  const found = (...days: string[]) => [
    {
      _id: 'p1',
      names: 'هدى محمود',
      firstName: 'هدى',
      middleName: 'محمود',
      lastName: '',
      fourthName: '',
      admissionCount: days.length,
      admDetails: days.map(stay),
    },
  ];
  const { user } = await open(
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

test('the CSV file has the separator that the person chooses', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  onTestFinished(() => saved.mockRestore());
  const { sent, user } = await open(
    {
      'GET /api/teams/t1': team('u1'),
      'GET /api/reviews/export.csv': () => new Response('Review date\r\n', { headers: { 'content-type': 'text/csv' } }),
    },
    march(1),
  );
  await user.selectOptions(await screen.findByLabelText('Columns of the file are divided by'), 'Semicolon ;');
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
  const { user } = await open(
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

test('only the team’s admin has the CSV file of the reviews', async () => {
  const first = await open({}, march(1));
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: 'reviews csv' })).not.toBeInTheDocument();
  first.unmount();
  await open({ 'GET /api/teams/t1': team('u1') }, march(1));
  expect(await screen.findByRole('button', { name: 'reviews csv' })).toBeInTheDocument();
});
