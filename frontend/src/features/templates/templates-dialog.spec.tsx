import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { Drug, ErrorType } from 'command-api/contract/entities';
import type { UserErrorTemplate } from 'command-api/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { serve } from '../../testing/screen.tsx';
import { show } from '../../testing/component.tsx';
import ConfirmDialog from '../../components/dialogs/confirm-dialog.tsx';
import TemplatesDialog from './templates-dialog.tsx';

const shared = [
  { idx: 0, errType: 't1', isAdult: true, label: '<p>CrCl 25: <strong>500 mg</strong> every 12 h</p>' },
  { idx: 3, errType: 't1', isAdult: false, label: '<p>Child: 20 mg/kg every 12 h</p>' },
];
const mine: UserErrorTemplate = {
  _id: 'm1',
  userId: 'u1',
  errDrugTradeId: 'x1.1',
  errType: 't1',
  errNote: '<p>جرعة ٥٠٠ مجم</p>',
  version: 4,
};
const types: ErrorType[] = [
  { _id: 't1', label: 'Renal dose adjustment', version: 1 },
  { _id: 't2', label: 'Dose too high', version: 1 },
  { _id: 't3', label: 'Wrong route', version: 1 },
];
const others = [
  { idx: 1, errType: 't2', isAdult: true, label: '<p>At most 6 g a day</p>' },
  { idx: 2, errType: 't2', isAdult: false, label: '<p>At most 120 mg/kg a day</p>' },
];
const meropenem: Drug = {
  _id: 'x1',
  version: 3,
  label: 'Meropenem',
  tags: [],
  tips: '',
  compatibility: [],
  tradeLabels: [
    { _id: 'x1.1', idx: 0, label: 'Meronem' },
    { _id: 'x1.2', idx: 1, label: 'Meropenem' },
  ],
  errTemps: [shared[0]!, ...others, shared[1]!],
};

beforeEach(() => queryClient.clear());
function open(
  note = '',
  {
    type = types[0]!,
    own = [mine],
    drug = meropenem,
  }: { type?: ErrorType; own?: UserErrorTemplate[]; drug?: Drug } = {},
) {
  const sent = serve({
    'GET /api/drugs/errtemps': ({ search }) =>
      search['trade'] === 'x1.1' ? [...shared, ...others].filter(({ errType }) => errType === search['errType']) : [],
    'GET /api/drugs/tradeId/x1.1': drug,
    'GET /api/errtypes': types,
    'GET /api/userErrTemps': own,
    'POST /api/userErrTemps': ({ body }) => ({
      _id: 'm2',
      userId: 'u1',
      version: 5,
      stream: 'user-u1',
      revision: 5,
      ...(body as object),
    }),
    'DELETE /api/userErrTemps/deleteUserErrTemp/m1': { ...mine, stream: 'user-u1', revision: 6 },
  });
  const commands = () => sent.filter(({ call }) => !call.startsWith('GET'));
  const taken: string[] = [];
  let closed = 0;
  const shown = show(
    <QueryClientProvider client={queryClient}>
      <TemplatesDialog
        open
        onClose={() => {
          closed += 1;
        }}
        onTake={(html) => taken.push(html)}
        focusAfter={() => null}
        drug={{ id: 'x1.1', label: 'Meronem' }}
        type={{ id: type._id, label: type.label }}
        note={note}
      />
      <ConfirmDialog />
    </QueryClientProvider>,
  );
  return { ...shown, commands, taken, closed: () => closed };
}
const list = (name: string) => screen.findByRole('region', { name });
const offers = async (name: string) =>
  within(await list(name))
    .getAllByRole('button')
    .map((button) => button.textContent);

test('own templates come first, then the shared ones with their marks for adults and children', async () => {
  open();
  expect(await screen.findByRole('dialog', { name: 'Templates' })).toHaveTextContent('Meronem · Renal dose adjustment');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
  expect(await offers('Shared templates')).toEqual([
    'AdultCrCl 25: 500 mg every 12 h',
    'ChildChild: 20 mg/kg every 12 h',
  ]);
});

test('typing filters both lists, and Enter copies the first template with its formatting', async () => {
  const { user, taken, closed } = open();
  await offers('Shared templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 crcl');
  expect(await offers('Shared templates')).toEqual(['AdultCrCl 25: 500 mg every 12 h']);
  expect(await list('My templates')).toHaveTextContent('No template has these words.');
  await user.keyboard('{Enter}');
  expect(taken).toEqual([shared[0]!.label]);
  expect(closed()).toBe(1);
});

test('Western digits find Arabic digits', async () => {
  const { user } = open();
  await offers('My templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 مجم');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
});

test('the arrows move through all templates and back to the filter; a letter goes to the filter', async () => {
  const { user, taken } = open();
  await offers('Shared templates');
  await user.click(screen.getByLabelText('Filter templates'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('button', { name: /CrCl 25/ })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByLabelText('Filter templates')).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}c');
  expect(screen.getByLabelText('Filter templates')).toHaveValue('c');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(taken).toEqual([shared[0]!.label]);
});

test('the note of the entry can be saved once as an own template', async () => {
  const { user, commands } = open('<p>New note</p>');
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: 'Save this note as my template' }));
  await waitFor(async () => expect((await offers('My templates'))[2]).toBe('New note'));
  expect(commands()[0]).toMatchObject({
    call: 'POST /api/userErrTemps',
    body: { errDrugTradeId: 'x1.1', errType: 't1', errNote: '<p>New note</p>' },
  });
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('an empty note cannot be saved as a template', async () => {
  open('<p><br></p>');
  await offers('My templates');
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('deleting an own template asks "Are you sure?"', async () => {
  const { user, commands } = open();
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: /Delete my template/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure?');
  expect(commands()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await list('My templates')).toHaveTextContent('None yet'));
  expect(commands()[0]).toMatchObject({ call: 'DELETE /api/userErrTemps/deleteUserErrTemp/m1' });
  expect(commands()[0]!.headers['if-match']).toBe('4');
});

const kinds = async (name: string) =>
  within(await list(name))
    .getAllByRole('button')
    .map((button) => button.textContent);

test('without a template for the type, the other types of the drug are listed with their numbers', async () => {
  const { user, taken } = open('', { type: types[2]! });
  expect(await kinds('Meropenem has templates for')).toEqual(['Renal dose adjustment (3)', 'Dose too high (2)']);
  expect(await list('Shared templates')).toHaveTextContent('Nobody has written one');
  await user.click(screen.getByRole('button', { name: 'Dose too high (2)' }));
  expect(await offers('Shared templates')).toEqual(['AdultAt most 6 g a day', 'ChildAt most 120 mg/kg a day']);
  expect(screen.getByRole('status')).toHaveTextContent(
    'Templates for Dose too high A template copies its text alone: the entry stays “Wrong route”.',
  );
  expect(screen.getByLabelText('Filter templates')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(taken).toEqual([others[0]!.label]);
});

test('a button leads back from the templates of another type, where a note cannot be saved', async () => {
  const { user } = open('<p>New note</p>');
  await user.click(await screen.findByRole('button', { name: 'Dose too high (2)' }));
  await offers('Shared templates');
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to Renal dose adjustment' }));
  expect(await offers('Shared templates')).toHaveLength(2);
  expect(await kinds('Meropenem also has templates for')).toEqual(['Dose too high (2)']);
});

test('a drug without any template says so', async () => {
  open('', { own: [], drug: { ...meropenem, errTemps: [] }, type: types[2]! });
  expect(await screen.findByText('Meropenem has no templates for any error type yet.')).toBeInTheDocument();
});

test('own templates of all trade labels of the drug are shown, and none of another drug', async () => {
  open('', {
    own: [
      { ...mine, errDrugTradeId: 'x1.2' },
      { ...mine, _id: 'm9', errDrugTradeId: 'x10.1', errNote: '<p>Another drug</p>' },
    ],
  });
  expect((await offers('My templates')).filter((words) => words !== '')).toEqual(['جرعة ٥٠٠ مجم']);
});
