import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { show } from '../../testing/component.tsx';
import { serve } from '../../testing/screen.tsx';
import { QuickTemplates } from './quick-templates.tsx';

const shared = [
  { idx: 0, errType: 't1', isAdult: true, label: '<p>CrCl 25: <strong>500 mg</strong> every 12 h</p>' },
  { idx: 1, errType: 't1', isAdult: false, label: '<p>20 mg/kg every 12 h</p>' },
];
const own = (errDrugTradeId: string, errType: string, errNote: string) => ({
  _id: errNote,
  userId: 'u1',
  errDrugTradeId,
  errType,
  errNote,
  version: 1,
});

function open(mine: object[], offered: object[]) {
  queryClient.clear();
  const sent = serve({ 'GET /api/drugs/errtemps': offered, 'GET /api/userErrTemps': mine });
  const taken: string[] = [];
  const { user } = show(
    <QueryClientProvider client={queryClient}>
      <QuickTemplates drug={{ id: 'x1.1', label: 'Meronem' }} type="t1" onTake={(html) => taken.push(html)} />
    </QueryClientProvider>,
  );
  return { user, taken, sent };
}
// The buttons are shown on touch screens only.
const buttons = async () =>
  within(await screen.findByLabelText('First templates')).getAllByRole('button', { hidden: true });

test('one press takes a template: the own ones of the medicine first, two in all', async () => {
  const mine = [
    own('x1.2', 't1', '<p>Mine</p>'),
    own('x1.1', 't2', '<p>Other type</p>'),
    own('x2.1', 't1', '<p>Other drug</p>'),
  ];
  const { user, taken } = open(mine, shared);
  await waitFor(async () => expect(await buttons()).toHaveLength(2));
  const [first, second] = await buttons();
  expect(first).toHaveTextContent('Mine');
  expect(second).toHaveTextContent('AdultCrCl ___: 500 mg every 12 h');
  await user.click(second!);
  expect(taken).toEqual(['<p>CrCl ___: <strong>500 mg</strong> every 12 h</p>']);
});

test('a template for children says so', async () => {
  open([], [shared[1]!]);
  await waitFor(async () => expect((await buttons())[0]).toHaveTextContent('Child20 mg/kg every 12 h'));
});

test('a medicine without templates shows none', async () => {
  const { sent } = open([], []);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.queryByLabelText('First templates')).not.toBeInTheDocument();
});
