import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { IncomingTransfer, TransferredStay } from 'language/contract/transfers';
import { expect, test } from 'vitest';
import { dina, mona, team } from '../../testing/hospital.ts';
import { commandsOf, refusal, serve, visit } from '../../testing/screen.tsx';
import './transfers.tsx';

const offer: IncomingTransfer = {
  offer: 'o1',
  admission: 'a7',
  fromTeamName: 'Surgical ICU',
  firstName: 'سعاد',
  middleName: '',
  lastName: 'كمال',
  fourthName: '',
  birthdate: '1961-05-04',
  medicalRecordNumber: 'MRN-9',
  sex: '',
  workingDiagnosis: 'Sepsis',
  room: '2',
  bed: '4',
  note: 'Stable for two days',
  offeredByName: 'Omar X',
  offeredAt: '2026-03-05T10:00:00.000Z',
  earliestDate: '2026-03-01',
};
const stay: TransferredStay = {
  admission: 'a3',
  patient: 'p3',
  firstName: 'هدى',
  middleName: '',
  lastName: 'سالم',
  fourthName: '',
  sex: '',
  birthdate: '1961-05-04',
  medicalRecordNumber: 'MRN-77',
  startDate: '2026-03-01',
  transferDate: '2026-03-04',
  toTeamName: 'Ward 7',
  at: '2026-03-04T10:00:00.000Z',
  revision: 12,
};
const open = (replies: Parameters<typeof serve>[0] = {}, as = mona) => {
  const sent = serve({
    'GET /api/teams/t1': { ...team, receivesTransfers: true },
    'GET /api/transfers/t1/incoming': { team: 't1', incoming: [offer] },
    'GET /api/transfers/t1/transferred': { team: 't1', transferred: [stay], page: 1, pages: 1, total: 1 },
    ...replies,
  });
  return { ...visit('/transfers/t1', { as }), commands: () => commandsOf(sent) };
};

test('an offer is accepted with its day and bed', async () => {
  const { commands } = open({
    'PUT /api/admissions/a7/transfer/accept': { _id: 'a7', stream: 'admission-a7', revision: 4 },
  });
  const card = await screen.findByRole('article', { name: 'سعاد كمال' });
  for (const text of ['Surgical ICU', 'Omar X', 'MRN-9', 'Sepsis', 'Stable for two days'])
    expect(card).toHaveTextContent(text);
  fireEvent.click(within(card).getByRole('button', { name: 'Accept سعاد كمال' }));
  fireEvent.change(await screen.findByLabelText('Room'), { target: { value: '7' } });
  fireEvent.change(screen.getByLabelText('Bed'), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  const transferDate: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(commands()[0]?.body).toEqual({ offer: 'o1', transferDate, room: '7', bed: '3' });
});

test('an offer that was withdrawn meanwhile keeps the typed reason and says so', async () => {
  open({
    'PUT /api/admissions/a7/transfer/decline': refusal(409, {
      message: 'This offer was withdrawn or answered meanwhile',
      code: 'conflict',
      reason: 'transfer-offer-ended',
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Decline سعاد كمال' }));
  const reason = await screen.findByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'No bed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('This offer was withdrawn or answered meanwhile')).toBeVisible();
  expect(reason).toHaveValue('No bed');
});

test('a person without the right to edit reads the offers only', async () => {
  open({}, dina);
  await screen.findByRole('article', { name: 'سعاد كمال' });
  expect(screen.queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
});

test('a transferred patient leads to the chart as it was', async () => {
  open({ 'GET /api/transfers/t1/incoming': { team: 't1', incoming: [] } });
  const link = await screen.findByRole('link', { name: 'Chart at the transfer' });
  expect(link).toHaveAttribute('href', '/history/admissions/a3?at=12');
  expect(screen.getByText('No patient is offered to this team')).toBeVisible();
});
