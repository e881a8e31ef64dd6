import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setWalk } from '../../features/ward/walk.ts';
import '../../features/ward/walk-strip.tsx';
import { openChart } from '../../testing/chart.ts';
import { mona } from '../../testing/hospital.ts';

const strip = async () => within(await screen.findByRole('navigation', { name: 'The list of the ward board' }));

test('a chart of the list says its place, and one key opens the next one; after the last one comes the board', async () => {
  act(() => setWalk({ user: 'u1', team: 't1', admissions: ['a0', 'a1', 'a2'] }));
  const { router } = openChart(mona, '/admissions/a1');
  await screen.findByRole('region', { name: 'The stay' });
  expect((await strip()).getByText('2 of 3')).toBeInTheDocument();
  expect((await strip()).getByRole('link', { name: 'Previous patient' })).toHaveAttribute('href', '/admissions/a0');
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', altKey: true });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admissions/a2'));
  act(() => setWalk({ user: 'u1', team: 't1', admissions: ['a1'] }));
  await act(() => router.navigate('/admissions/a1'));
  await strip();
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', altKey: true });
  await waitFor(() => expect(router.state.location.pathname).toBe('/ward/t1'));
});

test('a chart that is not in the list has no strip', async () => {
  act(() => setWalk({ user: 'u1', team: 't1', admissions: ['a0'] }));
  openChart(mona, '/admissions/a1');
  await screen.findByRole('region', { name: 'The stay' });
  expect(screen.queryByRole('navigation', { name: 'The list of the ward board' })).not.toBeInTheDocument();
});
