import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserErrorTemplate } from 'command-api/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/queries.ts';
import { serve } from '../../testing-screen.tsx';
import { show } from '../../testing.tsx';
import ConfirmDialog from '../../ui/confirm-dialog.tsx';
import TemplatesDialog from './templates-dialog.tsx';

const shared = [
  { idx: 0, errType: 't1', isAdult: true, label: '<p>CrCl 25: <strong>500 mg</strong> every 12 h</p>' },
  { idx: 3, errType: 't1', isAdult: false, label: '<p>Child: 20 mg/kg every 12 h</p>' },
];
const mine: UserErrorTemplate = { _id: 'm1', userId: 'u1', errDrugTradeId: 'd1', errType: 't1', errNote: '<p>جرعة ٥٠٠ مجم</p>', version: 4 };

beforeEach(() => queryClient.clear());
function open(note = '') {
  const sent = serve({
    'GET /api/drugs/errtemps': ({ search }) => (search['trade'] === 'd1' && search['errType'] === 't1' ? shared : []),
    'GET /api/userErrTemps': ({ search }) => (search['errDrugTradeId'] === 'd1' && search['errType'] === 't1' ? [mine] : []),
    'POST /api/userErrTemps': ({ body }) => ({ _id: 'm2', userId: 'u1', version: 5, stream: 'user-u1', revision: 5, ...(body as object) }),
    'DELETE /api/userErrTemps/deleteUserErrTemp/m1': { ...mine, stream: 'user-u1', revision: 6 },
  });
  const asked = () => sent.filter(({ call }) => !call.startsWith('GET'));
  const taken: string[] = [];
  let closed = 0;
  const shown = show(
    <QueryClientProvider client={queryClient}>
      <TemplatesDialog open onClose={() => { closed += 1; }} onTake={(html) => taken.push(html)} focusAfter={() => null} drug={{ id: 'd1', label: 'Meronem' }} type={{ id: 't1', label: 'Renal dose adjustment' }} note={note} />
      <ConfirmDialog />
    </QueryClientProvider>,
  );
  return { ...shown, asked, taken, closed: () => closed };
}
const list = (name: string) => screen.findByRole('region', { name });
const offers = async (name: string) => within(await list(name)).getAllByRole('button').map((button) => button.textContent);

test('mine come first, then those that all share, adults’ and children’s marked', async () => {
  open();
  expect(await screen.findByRole('dialog', { name: 'Templates' })).toHaveTextContent('Meronem · Renal dose adjustment');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
  expect(await offers('Shared templates')).toEqual(['AdultCrCl 25: 500 mg every 12 h', 'ChildChild: 20 mg/kg every 12 h']);
});

test('typing narrows both lists, and Enter copies the first with its own form of text', async () => {
  const { user, taken, closed } = open();
  await offers('Shared templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 crcl');
  expect(await offers('Shared templates')).toEqual(['AdultCrCl 25: 500 mg every 12 h']);
  expect(await list('My templates')).toHaveTextContent('No template has these words.');
  await user.keyboard('{Enter}');
  expect(taken).toEqual([shared[0]!.label]);
  expect(closed()).toBe(1);
});

test('Arabic digits are found by the others', async () => {
  const { user } = open();
  await offers('My templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 مجم');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
});

test('the arrows go through all of them and back to the filter; a letter goes on filtering', async () => {
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

test('the note of the entry is kept as mine, once', async () => {
  const { user, asked } = open('<p>New note</p>');
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: 'Save this note as my template' }));
  await waitFor(async () => expect((await offers('My templates'))[2]).toBe('New note'));
  expect(asked()[0]).toMatchObject({ call: 'POST /api/userErrTemps', body: { errDrugTradeId: 'd1', errType: 't1', errNote: '<p>New note</p>' } });
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('without a note there is nothing to keep', async () => {
  open('<p><br></p>');
  await offers('My templates');
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('deleting one of mine asks "Are you sure?"', async () => {
  const { user, asked } = open();
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: /Delete my template/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure?');
  expect(asked()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await list('My templates')).toHaveTextContent('None yet'));
  expect(asked()[0]).toMatchObject({ call: 'DELETE /api/userErrTemps/deleteUserErrTemp/m1' });
  expect(asked()[0]!.headers['if-match']).toBe('4');
});
