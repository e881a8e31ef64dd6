import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { noteServerTime } from '../platform/time/server-clock.ts';
import { mona, serve, visit } from '../testing/screen.tsx';
import './frame.tsx';
import '../routes/team/home.tsx';

const HOUR = 3_600_000;

test.each([
  ['behind', -16 * HOUR],
  ['ahead', 25 * HOUR],
])('a page on a device whose clock is %s says so, and whose dates it shows', async (_, aheadMs) => {
  noteServerTime(new Date(Date.now() - aheadMs).toUTCString());
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  serve({
    'GET /api/teams': [],
    'GET /api/users/me/today': { today: '2026-11-30', waiting: [], patients: [], inpatients: 0 },
  });
  visit('/teamlist', { as: mona });
  expect(await screen.findByText(/The clock of this device is not that of the hospital/)).toBeVisible();
});

test('a clock that is some minutes off is not spoken of', async () => {
  noteServerTime(new Date(Date.now() - 120_000).toUTCString());
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  serve({
    'GET /api/teams': [],
    'GET /api/users/me/today': { today: '2026-11-30', waiting: [], patients: [], inpatients: 0 },
  });
  visit('/teamlist', { as: mona });
  await screen.findByRole('main');
  await screen.findAllByRole('heading');
  expect(screen.queryByText(/The clock of this device/)).toBeNull();
});
