/** No team that receives, and the withdrawal of an offer. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../features/transfers/offer-dialog.tsx';
import '../../features/transfers/admission-transfer.tsx';
import { openChart } from '../../testing/chart.ts';
import { admission, mona, written } from '../../testing/hospital.ts';
import { transfer } from '../../testing/transfer.ts';

test('without a team that receives, the dialog says what to do', async () => {
  openChart(mona, '/admissions/a1', { 'GET /api/transfers/t1/teams': { teams: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Transfer…' }));
  expect(await screen.findByText(/^No other team receives patients yet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Offer' })).toBeDisabled();
});

test('an open offer is in the banner and is withdrawn there', async () => {
  const { commands } = openChart(mona, '/admissions/a1', {
    'GET /api/admissions/a1/details': { ...admission, transfer },
    'PUT /api/admissions/a1/transfer/withdraw': { ...admission, ...written },
  });
  expect(await screen.findByText(/^Offered to/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Transfer…' })).not.toBeInTheDocument();
  // The person's rights come with the team.
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(commands()).toMatchObject([{ body: { offer: 'o1' } }]));
});
