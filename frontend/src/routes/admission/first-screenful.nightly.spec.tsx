/** The live state in the banner, the foot of the form, and what is absent when there is nothing to say. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { mona } from '../../testing/hospital.ts';
import { banner, days, replies } from '../../testing/first-screenful.ts';

test('nothing pending is not said', async () => {
  openChart(mona, '/admissions/a1');
  await screen.findByRole('button', { name: /ADD MEDICATION/ });
  expect(screen.queryByText(/pending/)).not.toBeInTheDocument();
});

test('the live state is in the banner, and in the navigation bar where a screen has no banner', async () => {
  const { user } = openChart(mona, '/admissions/a1', { 'GET /api/teams': [] });
  await screen.findByRole('button', { name: /ADD MEDICATION/ });
  await banner().findByText(/^(Live|Reconnecting|Offline)/);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.queryByText(/^(Live|Reconnecting|Offline)/)).not.toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: /^Account of/ }));
  await user.click(bar.getByRole('link', { name: 'Courses' }));
  await bar.findByText(/^(Live|Reconnecting|Offline)/);
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
