import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Admission, MergedPatients, Patient } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { admission as chart, team } from '../../testing/hospital.ts';
import { patient } from '../../testing/patient.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './merge-patient.tsx';
import './patient.tsx';
import '../../features/patients/merged-patients.tsx';

const { patientDetails: _patient, teamName: _team, ...stay } = chart;
const one: Patient = { ...patient, order: 2 };
const two: Patient = { ...one, _id: 'p2', firstName: 'هدي', medicalRecordNumber: '1077', order: 1, version: 5 };
const stayOf = (patient: string, open = true): Admission => ({
  ...stay,
  _id: `a-${patient}`,
  patient,
  dischargeDate: open ? null : '2026-03-04',
});
const mergedNow = (undoUntil: string): MergedPatients => ({
  merged: [{ ...one, into: 'p2', mergedAt: '2026-03-05T08:00:00.000Z', mergedByName: 'Omar Saad', undoUntil }],
});

const page = { inpatients: [], page: 1, pages: 1 };
const open = (path: string, replies: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    'GET /api/patients/p1': one,
    'GET /api/patients/p2': two,
    'GET /api/teams/t1': { ...team, members: [{ ...team.members[0], userId: 'u1', canEdit: true }] },
    'GET /api/admissions/p1': [stayOf('p1')],
    'GET /api/admissions/p2': [stayOf('p2', false)],
    'GET /api/patients/team/t1/similar': {
      similar: [
        { ...two, agrees: ['similarName', 'birthdate'] },
        { ...one, agrees: ['name'] },
      ],
    },
    'GET /api/patients/team/t1': { ...page, patients: [one, two], total: 2 },
    ...replies,
  });
  return { sent, ...visit(path, { as: mona }) };
};

test('near matches come first, without the patient, and lead to the comparison', async () => {
  const { user } = open('/patient/p1/merge');
  const links = await screen.findAllByRole('link', { name: /Compare with/ });
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Compare with هدي محمود علي']);
  await user.click(links[0]!);
  expect(await screen.findByRole('heading', { level: 2, name: 'هدي محمود علي' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'هدى محمود علي' })).toBeVisible();
});

test('a text is searched as a name and as a record number', async () => {
  const { user, sent } = open('/patient/p1/merge', { 'GET /api/patients/team/t1/similar': { similar: [] } });
  const field = await screen.findByRole('searchbox', { name: 'Name or record number' });
  await user.type(field, '١٠٧٧');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('link', { name: 'Compare with هدي محمود علي' });
  await user.clear(field);
  await user.type(field, 'هدى');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /api/patients/team/t1')).toHaveLength(2));
  expect(sent.flatMap(({ call, search }) => (call === 'GET /api/patients/team/t1' ? [search['text']] : []))).toEqual([
    '١٠٧٧',
    'هدى',
  ]);
  expect(screen.queryByRole('link', { name: 'Compare with هدى محمود علي' })).toBeNull();
});

test('facts that differ are marked with a word, and the one who was registered first stays unless chosen otherwise', async () => {
  open('/patient/p1/merge?with=p2');
  const side = within(await screen.findByRole('region', { name: 'هدى محمود علي' }));
  expect(side.getAllByText('differs').map((mark) => mark.parentElement?.querySelector('dt')?.textContent)).toEqual([
    'First name',
    'Record number',
  ]);
  expect(screen.getByText(/2 facts differ/)).toBeVisible();
  const [left, right] = screen.getAllByRole('radio', { name: 'Keep this patient' });
  expect(left).not.toBeChecked();
  expect(right).toBeChecked();
  expect(screen.queryByText(/Both have an open admission/)).toBeNull();
});

test('after a question the other is merged into the one who stays, with the version that was compared', async () => {
  const { user, sent } = open('/patient/p1/merge?with=p2', {
    'GET /api/admissions/p2': [stayOf('p2')],
    'POST /api/patients/p1/merged': { ...one, stream: 'patient-p1', revision: 9 },
  });
  await user.click((await screen.findAllByRole('radio', { name: 'Keep this patient' }))[0]!);
  expect(screen.getByText(/Both have an open admission/)).toBeVisible();
  fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: ' Registered twice ' } });
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Merge هدي محمود علي into هدى محمود علي?');
  await user.click(within(question).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Admissions' })).toBeVisible();
  expect(sent.find(({ call }) => call.startsWith('POST'))).toMatchObject({
    body: { patient: 'p2', reason: 'Registered twice' },
    headers: { team: 't1', 'if-match': '5' },
  });
});

test('a refusal is a sentence in place, and the reason stays', async () => {
  const { user } = open('/patient/p1/merge?with=p2', {
    'POST /api/patients/p2/merged': refusal(409, {
      message: 'The patient to keep was merged into another one. Check both records again',
      code: 'conflict',
      reason: 'survivor-merged',
    }),
  });
  fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: 'Registered twice' } });
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(/Check both records again/)).toBeVisible();
  expect(screen.getByLabelText('Reason (optional)')).toHaveValue('Registered twice');
});

test('two addresses of one patient are not compared, and without the right there is no page', async () => {
  open('/patient/p1/merge?with=p2', { 'GET /api/patients/p2': one });
  expect(await screen.findByText('Both are one patient already.')).toBeVisible();
});

test('a person without the right finds no page', async () => {
  open('/patient/p1/merge', {
    'GET /api/teams/t1': { ...team, members: [{ ...team.members[0], userId: 'u1', canEdit: false }] },
  });
  expect(await screen.findByRole('heading', { level: 1, name: /no longer here/ })).toBeVisible();
});

test('the address of a merged patient leads to the one who stays, with a sentence', async () => {
  const { router } = open('/patient/p1', {
    'GET /api/patients/p1': two,
    'GET /api/admissions/p1': [stayOf('p2')],
  });
  expect(await screen.findByText(/merged into this one/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/patient/p2');
});

test('a merge of the last day is undone after a question', async () => {
  const { user, sent } = open('/patient/p2', {
    'GET /api/patients/p2': { ...two, merged: 1 },
    'GET /api/patients/p2/merged': mergedNow('2999-01-01T00:00:00.000Z'),
    'DELETE /api/patients/p2/merged/p1': { ...two, stream: 'patient-p2', revision: 9 },
  });
  await user.click(await screen.findByRole('button', { name: 'Undo the merge with هدى محمود علي' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('What was written since the merge stays with this patient.');
  await user.click(within(question).getByRole('button', { name: 'Undo the merge' }));
  await waitFor(() => expect(sent.some(({ call }) => call === 'DELETE /api/patients/p2/merged/p1')).toBe(true));
});

test('an older merge is named, and not undone', async () => {
  open('/patient/p2', {
    'GET /api/patients/p2': { ...two, merged: 1 },
    'GET /api/patients/p2/merged': mergedNow('2026-03-06T08:00:00.000Z'),
  });
  expect(await screen.findByText(/Merged with/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Undo the merge/ })).toBeNull();
});
