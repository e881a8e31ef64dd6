import { screen, waitFor, within } from '@testing-library/react';
import type { Member, Patient, Team } from 'language/contract/entities';
import type { Erasure, ErasureRequest, ListedErasure } from 'language/contract/erasures';
import type { OwnProfile } from 'language/contract/profiles';
import { expect, test } from 'vitest';
import { patient as huda, team as teamOf } from '../../testing/patient.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/erasure/erasure-list.tsx';
import '../../features/erasure/patient-erasure.tsx';
import '../catalogue/admin-tools.tsx';
import '../team/team-admin.tsx';
import './patient.tsx';

const team = (adminId = 'u9', right: Partial<Member> = { canEdit: true }): Team => ({ ...teamOf(right), adminId });
const patient: Patient = { ...huda, middleName: '' };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const request = (change: Partial<ErasureRequest> = {}): ErasureRequest => ({
  _id: 'p1',
  team: 't1',
  category: 'wish',
  reason: 'Asked in writing',
  requestedBy: 'u2',
  requestedByName: 'Omar Saad',
  requestedAt: inDays(-1),
  endsAt: inDays(6),
  ...change,
});
const erasure = (change: Partial<Erasure> = {}): Erasure => ({
  _id: 'p1',
  team: 't1',
  request: null,
  goes: {
    admissions: 2,
    reviews: 31,
    entries: 240,
    notes: 4,
    medications: 9,
    measurements: 0,
    homeMedications: 0,
    imageGroups: 1,
    images: 3,
    accesses: 52,
  },
  stays: { reviews: 31, errors: 118 },
  elsewhere: { admissions: 0, teams: [] },
  version: 96,
  ...change,
});
const written = { _id: 'p1', team: 't1', stream: 'patient-p1', revision: 9 };

function openPatient(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({
    'GET /api/patients/p1': patient,
    'GET /api/teams/t1': team(),
    'GET /api/admissions/p1': [],
    'GET /api/patients/p1/erasure': erasure(),
    'GET /api/patients/team/t1': { patients: [], inpatients: [], page: 1, pages: 1, total: 0 },
    ...replies,
  });
  return { sent, ...visit('/patient/p1', { as: mona }) };
}
const section = async () => {
  await screen.findByRole('heading', { level: 2, name: 'Admissions' });
  return within(await screen.findByRole('region', { name: 'Erasing this patient' }));
};

type User = ReturnType<typeof visit>['user'];
type Part = ReturnType<typeof within>;
async function look(user: User, from: Part): Promise<Part> {
  await user.click(from.getByRole('button', { name: 'See what will be erased…' }));
  return within(await screen.findByRole('dialog', { name: 'What will be erased' }));
}
async function agree(user: User, dialog: Part): Promise<void> {
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Agree and erase' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Agree and erase' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Erase for good' }));
}

test('a clinical pharmacist asks with a category and a reason', async () => {
  const { sent, user } = openPatient({ 'POST /api/patients/p1/erasure': written });
  const shown = await section();
  await user.click(shown.getByRole('button', { name: 'Ask for erasure…' }));
  // None is suggested: a person who does not look would send it.
  expect(shown.getByLabelText(/^Kind of reason/)).toHaveValue('');
  await user.type(shown.getByLabelText(/^Reason/), 'Order 12');
  await user.click(shown.getByRole('button', { name: 'Send the request' }));
  expect(shown.getByLabelText(/^Kind of reason/)).toBeInvalid();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  await user.selectOptions(shown.getByLabelText(/^Kind of reason/), 'Ordered by an authority');
  await user.click(shown.getByRole('button', { name: 'Send the request' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))).toMatchObject({
      call: 'POST /api/patients/p1/erasure',
      body: { category: 'order', reason: 'Order 12' },
      headers: { team: 't1' },
    }),
  );
  expect(await screen.findByText('Erasure asked for')).toBeInTheDocument();
});

test('a refused request keeps what was typed, with the sentence', async () => {
  const { user } = openPatient({
    'POST /api/patients/p1/erasure': refusal(409, {
      message: 'The erasure of this patient has been asked for already',
      code: 'conflict',
      reason: 'erasure-asked-already',
    } as never),
  });
  const shown = await section();
  await user.click(shown.getByRole('button', { name: 'Ask for erasure…' }));
  await user.selectOptions(shown.getByLabelText(/^Kind of reason/), 'Ordered by an authority');
  await user.type(shown.getByLabelText(/^Reason/), 'Order 12');
  await user.click(shown.getByRole('button', { name: 'Send the request' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The erasure of this patient has been asked for already');
  expect(shown.getByLabelText(/^Reason/)).toHaveValue('Order 12');
});

test('the team sees who asked and until when; the person who asked withdraws', async () => {
  const { sent, user } = openPatient({
    'GET /api/patients/p1/erasure': erasure({
      request: request({ requestedBy: 'u1', requestedByName: 'Mona Farouk' }),
    }),
    'DELETE /api/patients/p1/erasure': written,
  });
  const shown = await section();
  expect(shown.getByRole('status')).toHaveTextContent(/Mona Farouk asked on .* The request ends on/);
  expect(shown.getByText('Asked in writing')).toBeInTheDocument();
  expect(shown.queryByRole('button', { name: 'See what will be erased…' })).not.toBeInTheDocument();
  await user.click(shown.getByRole('button', { name: 'Withdraw the request' }));
  await waitFor(() => expect(sent.some(({ call }) => call === 'DELETE /api/patients/p1/erasure')).toBe(true));
});

test('other members see the request and cannot answer it; without one a reader sees nothing', async () => {
  const first = openPatient({ 'GET /api/patients/p1/erasure': erasure({ request: request() }) });
  const shown = await section();
  expect(shown.queryByRole('button')).not.toBeInTheDocument();
  first.unmount();
  openPatient({ 'GET /api/teams/t1': team('u9', {}) });
  await screen.findByRole('heading', { level: 2, name: 'Admissions' });
  expect(screen.queryByRole('region', { name: 'Erasing this patient' })).not.toBeInTheDocument();
});

test('a request that was refused can be made again', async () => {
  const refused = { by: 'u9', byName: 'Dina Adel', at: inDays(-1) };
  openPatient({ 'GET /api/patients/p1/erasure': erasure({ request: request({ refused }) }) });
  expect((await section()).getByText(/Dina Adel refused the erasure/)).toBeInTheDocument();
  expect((await section()).getByRole('button', { name: 'Ask for erasure…' })).toBeInTheDocument();
});

test('the team admin sees what goes and what stays, and agrees with the version that was seen', async () => {
  const { sent, user, router } = openPatient({
    'GET /api/teams/t1': team('u1'),
    'GET /api/patients/p1/erasure': erasure({ request: request() }),
    'PUT /api/patients/p1/erasure/agree': written,
  });
  const dialog = await look(user, await section());
  for (const [label, count] of [
    ['Admissions', '2'],
    ['Reviews', '31'],
    ['Images', '3'],
  ])
    expect((await dialog.findByText(label!)).nextElementSibling).toHaveTextContent(count!);
  expect(dialog.getByText(/31 reviews and 118 errors, as numbers/)).toBeInTheDocument();
  expect(dialog.getByText(/52 lines of the access log/)).toBeInTheDocument();
  await agree(user, dialog);
  await waitFor(() => expect(router.state.location.pathname).toBe('/patientlist/t1'));
  expect(sent.find(({ call }) => call.endsWith('/agree'))).toMatchObject({ headers: { 'if-match': '96', team: 't1' } });
  expect(await screen.findByText('Patient erased')).toBeInTheDocument();
});

test('what was written meanwhile is a sentence, and what goes is read again', async () => {
  let reads = 0;
  const { user } = openPatient({
    'GET /api/teams/t1': team('u1'),
    'GET /api/patients/p1/erasure': () => erasure({ request: request(), version: 96 + (reads += 1) }),
    'PUT /api/patients/p1/erasure/agree': refusal(409, {
      message: 'Something was written about this patient meanwhile: check again what will be erased',
      code: 'conflict',
      reason: 'erasure-changed-since',
    } as never),
  });
  const dialog = await look(user, await section());
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Agree and erase' })).toBeEnabled());
  const before = reads;
  await agree(user, dialog);
  expect(await dialog.findByRole('alert')).toHaveTextContent('check again what will be erased');
  await waitFor(() => expect(reads).toBeGreaterThan(before));
});

const listed: ListedErasure = { ...request(), teamName: 'Adult ICU', initials: 'ه.ع', medicalRecordNumber: '77' };

test('a request that ends while its dialog is open leaves the sentence there, and no button that answers it', async () => {
  let hasEnded = false;
  const { user } = openPatient({
    'GET /api/teams/t1': team('u1'),
    'GET /api/patients/p1/erasure': () => erasure(hasEnded ? {} : { request: request() }),
    'PUT /api/patients/p1/erasure/agree': () => {
      hasEnded = true;
      return refusal(409, { message: 'There is no request', code: 'conflict', reason: 'no-erasure-asked' });
    },
  });
  const dialog = await look(user, await section());
  await agree(user, dialog);
  expect(await dialog.findByRole('alert')).toHaveTextContent('There is no request');
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Agree and erase' })).not.toBeInTheDocument());
  expect(dialog.queryByRole('button', { name: 'Refuse' })).not.toBeInTheDocument();
  expect(dialog.getByRole('alert')).toHaveTextContent('There is no request');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await (await section()).findByRole('button', { name: 'Ask for erasure…' })).toBeInTheDocument();
});

test('the team page lists the open requests to its admin, who refuses one', async () => {
  const sent = serve({
    'GET /api/teams/t1': team('u1'),
    'GET /api/teams/t1/erasures': { requests: [listed] },
    'GET /api/patients/p1/erasure': erasure({ request: request() }),
    'PUT /api/patients/p1/erasure/refuse': written,
  });
  const { user } = visit('/teamlist/t1', { as: mona });
  const list = within(await screen.findByRole('region', { name: 'Requests to erase patients' }));
  expect(await list.findByText('Asked in writing')).toBeInTheDocument();
  const dialog = await look(user, list);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Refuse' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent.some(({ call }) => call === 'PUT /api/patients/p1/erasure/refuse')).toBe(true));
  expect(await screen.findByText('Erasure refused')).toBeInTheDocument();
});

test('the admin tools list the requests of the installation, with initials and without a reason', async () => {
  const me: Partial<OwnProfile> = {
    _id: 'u1',
    firstName: 'Mona',
    lastName: 'X',
    email: 'mona@demo.test',
    isAdminAccount: true,
  };
  const { reason: _reason, ...withoutReason } = listed;
  serve({
    'GET /api/users/me': me,
    'GET /api/errtypes': [],
    'GET /api/tags': [],
    'GET /api/erasures': { requests: [withoutReason] },
  });
  visit('/adminTools', { as: mona });
  const list = within(await screen.findByRole('region', { name: 'Requests to erase patients' }));
  expect(await list.findByText('ه.ع')).toBeInTheDocument();
  expect(list.getByText('77')).toBeInTheDocument();
  expect(list.getByText('Adult ICU')).toBeInTheDocument();
  expect(list.queryByText('Asked in writing')).not.toBeInTheDocument();
});
