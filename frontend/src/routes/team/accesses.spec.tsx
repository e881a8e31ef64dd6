import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import type { Access, AccessPage } from 'command-api/contract/accesses';
import type { Member, Team } from 'command-api/contract/entities';
import { expect, onTestFinished, test } from 'vitest';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const member = (userId: string, firstName: string): Member => ({
  user: `${userId}@demo.test`,
  userId,
  firstName,
  lastName: 'X',
  isPhysic: false,
  canEdit: true,
  canRead: true,
  disabled: false,
  canAudit: false,
});
const team: Team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'mona@demo.test',
  adminId: 'u1',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  version: 4,
  members: [member('u1', 'Mona'), member('u2', 'هاني')],
};
const access = (_id: string, kind: Access['kind'], more: Partial<Access> = {}): Access => ({
  _id,
  at: '2026-03-02T22:30:00.000Z',
  kind,
  userId: 'u2',
  userName: 'هاني X',
  ...more,
});
const chart = { patientId: 'p1', patientName: 'هدى محمود', admissionId: 'a1', admissionDate: '2026-03-01' };
const page = (accesses: Access[], more: Partial<AccessPage> = {}): AccessPage => ({
  accesses,
  page: 1,
  pages: 1,
  total: accesses.length,
  ...more,
});

async function open(
  reply: AccessPage | ((search: Record<string, string>) => AccessPage),
  search = '',
  of: Team = team,
) {
  const before = timeZone();
  setTimeZone('Africa/Cairo');
  onTestFinished(() => setTimeZone(before));
  const sent = serve({
    'GET /api/teams/t1': of,
    'GET /api/teams/t1/accesses': (asked) => (typeof reply === 'function' ? reply(asked.search) : reply),
  });
  const shown = visit(`/teamlist/t1/accesses${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Access log' });
  const asked = () => sent.filter(({ call }) => call === 'GET /api/teams/t1/accesses').map(({ search: said }) => said);
  return { ...shown, asked };
}
const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => row.querySelector('time'))
    .map((row) => row.textContent);

test('a former member can be chosen by name', async () => {
  const { user, asked } = await open(
    page([access('1', 'ChartOpened', chart)], { left: [{ userId: 'u9', name: 'سامي X' }] }),
  );
  await screen.findByText('1 access');
  await user.selectOptions(screen.getByLabelText('Person'), 'سامي X');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ user: 'u9' }));
  expect(screen.getByLabelText('Person')).toHaveDisplayValue('سامي X');
});

test('each access has its time by the hospital’s clock, the person and a sentence', async () => {
  await open(
    page([
      access('1', 'ChartOpened', chart),
      access('2', 'PatientOpened', { patientId: 'p1', patientName: 'هدى محمود' }),
      access('3', 'PatientsSearched', { searches: 3, found: 12 }),
      access('4', 'PatientsSearched', { searches: 1, found: 0 }),
      access('10', 'PatientsListed', { list: 'ward', found: 14 }),
      access('5', 'ReportRead', { report: 1, startDate: '2026-03-01', endDate: '2026-03-31' }),
      access('6', 'ReviewsExported', { startDate: '2026-03-01', endDate: '2026-03-31' }),
      access('7', 'ReviewPrinted', { ...chart, reviewId: 'r1', reviewDate: '2026-03-02' }),
      access('8', 'ReportPrinted', { report: 4 }),
      access('9', 'ChatAsked', { ...chart, reviews: 2 }),
      access('11', 'ErrorsSearched', { found: 1_000, startDate: '2026-03-01' }),
      access('12', 'ErrorsExported', { format: 'ndjson' }),
      access('13', 'HistoryVerified', { of: 'everything' }),
      access('14', 'HistoryExported', { of: 'admission', ...chart }),
      access('15', 'HistoryRead', { of: 'drug', drugId: 'd1', drugLabel: 'Warfarin' }),
      access('16', 'DrugUseListed', { found: 5, drugId: 'd1', drugLabel: 'Warfarin' }),
      access('17', 'DrugUsePrinted', { found: 1 }),
    ]),
  );
  await screen.findByText('17 accesses');
  // 22:30 UTC of the 2nd is the 3rd in Cairo.
  const who = '2026-03-03 00:30هاني X';
  expect(rows()).toEqual([
    `${who}Opened the chart of هدى محمود, admitted 2026-03-01`,
    `${who}Opened the patient هدى محمود`,
    `${who}Searched patients 3 times: 12 found`,
    `${who}Searched patients: 0 found`,
    `${who}Read the ward board: 14 in all`,
    `${who}Read the report Collected Report, 2026-03-01 to 2026-03-31`,
    `${who}Exported reviews as CSV, 2026-03-01 to 2026-03-31`,
    `${who}Printed the review of 2026-03-02 of هدى محمود`,
    `${who}Printed the report Recurrent Admission`,
    `${who}Sent 2 reviews to the chat assistant, of هدى محمود`,
    `${who}Searched what became of errors, since 2026-03-01: 1,000 or more found`,
    `${who}Exported what became of errors, signed`,
    `${who}Verified the history of everything of the team`,
    `${who}Exported the history of the chart of هدى محمود`,
    `${who}Read the history of the drug Warfarin`,
    `${who}Read who is on Warfarin: 5 patients`,
    `${who}Printed who is on the drugs of a tag: 1 patient`,
  ]);
  expect(screen.getAllByRole('link', { name: 'هدى محمود' }).map((link) => link.getAttribute('href'))).toEqual([
    '/admissions/a1',
    '/patient/p1',
    '/admissions/a1?review=r1',
    '/admissions/a1',
    '/admissions/a1',
  ]);
  expect(screen.getAllByText('هاني X', { selector: 'bdi' })).toHaveLength(17);
});

test('a deleted thing has no link', async () => {
  await open(
    page([
      access('1', 'ChartOpened', { ...chart, patientName: '', admissionDate: '' }),
      access('2', 'ChartOpened', { ...chart, admissionDate: '', userName: '' }),
    ]),
  );
  await screen.findByText('2 accesses');
  expect(rows()[0]).toContain('Opened the chart of a deleted patient');
  expect(rows()[1]).toContain('Unknown person');
  expect(screen.getAllByRole('link', { name: 'هدى محمود' }).map((link) => link.getAttribute('href'))).toEqual([
    '/patient/p1',
  ]);
});

test('days, person, kind and patient are sent to the server and are in the address', async () => {
  const { user, asked, router } = await open(page([access('1', 'ChartOpened', chart)]));
  await user.selectOptions(screen.getByLabelText('Person'), 'هاني X');
  await user.selectOptions(screen.getByLabelText('What'), 'Opened a chart');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-31' } });
  await user.click(await screen.findByRole('button', { name: 'Only هدى محمود' }));
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      user: 'u2',
      kind: 'ChartOpened',
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      patient: 'p1',
      pageNumber: '1',
    }),
  );
  expect(router.state.location.search).toBe(
    '?startDate=2026-03-01&endDate=2026-03-31&user=u2&patient=p1&kind=ChartOpened',
  );
  await user.click(screen.getByRole('button', { name: 'Show all patients' }));
  await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('patient'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ pageNumber: '1' }));
});

test('pages follow each other, and a filter begins at the first page', async () => {
  const { user, asked } = await open((search) =>
    page([access(`on ${search['pageNumber']}`, 'ReviewsExported')], {
      page: Number(search['pageNumber']),
      pages: 3,
      total: 41,
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('What'), 'Exported reviews');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ pageNumber: '1', kind: 'ReviewsExported' }));
});

test('an empty result says so', async () => {
  await open(page([]));
  expect(await screen.findByRole('heading', { name: 'Nothing was looked at' })).toBeInTheDocument();
});

test('a failed read can be tried again', async () => {
  let away = true;
  serve({
    'GET /api/teams/t1': team,
    'GET /api/teams/t1/accesses': () =>
      away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page([access('1', 'ReviewsExported')]),
  });
  const { user } = visit('/teamlist/t1/accesses', { as: mona });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 access')).toBeInTheDocument();
});

test('a first day after the last is shown at its field, and nothing is requested', async () => {
  const { asked } = await open(page([]), '?startDate=2026-03-31&endDate=2026-03-01');
  expect(screen.getByText('This is before the first day')).toBeInTheDocument();
  expect(asked()).toEqual([]);
});

test('another member sees who can read it, and nothing is requested', async () => {
  const { asked } = await open(page([]), '', { ...team, adminId: 'u2' });
  expect(
    screen.getByRole('heading', { name: 'Only the team’s admin and its auditors see who has looked at what.' }),
  ).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
