import { screen, waitFor, within } from '@testing-library/react';
import type { MovedFrom, MovedOut, Patient } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import { admission, dina, entry, hany, mona, note, openChart, review, team, written } from '../../testing/chart.ts';
import { refusal } from '../../testing/screen.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import '../../features/moves/move-dialog.tsx';
import '../../features/moves/moves-in-chart.tsx';
import '../../features/gallery/gallery-tab.tsx';
import '../../features/entries/entry-form.tsx';

const patient = (_id: string, firstName: string, medicalRecordNumber: string): Patient => ({
  ...admission.patientDetails,
  _id,
  firstName,
  medicalRecordNumber,
});
const sami = patient('p2', 'سامي', 'MRN-78');
const stay = (_id: string, admissionDate: string) => ({ ...admission, _id, patient: 'p2', admissionDate });
const moved: MovedOut = {
  _id: 'move-1',
  kind: 'entry',
  thing: 'e3',
  review: 'r2',
  reason: 'Next bed',
  userId: 'u1',
  at: '2026-03-03T09:00:00.000Z',
  to: { admission: 'a2', thing: 'e9', review: 'a2.r' },
};
const movedFrom: MovedFrom = {
  move: 'move-1',
  admission: 'a2',
  thing: 'e9',
  review: 'a2.r',
  reason: 'Next bed',
  userId: 'u9',
  at: '2026-03-03T09:00:00.000Z',
};
const server = {
  'GET /api/patients/p1': admission.patientDetails,
  'GET /api/patients/inpatients/t1': { inpatients: [sami], team: 't1' },
  'GET /api/patients/team/t1': { patients: [sami], inpatients: [], page: 1, pages: 1, total: 1 },
  'GET /api/admissions/p2': [stay('a2', '2026-03-01')],
  'GET /api/reviews/listAdmissionReviews/a2': [
    { ...review('a2.r', '2026-03-03', mona, []), admission: 'a2' },
    { ...review('a2.s', '2026-03-03', hany, []), admission: 'a2' },
  ],
};
const openDialog = async (user: ReturnType<typeof openChart>['user'], button: RegExp) => {
  // The chart comes first, its tools after it.
  await screen.findByRole('tab', { name: /Reviews/ });
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
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
  expect(second).toHaveTextContent('It is on its way.');
  // What was moved from the notes is listed there.
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

test('a patient is found by record number, and Enter chooses the only one', async () => {
  const { user, sent, commands } = openChart(mona, '/admissions/a1', server);
  const dialog = await openDialog(user, /Move to another chart: Zyvox/);
  await user.type(within(dialog).getByLabelText(/To the patient/), '78');
  await waitFor(() =>
    expect(sent.some(({ search }) => search['medicalRecordNumber'] === '78' && search['firstName'] === undefined)).toBe(
      true,
    ),
  );
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

test('a patient without another admission says so', async () => {
  const { user } = openChart(mona, '/admissions/a1', { ...server, 'GET /api/admissions/p2': [] });
  const dialog = await openDialog(user, /Move to another chart: 2026-03-03/);
  await user.click(await within(dialog).findByRole('button', { name: /سامي/ }));
  expect(await within(dialog).findByText('This patient has no other admission')).toBeInTheDocument();
});

test('who may delete a thing may move it, and so may the admin of the team; others have no button', async () => {
  openChart(dina, '/admissions/a1', server);
  await screen.findByText('Zyvox');
  await screen.findAllByRole('button', { name: /History/ });
  expect(screen.queryByRole('button', { name: /Move to another chart/ })).not.toBeInTheDocument();
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
