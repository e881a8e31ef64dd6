import { screen, waitFor, within } from '@testing-library/react';
import type { MovedFrom } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, entry, mona, review, written } from '../../testing/hospital.ts';
import { moved, openDialog, server } from '../../testing/moves.ts';
import { refusal } from '../../testing/screen.tsx';

const movedFrom: MovedFrom = {
  move: 'move-1',
  admission: 'a2',
  thing: 'e9',
  review: 'a2.r',
  reason: 'Next bed',
  userId: 'u9',
  at: '2026-03-03T09:00:00.000Z',
};

test('a chart says what was moved away, and where it is now', async () => {
  openChart(mona, '/admissions/a1', {
    ...server,
    'GET /api/admissions/a1/details': {
      ...admission,
      moves: [
        moved,
        { ...moved, _id: 'move-2', userId: 'gone', underWay: true },
        { ...moved, _id: 'move-3', kind: 'note' },
      ],
    },
  });
  const list = await screen.findByRole('list', { name: 'Moved to other charts' });
  const [first, second, ...others] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('An entry was moved to another chart on 2026-03-03 by u1 X: Next bed');
  expect(within(first!).getByRole('link', { name: 'Open it there' })).toHaveAttribute(
    'href',
    '/admissions/a2?review=a2.r',
  );
  expect(second).toHaveTextContent('It is being moved.');
  // The things that were moved from the notes are listed there.
  expect(others).toEqual([]);
});

test('an entry is moved to a patient in hospital: both are shown, and the review of its day is chosen', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1', {
    ...server,
    'POST /api/admissions/a1/moves': { ...moved, admission: 'a1', ...written },
  });
  const dialog = await openDialog(user, /Move to another chart: Zyvox/);
  expect(dialog).toHaveTextContent('Move the entry Zyvox to another chart');
  const move = within(dialog).getByRole('button', { name: 'Move' });
  expect(move).toBeDisabled();
  await user.click(await within(dialog).findByRole('button', { name: /سامي.*MRN-78/ }));
  expect(await within(dialog).findByText('From the chart of')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('MRN-77');
  expect(await within(dialog).findByRole('radio', { name: /Admitted 2026-03-01/ })).toBeChecked();
  // Only reviews of the entry's author take it. The list comes before the choice.
  await waitFor(() => expect(within(dialog).getByRole('radio', { name: /2026-03-03 · no entries/ })).toBeChecked());
  expect(within(dialog).getAllByRole('radio', { name: /2026-03-03/ })).toHaveLength(2);
  expect(move).toBeDisabled();
  await user.type(within(dialog).getByLabelText(/Reason/), 'Next bed{Enter}');
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({
    call: 'POST /api/admissions/a1/moves',
    headers: { 'if-match': '2', team: 't1' },
    body: { kind: 'entry', id: 'e3', reviewId: 'r2', toAdmission: 'a2', toReview: 'a2.r', reason: 'Next bed' },
  });
  expect(await screen.findByText('Moved to the other chart')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a refusal stays beside its field, with all that was typed', async () => {
  const { user } = openChart(mona, '/admissions/a1', {
    ...server,
    'POST /api/admissions/a1/moves': refusal(400, {
      message: 'Some fields are wrong',
      code: 'invalid',
      fields: { toAdmission: 'This chart is not one of the team, or does not exist any more' },
      fieldReasons: { toAdmission: { reason: 'move-target-unknown' } },
    }),
  });
  const dialog = await openDialog(user, /Move to another chart: Zyvox/);
  await user.click(await within(dialog).findByRole('button', { name: /سامي/ }));
  await within(dialog).findByRole('radio', { name: /2026-03-03 · no entries/ });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Next bed');
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(dialog).toHaveTextContent('This chart is not one of the team, or does not exist any more'),
  );
  expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Next bed');
});

test('who may delete a thing may move it, and so may the admin of the team; others have no button', async () => {
  openChart(dina, '/admissions/a1', server);
  await screen.findByText('Zyvox');
  await screen.findAllByRole('button', { name: /History/ });
  expect(screen.queryByRole('button', { name: /Move to another chart/ })).not.toBeInTheDocument();
});

test('a moved entry says where it came from', async () => {
  openChart(mona, '/admissions/a1', {
    ...server,
    'GET /api/reviews/listAdmissionReviews/a1': [
      review('r2', '2026-03-03', mona, [entry('e3', 'Zyvox', { movedFrom })]),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Open that chart' });
  expect(link).toHaveAttribute('href', '/admissions/a2?review=a2.r');
  await waitFor(() =>
    expect(link.parentElement).toHaveTextContent(
      'Moved here from another chart on 2026-03-03 by Unknown person: Next bed',
    ),
  );
});
