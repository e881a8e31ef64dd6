import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { entry, medication, noReconciliation, omar, review } from '../../testing/hospital.ts';
import { open, patient, stay, team, written } from '../../testing/patient.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import { transfer } from '../../testing/transfer.ts';

test('only corrected fields of a patient are sent, with the version that was read', async () => {
  const { sent, user } = await open({
    'PUT /api/patients/p1/edit': ({ body }) => ({ ...patient, ...(body as object), ...written, version: 8 }),
  });
  await user.type(await screen.findByLabelText('Fourth name'), 'السيد');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  expect(sent.find(({ call }) => call.startsWith('PUT'))).toMatchObject({
    body: { fourthName: 'السيد' },
    headers: { team: 't1', 'if-match': '3' },
  });
});

test('a teammate’s earlier change is shown beside the typed text, and nothing is overwritten', async () => {
  const conflict = refusal(409, {
    message: 'Changed since',
    code: 'conflict',
    reason: 'changed-since',
    current: { ...patient, medicalRecordNumber: '78', version: 5 },
    changedBy: { _id: 'u2', name: 'Omar Saad' },
    changedAt: '2026-03-02T10:00:00Z',
  } as never);
  const { user } = await open({ 'PUT /api/patients/p1/edit': conflict });
  const number = await screen.findByLabelText('Record number');
  await user.clear(number);
  await user.type(number, '79');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const row = await screen.findByRole('row', { name: /Record number/ });
  expect(['77', '78', '79'].every((value) => row.textContent.includes(value))).toBe(true);
  expect(number).toHaveValue('79');
});

test('a reader sees the data and cannot change it', async () => {
  await open({ 'GET /api/teams/t1': team({}) });
  expect(await screen.findByText('محمود')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Save|Edit|Discharge|Delete/ })).not.toBeInTheDocument();
});

describe('a patient whom the team has transferred', () => {
  test('with an earlier stay leads to the list of transferred patients, by the note and the breadcrumbs', async () => {
    await open({
      'GET /api/patients/p1': { ...patient, team: 't2' },
      'GET /api/teams/t2': refusal(404, { message: 'Not found', code: 'notFound', reason: 'not-found' }),
    });
    const note = await screen.findByText(/^This patient belongs to another team now/);
    const list = { name: 'Transferred patients' };
    await waitFor(() => expect(within(note).getByRole('link', list)).toHaveAttribute('href', '/transfers/t1'));
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect((await trail.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
      '/teamlist',
      '/team/t1',
      '/transfers/t1',
    ]);
  });

  test('without a stay that the team reads leads there, too', async () => {
    serve({
      'GET /api/patients/p1': refusal(403, {
        message: 'This patient was transferred to another team',
        code: 'forbidden',
        reason: 'chart-transferred',
        team: 't1',
      } as never),
      'GET /api/admissions/p1': refusal(403, { message: 'x', code: 'forbidden', reason: 'chart-transferred' }),
    });
    visit('/patient/p1', { as: mona });
    await screen.findByRole('heading', { name: 'This patient was transferred' });
    expect(screen.getByRole('link', { name: 'Transferred patients' })).toHaveAttribute('href', '/transfers/t1');
  });
});

test('an admission is edited in its dialog', async () => {
  const { sent, user } = await open({
    'PUT /api/admissions/a1/edit': ({ body }) => ({ ...stay, ...(body as object), ...written, version: 7 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit admission' }));
  expect(dialog.getByLabelText(/Admission date/)).toHaveValue('2026-03-01');
  await user.clear(dialog.getByLabelText(/Admission date/));
  fireEvent.change(dialog.getByLabelText(/Admission date/), { target: { value: '2026-03-02' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.startsWith('PUT'))).toMatchObject({
    body: { admissionDate: '2026-03-02' },
    headers: { 'if-match': '6' },
  });
});

test('a discharge has today’s date and a status', async () => {
  const { sent, user } = await open({
    'PUT /api/admissions/a1/edit': ({ body }) => ({ ...stay, ...(body as object), ...written, version: 7 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Discharge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discharge' }));
  await user.selectOptions(dialog.getByLabelText(/Discharge status/), 'DAMA');
  await user.click(dialog.getByRole('button', { name: 'Discharge Patient' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    dischargeDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    dischargeStatus: 4,
  });
});

test('the discharge names the patient, and warns of pending responses, follow-ups and an open offer', async () => {
  const days = [
    review('r1', '2026-03-02', omar, [
      entry('e1', 'Meronem', { errRes: null, errSeverity: 'F', followUpDate: '2026-03-04' }),
      entry('e2', 'Zyvox'),
      entry('e3', 'Marevan', { errRes: null, errSeverity: null }),
    ]),
  ];
  const { user } = await open({
    'GET /api/admissions/p1': [{ ...stay, room: '2', bed: '4', transfer }],
    'GET /api/reviews/listAdmissionReviews/a1': days,
  });
  await user.click(await screen.findByRole('button', { name: 'Discharge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discharge' });
  for (const words of [
    'هدى محمود علي',
    '77',
    'Room 2, bed 4',
    '2 errors wait for a response, worst severity F',
    '1 follow-up is planned, on 2026-03-04',
    'The offer to transfer the patient to Ward 7 ends',
  ])
    await waitFor(() => expect(dialog).toHaveTextContent(words));
});

test('the discharge says how many medicines have no decision, with a link to them', async () => {
  const { user } = await open({
    'GET /api/reviews/listAdmissionReviews/a1': [],
    'GET /api/admissions/a1/medications': [medication('m1', 'Meronem')],
    'GET /api/admissions/a1/reconciliation': noReconciliation,
  });
  await user.click(await screen.findByRole('button', { name: 'Discharge' }));
  expect(await screen.findByRole('link', { name: '1 medicine has no decision for the discharge' })).toHaveAttribute(
    'href',
    '/admissions/a1?tab=medication&part=reconciliation',
  );
});

test('the discharge says when it cannot know what is pending', async () => {
  const { user } = await open({
    'GET /api/reviews/listAdmissionReviews/a1': refusal(500, { message: 'Failed', code: 'internal' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Discharge' }));
  expect(await screen.findByText(/^The reviews could not be read/)).toBeVisible();
});

test('closing a dialog with typed text asks first', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Discharge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discharge' }));
  await user.type(dialog.getByLabelText('Discharge note'), 'Home');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Go on editing' }));
  expect(dialog.getByLabelText('Discharge note')).toHaveValue('Home');
});
