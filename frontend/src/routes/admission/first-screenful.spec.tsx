import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { admission, entry, mona, noError, omar, openChart, review } from '../../testing/chart.ts';

const days = [
  review('r1', '2026-03-02', omar, [entry('e1', 'Meronem', { errRes: null, errSeverity: 'F' }), entry('e2', 'Zyvox')]),
  review('r2', '2026-03-03', mona, [
    noError('e3', 'Zyvox'),
    entry('e4', 'Marevan', { errRes: null, errSeverity: null }),
  ]),
];
const replies = { 'GET /api/reviews/listAdmissionReviews/a1': days };
const banner = () => within(screen.getByRole('region', { name: 'Patient' }));

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

test('nothing pending is not said', async () => {
  openChart(mona, '/admissions/a1');
  await screen.findByRole('button', { name: /ADD MEDICATION/ });
  expect(screen.queryByText(/pending/)).not.toBeInTheDocument();
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

test('the live state is in the banner, and in the navigation bar where a screen has no banner', async () => {
  const { user } = openChart(mona, '/admissions/a1', { 'GET /api/teams': [] });
  await screen.findByRole('button', { name: /ADD MEDICATION/ });
  await banner().findByText(/^(Live|Reconnecting|Offline)/);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.queryByText(/^(Live|Reconnecting|Offline)/)).not.toBeInTheDocument();
  await user.click(bar.getByRole('link', { name: 'Courses' }));
  await bar.findByText(/^(Live|Reconnecting|Offline)/);
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

test('a chart with one review needs no way to the days', async () => {
  openChart(mona, '/admissions/a1', { 'GET /api/reviews/listAdmissionReviews/a1': days.slice(0, 1) });
  await screen.findByText('Meronem');
  expect(screen.queryByRole('navigation', { name: 'Days of the stay' })).not.toBeInTheDocument();
});

test('Add medication stays at the foot while no form of a new entry is open', async () => {
  const { user } = openChart(mona, '/admissions/a1', replies);
  const add = () => screen.findByRole('button', { name: /ADD MEDICATION/ });
  expect((await add()).parentElement).toHaveAttribute('data-form-foot');
  await user.click(await add());
  expect((await add()).parentElement).not.toHaveAttribute('data-form-foot');
});
