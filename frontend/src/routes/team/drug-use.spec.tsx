import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { patient, page, drugs, tags, USE, open } from '../../testing/drug-use.ts';
import { dina } from '../../testing/hospital.ts';
import { printDialog, refusal, serve, visit } from '../../testing/screen.tsx';

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

test('the paper has all pages, with team, day, drug and number of patients on each, and is recorded', async () => {
  const dialog = printDialog();
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
  expect(blocks[0]).toContain('Record number MRN-77Room 2, bed 4Age');
  expect(blocks[0]).toContain('Marevan 5 mg · POMedication list, since 2026-03-02');
  expect(document.querySelector('.print-sheet')).toHaveTextContent('1 more is not on this list');
  expect(sent.at(-1)).toMatchObject({
    call: 'POST /api/teams/t1/drugUsePrinted',
    body: { found: 3, drugId: 'warfarin' },
  });
  act(() => void window.dispatchEvent(new Event('afterprint')));
  await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull());
});

test('the admin account sees all teams, without links to charts; other people are led home', async () => {
  const me = (isAdminAccount: boolean) => ({ ...dina, email: 'dina@demo.test', isAdminAccount });
  const all = {
    'GET /api/drugs': drugs,
    'GET /api/tags': tags,
    'GET /api/drug-use': page({ closedTeams: ['CCU', 'NICU'] }),
  };
  serve({ ...all, 'GET /api/users/me': me(true) });
  const first = visit('/drug-use?substance=warfarin', { as: dina });
  const [row] = (await screen.findAllByRole('row')).slice(1) as [HTMLElement];
  expect(row).toHaveTextContent('هدى');
  expect(within(row).getAllByText('Adult ICU')).not.toEqual([]);
  expect(within(row).queryByRole('link')).toBeNull();
  // A recall that lacks patients says so.
  expect(status()).toHaveTextContent('Not on this list: the patients of CCU, NICU.');
  first.unmount();
  serve({ ...all, 'GET /api/users/me': me(false) });
  const { router } = visit('/drug-use', { as: dina });
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
});
