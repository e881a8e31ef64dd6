import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { eventLogId } from '../../platform/http/event-log.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { readAfter } from '../../sync/client.ts';
import { openChart } from '../../testing/chart.ts';
import { hany, note, written } from '../../testing/hospital.ts';

/** A hospital whose log is restored after it had version 6 of the note: from then on it has version 3. */
function openRestored(replies: Parameters<typeof openChart>[2] = {}) {
  let isRestored = false;
  const log = eventLogId() ?? 'log';
  const answer = (body: object): Response =>
    new Response(JSON.stringify(body), { headers: { 'x-event-log': isRestored ? `${log}, restored` : log } });
  const chart = openChart(hany, '/admissions/a1?tab=notes', {
    'GET /api/physicNotes/listAdmNotes/a1': () =>
      answer([isRestored ? { ...note, version: 3, note: '<p>Keep sedated</p>' } : note]),
    ...replies,
  });
  return {
    ...chart,
    restore: async () => {
      isRestored = true;
      readAfter.recordWrite({ stream: 'admission-a1', revision: 9 });
      // Any read names the new log.
      await queryClient.invalidateQueries({ queryKey: ['notes'] });
    },
  };
}
const notice = /restored its records to an earlier point/;

test('a page shows what the restored log has, although its versions are lower, and says so', async () => {
  const { user, restore, sent } = openRestored();
  expect(await screen.findByText('Extubate tomorrow')).toBeInTheDocument();
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  await restore();
  expect(await screen.findByText('Keep sedated')).toBeInTheDocument();
  expect(screen.queryByText('Extubate tomorrow')).not.toBeInTheDocument();
  expect(readAfter.header()).toBeUndefined();
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'GET /api/admissions/a1/details').length).toBeGreaterThan(1),
  );
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

test('an open form keeps its text, and its save is based on no version of the log before', async () => {
  const { user, restore, commands } = openRestored({
    'PUT /api/physicNotes/updatePhysicNote/n1': { ...note, ...written },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = await screen.findByRole('form', { name: 'Edit physician note' });
  fireEvent.change(await within(form).findByLabelText(/Note Date/), { target: { value: '2026-03-03' } });
  await restore();
  expect(await screen.findByText(notice)).toBeInTheDocument();
  expect(within(form).getByLabelText(/Note Date/)).toHaveValue('2026-03-03');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(Number(commands()[0]!.headers['if-match'])).toBeLessThanOrEqual(3);
});
