import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ConflictProblem, Drug, ErrorType, Tag, TradeLabelRow } from 'command-api/contract/entities';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../../platform/language/language.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { unsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { refusal, serve, type Sent } from '../../testing/screen.tsx';
import { show } from '../../testing/component.tsx';
import { DrugForm } from './drug-form.tsx';

const warfarin: Drug = {
  _id: 'x1',
  version: 3,
  label: 'Warfarin',
  tags: ['g1'],
  tips: 'INR daily',
  compatibility: [],
  tradeLabels: [
    { _id: 'x1.1', idx: 0, label: 'Marevan 1 mg' },
    { _id: 'x1.2', idx: 1, label: 'Marevan 5 mg' },
  ],
  errTemps: [{ idx: 0, errType: 't1', isAdult: false, label: '<p>Hold warfarin</p>' }],
};
const rows: TradeLabelRow[] = [
  { _id: 'x1.1', label: 'Marevan 1 mg', drug: 'x1', drugLabel: 'Warfarin', drugTags: [] },
  { _id: 'x2.1', label: 'Meronem', drug: 'x2', drugLabel: 'Meropenem', drugTags: [] },
];
const types: ErrorType[] = [
  { _id: 't1', label: 'Overdose', version: 1 },
  { _id: 't2', label: 'Allergy', version: 1 },
];
const tags: Tag[] = [
  { _id: 'g1', label: 'anticoagulant', version: 1 },
  { _id: 'g2', label: 'high alert', version: 1 },
];

const catalogue = { 'GET /api/drugs': rows, 'GET /api/errtypes': types, 'GET /api/tags': tags };
beforeEach(() => queryClient.clear());

const showIn = (code: string) => act(() => showLanguage(chosenLanguage(languages.find((one) => one.code === code)!)));

function open(drug: Drug | undefined, calls: Record<string, (asked: Sent) => object> = {}) {
  const sent = serve({ ...catalogue, ...calls });
  const asked = () => sent.filter(({ call }) => !call.startsWith('GET'));
  const added: Drug[] = [];
  const opened: string[] = [];
  const shown = show(
    <QueryClientProvider client={queryClient}>
      <DrugForm drug={drug} user="u1" onAdded={(one) => added.push(one)} onOpen={(one) => opened.push(one)} />
    </QueryClientProvider>,
  );
  return { ...shown, asked, added, opened };
}
const answer = (drug: object) => ({ ...warfarin, ...drug, stream: 'drug-x1', revision: 9, version: 9 });

test('a new drug is typed in by keyboard alone: Enter makes rows, Ctrl+Enter sends', async () => {
  const { user, asked, added } = open(undefined, { 'POST /api/drugs': () => answer({}) });
  expect(screen.getByRole('form', { name: 'ADD NEW DRUG' })).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText(/Root name/), { target: { value: ' Warfarin ' } });
  await user.click(screen.getByLabelText('Trade label 1'));
  await user.keyboard('M 1{Enter}M 5{Enter}');
  expect(screen.getByLabelText('Trade label 3')).toHaveFocus();
  await user.keyboard('{Backspace}');
  expect(screen.getByLabelText('Trade label 2')).toHaveFocus();
  expect(asked()).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(added).toHaveLength(1));
  expect(asked()[0]).toMatchObject({
    call: 'POST /api/drugs',
    body: { label: 'Warfarin', tradeLabels: [{ label: 'M 1' }, { label: 'M 5' }], errTemps: [], tags: [], tips: '' },
  });
  expect(asked()[0]!.body).not.toHaveProperty('compatibility');
  expect(unsavedEdits().size).toBe(0);
});

test('a pasted list becomes one row for each line', async () => {
  const { user } = open(undefined);
  await user.click(screen.getByLabelText('Trade label 1'));
  await user.paste('Meronem\n  Mirage \n\nWinpenem');
  expect([1, 2, 3].map((number) => screen.getByLabelText(`Trade label ${number}`))).toMatchObject([
    { value: 'Meronem' },
    { value: 'Mirage' },
    { value: 'Winpenem' },
  ]);
});

test('without a name or a trade label nothing is sent, and each field says so', async () => {
  const { user, asked } = open(undefined);
  await user.click(screen.getByRole('button', { name: 'Submit New Drug' }));
  expect(screen.getByText('Enter the root name')).toBeInTheDocument();
  expect(screen.getByText('Enter at least one trade label')).toBeInTheDocument();
  expect(screen.getByLabelText(/Root name/)).toHaveFocus();
  expect(asked()).toEqual([]);
});

test('a new drug with the name of an existing one is warned about, and the existing one can be opened', async () => {
  const { user, opened } = open(undefined);
  fireEvent.change(screen.getByLabelText(/Root name/), { target: { value: 'meropenem' } });
  await user.click(await screen.findByRole('button', { name: 'Update it instead' }));
  expect(opened).toEqual(['x2.1']);
});

test('an update sends the ids of the kept trade labels and the version; leaving asks until then', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  expect(screen.getByRole('form', { name: 'UPDATE DRUG DATA' })).toBeInTheDocument();
  expect(unsavedEdits().size).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Remove Marevan 1 mg' }));
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'INR twice a week' } });
  expect([...unsavedEdits().values()]).toEqual(['Drug: Warfarin']);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(unsavedEdits().size).toBe(0));
  expect(asked()[0]).toMatchObject({
    call: 'PUT /api/drugs',
    body: {
      _id: 'x1',
      label: 'Warfarin',
      tradeLabels: [{ _id: 'x1.2', label: 'Marevan 5 mg' }],
      tips: 'INR twice a week',
      tags: ['g1'],
      compatibility: [],
    },
  });
  expect(asked()[0]!.headers['if-match']).toBe('3');
});

test('templates are read-only until one is opened, and a child’s is marked', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  const template = screen.getByRole('listitem', { name: 'Error template 1' });
  expect(template).toHaveTextContent('Hold warfarin');
  expect(template).toHaveTextContent('Child');
  await user.click(within(template).getByRole('button', { name: 'Edit: Error template 1' }));
  await user.selectOptions(within(template).getByLabelText('Error type*'), 'Allergy');
  await user.click(within(template).getByLabelText('Adult'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({
    errTemps: [{ errType: 't2', isAdult: true, label: '<p>Hold warfarin</p>' }],
  });
});

test('a tag is found by typing and removed by its own button', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  await user.click(await screen.findByRole('button', { name: 'Remove tag anticoagulant' }));
  const field = screen.getByRole('combobox', { name: 'Add a tag' });
  await user.click(field);
  fireEvent.change(field, { target: { value: 'high' } });
  await user.click(await screen.findByRole('option', { name: /high alert/ }));
  expect(screen.getByRole('button', { name: 'Remove tag high alert' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({ tags: ['g2'] });
});

test('a category is saved in English and shown in the language of the page, an old Arabic one as it is', async () => {
  onTestFinished(() => showIn('en'));
  await showIn('ar');
  const { user, asked } = open(
    {
      ...warfarin,
      compatibility: [
        { drug: 'x2', category: 'Incompatible', note: '' },
        { drug: 'x2', category: 'غير متوافق', note: '' },
      ],
    },
    { 'PUT /api/drugs': ({ body }) => answer(body as object) },
  );
  const [first, second] = screen.getAllByRole('combobox', { name: /^الفئة/ });
  expect([first, second]).toMatchObject([{ value: 'غير متوافق' }, { value: 'غير متوافق' }]);
  await user.clear(first!);
  await user.type(first!, 'Interaction');
  expect(first).toHaveValue('Interaction');
  await user.tab();
  expect(first).toHaveValue('تداخل دوائي');
  await user.clear(second!);
  await user.type(second!, 'متوافق');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({
    compatibility: [
      { drug: 'x2', category: 'Interaction', note: '' },
      { drug: 'x2', category: 'Compatible', note: '' },
    ],
  });
});

test('a colleague’s change of the same field is shown, and mine is saved only when the person says so', async () => {
  const theirs = { ...warfarin, tips: 'Theirs', version: 7 };
  const { user, asked } = open(warfarin, {
    'PUT /api/drugs': ({ headers, body }) =>
      headers['if-match'] === '3'
        ? refusal(409, {
            message: 'Changed since',
            code: 'conflict',
            reason: 'changed-since',
            current: theirs,
            changedBy: { userId: 'u2', name: 'Omar Shaker' },
            changedAt: new Date().toISOString(),
          } as ConflictProblem)
        : answer(body as object),
  });
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'Mine' } });
  await user.click(screen.getByRole('button', { name: 'Update' }));
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Omar Shaker');
  expect(within(conflict).getAllByRole('row')[1]).toHaveTextContent('TipsINR dailyMineTheirs');
  await user.click(within(conflict).getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(asked().map(({ headers }) => headers['if-match'])).toEqual(['3', '7']);
});

test('a refusal is shown in place, and what was typed stays', async () => {
  const { user } = open(warfarin, {
    'PUT /api/drugs': () =>
      refusal(400, {
        message: 'Every trade label may stand only once',
        code: 'invalid',
        fields: { tradeLabels: 'Every trade label may stand only once' },
      }),
  });
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'Mine' } });
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Every trade label may stand only once');
  expect(screen.getByLabelText('Tips')).toHaveValue('Mine');
});
