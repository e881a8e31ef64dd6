import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { openChart } from '../../testing/chart.ts';
import { admission, mona } from '../../testing/hospital.ts';
import { banner, replies } from '../../testing/first-screenful.ts';

test('the banner has what is pending, and the day of the stay', async () => {
  openChart(mona, '/admissions/a1', replies);
  expect(await screen.findByText('2 pending · worst F')).toBeInTheDocument();
  expect(banner().getByText(/^Inpatient · day/)).toBeInTheDocument();
});

test('the chart has room, bed, consultant and working diagnosis, and asks about a bed of two patients', async () => {
  openChart(mona, '/admissions/a1', {
    'GET /api/admissions/a1/details': {
      ...admission,
      room: '2',
      bed: '4',
      consultant: 'Dr. Samir',
      workingDiagnosis: 'Septic shock of the lung',
      alsoInBed: [{ admission: 'a7', firstName: 'سعاد', middleName: 'علي', lastName: '', fourthName: '' }],
    },
  });
  const summary = within(await screen.findByRole('region', { name: 'The stay' }));
  expect(banner().getByText(reads('Room 2, bed 4'))).toBeInTheDocument();
  expect(summary.getByText('Dr. Samir')).toBeInTheDocument();
  expect(summary.getByText('Septic shock of the lung')).toBeInTheDocument();
  expect(summary.getByRole('note')).toHaveTextContent('Room 2, bed 4 is also the bed of سعاد علي. Is that right?');
  expect(summary.getByRole('link', { name: 'سعاد علي' })).toHaveAttribute('href', '/admissions/a7');
});

test('the banner of a discharged patient has date, length and status of the discharge', async () => {
  openChart(mona, '/admissions/a1', {
    'GET /api/admissions/a1/details': {
      ...admission,
      dischargeDate: '2026-03-05',
      dischargeStatus: 1,
      dischargeNote: 'INR in 3 days',
    },
  });
  await screen.findByRole('button', { name: /ADD MEDICATION/ });
  expect(screen.getByRole('region', { name: 'Patient' })).toHaveTextContent(
    /Discharged 2026-03-05 after 4 d · Improved/,
  );
  expect(
    within(screen.getByRole('region', { name: 'The stay' })).getByText(reads('INR in 3 days')),
  ).toBeInTheDocument();
});

test('each day has a button with its errors and worst severity, which opens its review', async () => {
  const { user } = openChart(mona, '/admissions/a1', replies);
  const rail = within(await screen.findByRole('navigation', { name: 'Days of the stay' }));
  for (const name of ['Day 2 2026-03-02 by Omar X: 2 errors, worst severity F', 'Day 3 2026-03-03 by Mona X: 1 error'])
    expect(rail.getByRole('button', { name })).toBeInTheDocument();
  expect(rail.getByRole('button', { name: /^Day 3/ })).toHaveAttribute('aria-current', 'true');
  const first = document.querySelector('[data-review="r1"]');
  expect(first).toHaveAttribute('data-state', 'closed');
  await user.click(rail.getByRole('button', { name: /^Day 2/ }));
  expect(first).toHaveAttribute('data-state', 'open');
});

test('days of the stay without a review are shown, and the day that a person goes to is marked', async () => {
  const { user } = openChart(mona, '/admissions/a1', {
    ...replies,
    'GET /api/admissions/a1/details': { ...admission, dischargeDate: '2026-03-06', dischargeStatus: 1 },
  });
  const rail = within(await screen.findByRole('navigation', { name: 'Days of the stay' }));
  expect(rail.getAllByRole('listitem').map(({ textContent }) => textContent.split(':')[0])).toEqual([
    'Day 1 no review',
    expect.stringMatching(/^Day 2 /),
    expect.stringMatching(/^Day 3 /),
    'Days 4–6 no review',
  ]);
  await user.click(rail.getByRole('button', { name: /^Day 2/ }));
  expect(rail.getByRole('button', { name: /^Day 2/ })).toHaveAttribute('aria-current', 'true');
  expect(rail.getByRole('button', { name: /^Day 3/ })).not.toHaveAttribute('aria-current');
});
