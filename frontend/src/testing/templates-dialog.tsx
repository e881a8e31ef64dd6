/** For specs of the dialog with templates: the dialog with templates of Meropenem. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { Drug, ErrorType } from 'language/contract/entities';
import type { UserErrorTemplate } from 'language/contract/profiles';
import { queryClient } from '../sync/cache/query-client.ts';
import { commandsOf, serve } from './screen.tsx';
import { show } from './component.tsx';
import { ConfirmHost } from '../components/dialogs/confirm.tsx';
import '../components/dialogs/confirm-dialog.tsx';
import TemplatesDialog from '../features/templates/templates-dialog.tsx';

export const shared = [
  { idx: 0, errType: 't1', isAdult: true, label: '<p>CrCl 25: <strong>500 mg</strong> every 12 h</p>' },
  { idx: 3, errType: 't1', isAdult: false, label: '<p>Child: 20 mg/kg every 12 h</p>' },
];
/** The first one, without the value of a patient. */
export const sharedAsTaken = '<p>CrCl ___: <strong>500 mg</strong> every 12 h</p>';
export const mine: UserErrorTemplate = {
  _id: 'm1',
  userId: 'u1',
  errDrugTradeId: 'x1.1',
  errType: 't1',
  errNote: '<p>جرعة ٥٠٠ مجم</p>',
  version: 4,
};
export const types: ErrorType[] = [
  { _id: 't1', label: 'Renal dose adjustment', version: 1 },
  { _id: 't2', label: 'Dose too high', version: 1 },
  { _id: 't3', label: 'Wrong route', version: 1 },
];
export const others = [
  { idx: 1, errType: 't2', isAdult: true, label: '<p>At most 6 g a day</p>' },
  { idx: 2, errType: 't2', isAdult: false, label: '<p>At most 120 mg/kg a day</p>' },
];
export const meropenem: Drug = {
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

export function open(
  note = '',
  {
    type = types[0]!,
    own = [mine],
    drug = meropenem,
    pcne = [],
  }: { pcne?: string[]; type?: ErrorType; own?: UserErrorTemplate[]; drug?: Drug } = {},
) {
  queryClient.clear();
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
  const commands = () => commandsOf(sent);
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
        pcne={pcne}
      />
      <ConfirmHost />
    </QueryClientProvider>,
  );
  return { ...shown, commands, taken, closed: () => closed };
}
export const list = (name: string) => screen.findByRole('region', { name });
export const offers = async (name: string) =>
  within(await list(name))
    .getAllByRole('button')
    .map((button) => button.textContent);

export const kinds = async (name: string) =>
  within(await list(name))
    .getAllByRole('button')
    .map((button) => button.textContent);
