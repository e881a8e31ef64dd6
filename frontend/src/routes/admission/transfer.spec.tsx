import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../features/transfers/offer-dialog.tsx';
import '../../features/transfers/admission-transfer.tsx';
import './unsaved-text.tsx';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, entry, mona, omar, review, written } from '../../testing/hospital.ts';
import { refusal } from '../../testing/screen.tsx';
import { transfer } from '../../testing/transfer.ts';

const teams = { teams: [{ _id: 't2', name: 'Ward 7' }] };

test('a pharmacist offers the patient to a team, which has to be chosen', async () => {
  const { commands } = openChart(mona, '/admissions/a1', {
    'GET /api/transfers/t1/teams': teams,
    'GET /api/reviews/listAdmissionReviews/a1': [
      review('r1', '2026-03-02', omar, [entry('e1', 'Meronem', { errRes: null })]),
    ],
    'POST /api/admissions/a1/transfer': { ...admission, ...written, transfer },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Transfer…' }));
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Stable' } });
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('هدى سالم أحمد علي');
  expect(dialog).toHaveTextContent('MRN-77');
  expect(dialog).toHaveTextContent('1 error waits for a response, severity D');
  fireEvent.click(screen.getByRole('button', { name: 'Offer' }));
  expect(await screen.findByText('Choose the team')).toBeVisible();
  expect(commands()).toEqual([]);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 't2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Offer' }));
  await waitFor(() => expect(commands()).toMatchObject([{ body: { toTeam: 't2', note: 'Stable' } }]));
  expect(await screen.findByText('The patient is offered to Ward 7')).toBeVisible();
});

test('the dialog keeps what was typed while the page asks for a proof', async () => {
  openChart(mona, '/admissions/a1', {
    'GET /api/transfers/t1/teams': teams,
    'GET /api/users/me/second-factors': { totp: null, passkeys: [], recoveryCodes: 0, passkeysWork: false },
    'POST /api/admissions/a1/transfer': refusal(403, {
      message: 'Please confirm that it is you',
      code: 'forbidden',
      reason: 'proof-needed',
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Transfer…' }));
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Stable' } });
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 't2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Offer' }));
  const asked = await screen.findByRole('dialog', { name: 'Please confirm that it is you' });
  fireEvent.click(await within(asked).findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please confirm that it is you');
  expect(screen.getByLabelText('Note')).toHaveValue('Stable');
  expect(screen.getByRole('combobox')).toHaveValue('t2');
});

test('a reader sees the offer and why the last one was declined, without buttons', async () => {
  openChart(dina, '/admissions/a1', {
    'GET /api/admissions/a1/details': {
      ...admission,
      transferDeclined: { toTeamName: 'Ward 7', reason: 'No bed', declinedAt: '2026-03-05T10:00:00.000Z' },
    },
  });
  expect(await screen.findByText('No bed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Transfer…' })).not.toBeInTheDocument();
});

test('the chart of a transferred patient leads to the chart as it was, and to the list', async () => {
  openChart(mona, '/admissions/a1', {
    'GET /api/admissions/a1/details': refusal(403, {
      message: 'This patient was transferred to another team',
      code: 'forbidden',
      reason: 'chart-transferred',
      team: 't1',
    } as never),
  });
  expect(await screen.findByRole('heading', { name: 'This patient was transferred' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Chart at the transfer' })).toHaveAttribute('href', '/history/admissions/a1');
  expect(screen.getByRole('link', { name: 'Transferred patients' })).toHaveAttribute('href', '/transfers/t1');
});
