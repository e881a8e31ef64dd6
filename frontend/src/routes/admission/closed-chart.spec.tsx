import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import '../../app/frame.tsx';
import '../../app/live-badge.tsx';
import '../../app/lock-screen.tsx';
import './admission.tsx';
import './unsaved-text.tsx';
import { enqueue } from '../../outbox/outbox.ts';
import { lockSession, session } from '../../platform/session/session.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { openChart } from '../../testing/chart.ts';
import { mona } from '../../testing/hospital.ts';
import { refusal } from '../../testing/screen.tsx';

const key = { user: 'u1', of: 'admission/a1/new-review' };
const typed = { date: '2026-03-05', html: '<p>INR daily</p>' };
const notFound = refusal(404, { message: 'Not found', code: 'notFound', reason: 'not-found' });
const transferred = refusal(403, {
  message: 'This patient was transferred to another team',
  code: 'forbidden',
  reason: 'chart-transferred',
  team: 't1',
} as never);
const locking = {
  'POST /api/users/me/lock': { isLocked: true, ways: ['password'], isOfProvider: false },
  'POST /api/users/me/unlock': { isLocked: false, ways: [] },
};
beforeEach(() => {
  drafts.clear('u1');
  drafts.enable();
});

test.each([
  ['deleted', notFound, 'This is no longer open to you'],
  ['transferred', transferred, 'This patient was transferred'],
])('a chart that was %s shows the own text again after a lock, until it is discarded', async (_, answer, title) => {
  drafts.save(key, typed, undefined);
  drafts.save({ user: 'u1', of: 'stay/a1' }, { dischargeNote: 'Home with warfarin' }, undefined);
  openChart(mona, '/admissions/a1', { ...locking, 'GET /api/admissions/a1/details': () => answer.clone() });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(await screen.findByText('INR daily')).toBeVisible();
  act(lockSession);
  await screen.findByRole('button', { name: 'Unlock' });
  fireEvent.change(screen.getByLabelText(/Password/), { target: { value: 'demo-pass-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('INR daily')).toBeVisible();
  expect(screen.getByText('Home with warfarin')).toBeVisible();
  for (const discard of screen.getAllByRole('button', { name: 'Discard' })) fireEvent.click(discard);
  await waitFor(() => expect(screen.queryByText('INR daily')).toBeNull());
  expect(drafts.list('u1', '')).toEqual([]);
});

test('a session that ends over a closed chart keeps the own text for the next sign-in of its person', async () => {
  drafts.save(key, typed, undefined);
  openChart(mona, '/admissions/a1', { 'GET /api/admissions/a1/details': () => notFound.clone() });
  await screen.findByText('INR daily');
  act(() => session.send({ type: 'leave' }));
  await waitFor(() => expect(screen.queryByText('INR daily')).toBeNull());
  expect(drafts.list('u1', 'admission/a1/')).toEqual(['new-review']);
});

test('a refused command of a closed chart can be read and copied, in the list and where "Show" leads', async () => {
  const { user } = openChart(mona, '/admissions/a1', {
    'GET /api/admissions/a1/details': () => notFound.clone(),
    'POST /api/reviews/addReview': () => notFound.clone(),
  });
  const closed = new AbortController();
  closed.abort();
  void enqueue(
    [
      {
        key: '00000000-0000-4000-8000-000000000001',
        what: 'New review',
        where: '/admissions/a1?tab=reviews',
        of: key.of,
        draft: typed,
        base: undefined,
        call: { method: 'POST', path: '/api/reviews/addReview', params: {}, body: { clinicalNote: typed.html } },
      },
    ],
    closed.signal,
  ).catch(() => undefined);
  expect(await screen.findByText('INR daily')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: '1 refused' }));
  await waitFor(() => expect(screen.getAllByText('INR daily')).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: 'Copy my text' }).at(-1)!);
  expect(await navigator.clipboard.readText()).toContain('INR daily');
});

test('the draft of a review that was deleted while the page was locked is shown in its chart', async () => {
  drafts.save({ user: 'u1', of: 'admission/a1/review:gone' }, typed, 3);
  drafts.save({ user: 'u1', of: 'admission/a1/new:waiting:k1:0' }, typed, undefined);
  openChart(mona, '/admissions/a1');
  expect(await screen.findByText('INR daily')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('INR daily')).toBeNull());
  expect(drafts.list('u1', 'admission/a1/')).toEqual(['new:waiting:k1:0']);
});
