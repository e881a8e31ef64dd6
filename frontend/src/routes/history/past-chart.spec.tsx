import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { mark, moments, open, slider } from '../../testing/past-chart.ts';
import { refusal } from '../../testing/screen.tsx';

test('without a position it shows the newest chart and says so', async () => {
  await open();
  expect(await mark()).toHaveTextContent(
    'NEWESTUnchanged since 2026-03-03 09:00last change by Omar Shaker: deleted the review 2026-03-02',
  );
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 4 of 4, 2026-03-03 09:00');
  expect(screen.getByRole('link', { name: 'The chart as it stands' })).toHaveAttribute('href', '/admissions/a1');
  expect(document.title).not.toContain('هدى');
});

test('at a change it is marked as past with the last change and its author, and it is read-only', async () => {
  const { asked } = await open('?at=2');
  expect(await mark()).toHaveTextContent(
    'PASTAs it stood on 2026-03-02 10:00last change by Omar Shaker: changed the entry Meronem',
  );
  const review = screen.getByRole('button', { name: /2026-03-02/ });
  expect(review).toHaveAttribute('aria-expanded', 'true');
  const entry = () => document.querySelector<HTMLElement>('[data-entry=e1]');
  await waitFor(() => expect(entry()).toHaveTextContent('Meronem'));
  expect(entry()).toHaveAttribute('data-new', 'changed');
  expect(within(entry()!).getByRole('link', { name: 'History of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(within(screen.getByRole('region', { name: 'Patient' })).getByText(reads('64 y 9 m 26 d'))).toBeInTheDocument();
  for (const name of [/^edit/i, /^delete/i, /add medication/i, /create new/i, /^dup/i, /^stop/i])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(asked()[0]).toBe('2');
});

test('a dragged slider reads only the chart where it rests', async () => {
  const { asked } = await open();
  await mark();
  await waitFor(() => expect(asked()).toEqual(['3', '2']));
  for (const value of ['2', '1', '0']) fireEvent.change(slider(), { target: { value } });
  expect(await screen.findByText('There was no review yet')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toEqual(['3', '2', '0', '1']));
});

test('a shared address opens at its instant', async () => {
  await open(`?at=${encodeURIComponent('2026-03-02T09:30:00Z')}`);
  expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 09:30');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 2 of 4, 2026-03-02 09:30');
  expect(screen.getByRole('checkbox', { name: 'Go by time' })).toBeChecked();
});

test('the differences to the newest chart are listed by thing, with the differing words marked', async () => {
  const { user } = await open('?at=1');
  await mark();
  await user.click(screen.getByRole('button', { name: 'What changed from here to now' }));
  expect(await screen.findByText('2 changes since then, 3 things are different')).toBeInTheDocument();
  const reviews = screen.getByRole('region', { name: 'Reviews' });
  expect(reviews).toHaveTextContent('Review of 2026-03-02Gone since');
  expect(within(reviews).getByRole('link', { name: 'History of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(screen.getByRole('region', { name: 'Physician notes' })).toHaveTextContent(
    /Note of 2026-03-02Added since.*Extubate tomorrow/,
  );
  expect(screen.getByRole('region', { name: 'Medications' })).toHaveTextContent('MarevanAdded since');
});

test('a deleted patient has a sentence, and no chart is requested', async () => {
  const { asked } = await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, erased: true } });
  expect(await screen.findByRole('heading', { name: 'This patient was erased' })).toBeInTheDocument();
  expect(screen.getByText(/Only the 4 changes remain/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Verify' })).toBeInTheDocument();
  expect(asked()).toEqual([]);
});

test('a deleted admission is shown as it was before', async () => {
  const { asked } = await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, deleted: true } });
  expect(
    await screen.findByText(reads('This admission was deleted on 2026-03-03 09:00. This is how it stood before.')),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('note')[1]).toHaveTextContent(/^PAST.*changed the entry Meronem/));
  expect(asked()[0]).toBe('2');
  expect(screen.queryByRole('link', { name: 'The chart as it stands' })).not.toBeInTheDocument();
});

test('the chart at a transfer leads to the transfers of the team, not to its patients', async () => {
  await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, transferred: true } });
  const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(await trail.findByRole('link', { name: 'Transfers' })).toHaveAttribute('href', '/transfers/t1');
  expect(trail.queryByRole('link', { name: 'Patients' })).not.toBeInTheDocument();
});

test.each([403, 404])('a refusal with %d shows the 404 page', async (status) => {
  await open('', { 'GET /api/history/admissions/a1/moments': refusal(status, { message: 'No', code: 'notFound' }) });
  expect(await screen.findByText('Looks like the page you were looking for is no longer here.')).toBeInTheDocument();
});
