/** Moves of notes and images, the search for the patient by keyboard, the admin of the team, a teammate's move. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, entry, hany, mona, note, review, team, written } from '../../testing/hospital.ts';
import { moved, openDialog, server } from '../../testing/moves.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import '../../features/gallery/gallery-tab.tsx';
import '../../features/entries/entry-form.tsx';

test('a patient is found by record number, and Enter chooses the only one', async () => {
  const { user, sent, commands } = openChart(mona, '/admissions/a1', server);
  const dialog = await openDialog(user, /Move to another chart: Zyvox/);
  await user.type(within(dialog).getByLabelText(/To the patient/), 'ICU 78');
  await waitFor(() => expect(sent.some(({ search }) => search['text'] === 'ICU 78')).toBe(true));
  await within(dialog).findByRole('button', { name: /سامي/ });
  await user.keyboard('{Enter}');
  expect(await within(dialog).findByText('To the chart of')).toBeInTheDocument();
  await user.click(await within(dialog).findByRole('radio', { name: 'A new review of 2026-03-03' }));
  await user.click(within(dialog).getByRole('button', { name: 'Choose another patient' }));
  expect(within(dialog).getByLabelText(/To the patient/)).toBeInTheDocument();
  expect(commands()).toEqual([]);
});

test('Enter that is pressed before the list is there chooses the only one of the list', async () => {
  let answer = (): void => undefined;
  const search = 'GET /api/patients/team/t1';
  const { user, sent } = openChart(mona, '/admissions/a1', {
    ...server,
    [search]: () => new Promise((resolve) => (answer = () => resolve(server[search]))),
  });
  const dialog = await openDialog(user, /Move to another chart: Zyvox/);
  await user.type(within(dialog).getByLabelText(/To the patient/), '7{Enter}');
  await waitFor(() => expect(sent.some(({ call }) => call === search)).toBe(true));
  expect(within(dialog).queryByText('To the chart of')).not.toBeInTheDocument();
  answer();
  expect(await within(dialog).findByText('To the chart of')).toBeInTheDocument();
});

test('a patient without another admission says so', async () => {
  const { user } = openChart(mona, '/admissions/a1', { ...server, 'GET /api/admissions/p2': [] });
  const dialog = await openDialog(user, /Move to another chart: 2026-03-03/);
  await user.click(await within(dialog).findByRole('button', { name: /سامي/ }));
  expect(await within(dialog).findByText('This patient has no other admission')).toBeInTheDocument();
});

test('the admin of the team moves what another person wrote', async () => {
  openChart({ ...dina, _id: 'u9' }, '/admissions/a1', {
    ...server,
    'GET /api/teams/t1': { ...team, members: [...team.members, { ...team.members[0]!, userId: 'u9' }] },
  });
  expect(await screen.findByRole('button', { name: /Move to another chart: Zyvox/ })).toBeInTheDocument();
});

test('a note is moved by its author', async () => {
  const { user, commands } = openChart(hany, '/admissions/a1?note=n1', {
    ...server,
    'POST /api/admissions/a1/moves': { ...moved, kind: 'note', admission: 'a1', ...written },
  });
  const dialog = await openDialog(user, /Move to another chart: 2026-03-02/);
  await user.click(await within(dialog).findByRole('button', { name: /سامي/ }));
  await within(dialog).findByRole('radio', { name: /Admitted 2026-03-01/ });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Next bed{Enter}');
  await waitFor(() =>
    expect(commands()[0]?.body).toEqual({ kind: 'note', id: note._id, toAdmission: 'a2', reason: 'Next bed' }),
  );
});

test('some images of a group are moved', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1?tab=gallery', {
    ...server,
    'POST /api/admissions/a1/moves': { ...moved, kind: 'images', admission: 'a1', ...written },
  });
  const dialog = await openDialog(user, /Move to another chart: Chest X-ray/);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Image 2' }));
  await user.click(await within(dialog).findByRole('button', { name: /سامي/ }));
  await within(dialog).findByRole('radio', { name: /Admitted 2026-03-01/ });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Next bed{Enter}');
  await waitFor(() =>
    expect(commands()[0]?.body).toMatchObject({ kind: 'images', id: 'g1', images: ['/api/images/i1'] }),
  );
});

test('the text of an entry that a teammate moves away stays in its form, with a sentence that says so', async () => {
  const own = review('r2', '2026-03-03', mona, [entry('e3', 'Meronem')]);
  const { user } = openChart(mona, '/admissions/a1', {
    ...server,
    'GET /api/reviews/listAdmissionReviews/a1': [own],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Meronem' }));
  await user.click(await screen.findByRole('radio', { name: 'F: hospitalization' }));
  queryClient.setQueryData(queryKeys.admission('a1'), { ...admission, moves: [moved] });
  queryClient.setQueryData(queryKeys.reviewsOf('a1'), [{ ...own, version: 9, drugErrs: [] }]);
  await waitFor(() =>
    expect(screen.getByRole('form', { name: /Add|medication/i })).toHaveTextContent(
      'This entry was moved to another chart while you were editing it',
    ),
  );
  expect(await screen.findByRole('radio', { name: 'F: hospitalization' })).toBeChecked();
});
