import { act, screen, waitFor, within } from '@testing-library/react';
import type { TradeLabelRow } from 'command-api/contract/entities';
import type { DrugUse, DrugUsePage, DrugUsePatient } from 'command-api/contract/drug-use';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { dina, team } from '../../testing/chart.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';
import './drug-use.tsx';
import '../catalogue/drug-use-everywhere.tsx';

const byList: DrugUse = {
  drug: 'd1',
  drugLabel: 'Marevan',
  substance: 'Warfarin',
  dose: '5 mg',
  route: 'PO',
  frequency: '',
  source: 'medications',
  date: '2026-03-02',
  stopDate: null,
};
const byReview: DrugUse = { ...byList, dose: '', route: '', source: 'review', date: '2026-03-04' };
const patient = (firstName: string, over: Partial<DrugUsePatient> = {}): DrugUsePatient => ({
  _id: `p-${firstName}`,
  firstName,
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '1961-05-04',
  medicalRecordNumber: 'MRN-77',
  team: 't1',
  teamName: 'Adult ICU',
  admission: `a-${firstName}`,
  admissionDate: '2026-03-01',
  dischargeDate: null,
  room: '2',
  bed: '4',
  uses: [byList],
  ...over,
});
const page = (over: Partial<DrugUsePage> = {}): DrugUsePage => ({
  of: { kind: 'substance', _id: 'warfarin', label: 'Warfarin', drugId: 'warfarin' },
  on: '2026-03-05',
  since: '2026-02-05',
  patients: [patient('هدى', { admission: 'a-1' })],
  had: [patient('Salma', { dischargeDate: '2026-03-03', uses: [byReview, { ...byList, stopDate: '2026-03-03' }] })],
  page: 1,
  pages: 1,
  total: 1,
  hadTotal: 1,
  ...over,
});
const drugs: TradeLabelRow[] = [
  { _id: 'd1', label: 'Marevan', drug: 'warfarin', drugLabel: 'Warfarin', drugTags: [{ name: 'anticoagulant' }] },
];
const tags = [{ _id: 't-anti', label: 'anticoagulant', version: 1 }];
const USE = 'GET /api/drug-use/t1';
const open = (address: string, replies: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    'GET /api/teams/t1': team,
    'GET /api/drugs': drugs,
    'GET /api/tags': tags,
    [USE]: page(),
    ...replies,
  });
  const asked = () => sent.filter(({ call }) => call === USE).map(({ search }) => search);
  return { ...visit(address, { as: dina }), sent, asked };
};
const status = () => screen.getAllByRole('status').at(-1);
const table = (name: string) => within(screen.getByRole('table', { name }));

test('nothing is read before a drug is chosen; a substance, a trade name or a tag is found by typing', async () => {
  const { user, asked, router } = open('/drug-use/t1?on=2026-03-05');
  await screen.findByText('Choose a drug, a substance or a tag');
  expect(asked()).toEqual([]);
  const field = screen.getByRole('combobox', { name: /Drug, substance or tag/ });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: /anticoagulant/ }));
  await waitFor(() => expect(asked()).toEqual([{ tag: 't-anti', on: '2026-03-05', pageNumber: '1' }]));
  expect(router.state.location.search).toBe('?tag=t-anti&on=2026-03-05');
});

test('both lists say where a use is written; a patient leads to the chart', async () => {
  open('/drug-use/t1?substance=warfarin&on=2026-03-05');
  await waitFor(() => expect(status()).toHaveTextContent('Warfarin (substance) on 2026-03-05: 1 inpatient'));
  expect(screen.getByRole('combobox', { name: /Drug, substance or tag/ })).toHaveValue('Warfarin');
  const [first] = table('Inpatients who are on it').getAllByRole('row').slice(1) as [HTMLElement];
  expect(within(first).getByRole('link', { name: 'هدى' })).toHaveAttribute('href', '/admissions/a-1');
  expect(within(first).getByText('2 / 4')).toBeInTheDocument();
  expect(first).toHaveTextContent('Marevan 5 mg · POMedication list, since 2026-03-02');
  expect(
    screen.getByRole('heading', { name: 'Had it in the last month, since 2026-02-05: 1 chart' }),
  ).toBeInTheDocument();
  const [gone] = table('Charts that had it').getAllByRole('row').slice(1) as [HTMLElement];
  expect(gone).toHaveTextContent('discharged 2026-03-03');
  expect(gone).toHaveTextContent('Review of 2026-03-04');
  expect(gone).toHaveTextContent('Medication list, 2026-03-02 to 2026-03-03');
});

test('another day is asked for; a day to come, or half a date, is not', async () => {
  const { user, asked, router } = open('/drug-use/t1?drug=d1');
  await waitFor(() => expect(asked()).toHaveLength(1));
  const day = screen.getByRole('textbox', { name: /On the day/ });
  await user.clear(day);
  await user.type(day, '2026-03-0');
  expect(asked()).toHaveLength(1);
  await user.type(day, '1');
  await waitFor(() => expect(asked().at(-1)).toEqual({ drug: 'd1', on: '2026-03-01', pageNumber: '1' }));
  expect(router.state.location.search).toBe('?drug=d1&on=2026-03-01');
  await user.clear(day);
  await user.type(day, '2999-03-09');
  await user.tab();
  await waitFor(() => expect(day).toBeInvalid());
  expect(day).toHaveAccessibleErrorMessage(/^No date after/);
  expect(asked()).toHaveLength(2);
});

test('empty lists, an unknown drug and a failed read have their words', async () => {
  const none = open('/drug-use/t1?drug=d1', {
    [USE]: page({ patients: [], had: [], total: 0, hadTotal: 0, pages: 0 }),
  });
  await screen.findByText('No inpatient is on it on this day.');
  expect(screen.getByText('No other chart had it.')).toBeInTheDocument();
  none.unmount();
  const gone = open('/drug-use/t1?drug=other', { [USE]: refusal(404, { message: 'Not found', code: 'notFound' }) });
  await screen.findByText('The catalogue does not have this drug any more');
  gone.unmount();
  open('/drug-use/t1?drug=d1', { [USE]: refusal(500, { message: 'The database is away', code: 'internal' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
});

test('a live note reads the lists again, and further pages are loaded', async () => {
  let now = page({ total: 21, pages: 2 });
  const { user, asked } = open('/drug-use/t1?drug=d1', {
    [USE]: ({ search }: { search: Record<string, string> }) =>
      search['pageNumber'] === '2' ? page({ patients: [patient('Omar')], had: [], page: 2, pages: 2, total: 21 }) : now,
  });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: 'Omar' });
  expect(asked().map(({ pageNumber }) => pageNumber)).toEqual(['1', '2']);
  now = page({ patients: [patient('Laila')], total: 21, pages: 2 });
  act(() => void queryClient.invalidateQueries({ queryKey: ['drugUse', 't1'] }));
  await screen.findByRole('link', { name: 'Laila' });
});

test('the paper has all pages, with team, day, drug and number of patients on each, and is recorded', async () => {
  const dialog = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => dialog.mockRestore());
  const { user, sent } = open('/drug-use/t1?substance=warfarin', {
    [USE]: ({ search }: { search: Record<string, string> }) =>
      page(
        search['pageNumber'] === '2'
          ? { patients: [patient('هدى', { admission: 'a-1' }), patient('Omar')], had: [], page: 2, pages: 2, total: 3 }
          : { pages: 2, total: 3 },
      ),
    'POST /api/teams/t1/drugUsePrinted': { message: 'Recorded' },
  });
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(document.querySelector('.sheet-head')).toHaveTextContent(
    /^Who is on Warfarin \(substance\)Adult ICUThursday 2026-03-053 inpatients are on itPrinted by Dina X on /,
  );
  const blocks = [...document.querySelectorAll('.print-sheet .drug-use')].map((block) => block.textContent);
  expect(blocks.map((text) => text?.slice(0, 8))).toEqual(
    ['1. هدىRec', '2. OmarR', '1. Salma'].map((text) => text.slice(0, 8)),
  );
  expect(blocks[0]).toContain('Record MRN-77Room 2, bed 4Age');
  expect(blocks[0]).toContain('Marevan 5 mg · POMedication list, since 2026-03-02');
  expect(document.querySelector('.print-sheet')).toHaveTextContent('1 more is not on this list');
  expect(sent.at(-1)).toMatchObject({
    call: 'POST /api/teams/t1/drugUsePrinted',
    body: { found: 3, drugId: 'warfarin' },
  });
  act(() => void window.dispatchEvent(new Event('afterprint')));
  await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull());
});

test('a list of which a page cannot be read is not printed', async () => {
  const dialog = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => dialog.mockRestore());
  const { user } = open('/drug-use/t1?drug=d1', {
    [USE]: ({ search }: { search: Record<string, string> }) =>
      search['pageNumber'] === '2' ? refusal(403, { message: 'Not allowed', code: 'forbidden' }) : page({ pages: 2 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await user.click(await within(await screen.findByRole('alert')).findByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
  expect(dialog).not.toHaveBeenCalled();
});

test('the admin account sees all teams, without links to charts; other people are led home', async () => {
  const me = (isAdminAccount: boolean) => ({ ...dina, email: 'dina@demo.test', isAdminAccount });
  const all = { 'GET /api/drugs': drugs, 'GET /api/tags': tags, 'GET /api/drug-use': page() };
  serve({ ...all, 'GET /api/users/me': me(true) });
  const first = visit('/drug-use?substance=warfarin', { as: dina });
  const [row] = (await screen.findAllByRole('row')).slice(1) as [HTMLElement];
  expect(row).toHaveTextContent('هدى');
  expect(within(row).getAllByText('Adult ICU')).not.toEqual([]);
  expect(within(row).queryByRole('link')).toBeNull();
  first.unmount();
  serve({ ...all, 'GET /api/users/me': me(false) });
  const { router } = visit('/drug-use', { as: dina });
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
});
