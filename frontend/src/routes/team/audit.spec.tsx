import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import type { Member, Team } from 'command-api/contract/entities';
import type { ErrorChange, ErrorChangePage, TeamVerification } from 'command-api/contract/history';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

const member = (userId: string, firstName: string, canAudit = false): Member => ({
  user: `${userId}@demo.test`,
  userId,
  firstName,
  lastName: 'X',
  isPhysic: false,
  canEdit: true,
  canRead: true,
  disabled: false,
  canAudit,
});
const team: Team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'omar@demo.test',
  adminId: 'u2',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  version: 4,
  members: [member('u1', 'Mona', true), member('u2', 'هاني')],
};
const change = (entry: string, more: Partial<ErrorChange> = {}): ErrorChange => ({
  _id: `${entry}@4`,
  entry,
  review: 'a1.r1',
  admission: 'a1',
  patient: 'p1',
  patientName: 'هدى محمود',
  stream: 'admission-a1',
  revision: 4,
  at: '2026-03-02T22:30:00.000Z',
  actorId: 'u2',
  actorName: 'هاني X',
  what: ['severity'],
  errType: 'et-1',
  errTypeLabel: 'Dose too high',
  errDrug: 'd-1.0',
  errDrugLabel: 'Marevan 5 mg',
  errSeverity: 'D',
  errRes: null,
  rating: null,
  followUpDate: null,
  before: { errSeverity: 'C' },
  ...more,
});
const page = (changes: ErrorChange[], more: Partial<ErrorChangePage> = {}): ErrorChangePage => ({
  changes,
  page: 1,
  pages: 1,
  total: changes.length,
  ...more,
});

type Reply = Parameters<typeof serve>[0][string];
async function open(
  reply: Reply,
  { search = '', of = team, also = {} }: { search?: string; of?: Team; also?: Record<string, Reply> } = {},
) {
  const before = timeZone();
  setTimeZone('Africa/Cairo');
  onTestFinished(() => setTimeZone(before));
  const sent = serve({
    'GET /api/teams/t1': of,
    'GET /api/history/teams/t1/errors': reply,
    'GET /api/errtypes': [
      { _id: 'et-1', label: 'Dose too high' },
      { _id: '00000000-0000-4000-8000-0000000099bb', label: 'No error' },
    ],
    'GET /api/drugs': [{ _id: 'd-1.0', label: 'Marevan 5 mg', drug: 'd-1', drugLabel: 'Warfarin' }],
    ...also,
  });
  const shown = visit(`/history/teams/t1${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Audit' });
  const asked = () =>
    sent.filter(({ call }) => call === 'GET /api/history/teams/t1/errors').map(({ search: said }) => said);
  return { ...shown, sent, asked };
}
const rows = () => within(screen.getByRole('list', { name: 'Changes, newest first' })).getAllByRole('listitem');

test('each change has time, author, error and difference, and links to its history and past chart', async () => {
  await open(
    page([
      change('e1'),
      change('e2', {
        what: ['response', 'rating'],
        errRes: 1,
        rating: 4.5,
        before: { errRes: null, rating: null },
        late: true,
      }),
      change('e3', { what: ['removed'], errSeverity: null, before: {}, actorName: '' }),
      change('e4', { what: ['drug', 'note'], before: { errDrug: 'd-2.0', errDrugLabel: 'Clexane' }, patientName: '' }),
      change('e5', { what: ['added'], errRes: 2, before: {} }),
      change('e6', {
        what: ['severity'],
        errSeverity: 'B',
        before: { errSeverity: null },
        recordedAt: '2026-03-03T06:05:00.000Z',
      }),
    ]),
  );
  expect(await screen.findByText('6 changes')).toBeInTheDocument();
  // 22:30 UTC of the 2nd is the 3rd in Cairo.
  const who = '2026-03-03 00:30هاني X';
  const ways = 'Life of this error Chart then';
  expect(rows().map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    `${who}DMarevan 5 mgDose too highSeverity C → Dهدى محمود${ways}`,
    `${who}DMarevan 5 mgDose too highLateResponse Pending → AcceptRating none → 4.5هدى محمود${ways}`,
    `2026-03-03 00:30Unknown person–Marevan 5 mgDose too highDeletedهدى محمود${ways}`,
    `${who}DMarevan 5 mgDose too highDrug Clexane → Marevan 5 mgRecommendation changedA deleted patient${ways}`,
    `${who}DMarevan 5 mgDose too highAdded, Rejectهدى محمود${ways}`,
    `${who}recorded 08:05BMarevan 5 mgDose too highSeverity not graded → Bهدى محمود${ways}`,
  ]);
  const [first] = rows();
  expect(within(first!).getByRole('link', { name: 'Life of this error: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=a1.r1',
  );
  expect(within(first!).getByRole('link', { name: 'Chart then: as it was at 2026-03-03 00:30' })).toHaveAttribute(
    'href',
    '/history/admissions/a1?at=4',
  );
});

test('a former member can be chosen by name', async () => {
  const { user, asked } = await open(page([change('e1')], { left: [{ userId: 'u9', name: 'سامي X' }] }), {
    search: '?actor=u9',
  });
  await screen.findByText('1 change');
  await waitFor(() => expect(screen.getByLabelText('Changed by')).toHaveDisplayValue('سامي X'));
  expect(within(screen.getByRole('group', { name: 'Have left the team' })).getAllByRole('option')).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText('Changed by'), 'Anybody');
  await user.selectOptions(screen.getByLabelText('Changed by'), 'سامي X');
  await waitFor(() => expect(asked().at(-1)).toEqual({ actor: 'u9' }));
});

test('the search is sent to the server and is in the address, which restores it', async () => {
  const { user, asked, router } = await open(page([change('e1')]), { search: '?actor=u9&late=1&from=2026-03-01' });
  await screen.findByText('1 change');
  expect(asked().at(-1)).toEqual({ actor: 'u9', late: '1', from: '2026-03-01' });
  expect(screen.getByLabelText('Changed by')).toHaveDisplayValue('Unknown person');
  await user.selectOptions(screen.getByLabelText('Changed by'), 'هاني X');
  await user.selectOptions(screen.getByLabelText('Severity, before or after'), 'D: increased monitoring');
  await user.selectOptions(screen.getByLabelText('Response, before or after'), 'Pending');
  await user.selectOptions(await screen.findByLabelText('Error type'), 'Dose too high');
  await user.click(screen.getByLabelText('Late entries only'));
  await user.click(screen.getByLabelText('Deletions only'));
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      actor: 'u2',
      severity: 'D',
      response: 'pending',
      type: 'et-1',
      deleted: '1',
      from: '2026-03-01',
    }),
  );
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(asked().at(-1));
  expect(screen.queryByRole('option', { name: 'No error' })).not.toBeInTheDocument();
});

test('a drug is found by typing, and Clear empties the search at once', async () => {
  const { user, asked, router } = await open(page([change('e1')]), { search: '?severity=D' });
  const drug = await screen.findByRole('combobox', { name: 'Drug' });
  await user.click(drug);
  await user.click(await screen.findByRole('option', { name: /Marevan/ }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ severity: 'D', drug: 'd-1.0' }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({}));
  expect(screen.getByRole('combobox', { name: 'Drug' })).toHaveValue('Any drug');
  expect(router.state.location.search).toBe('');
});

test('further pages follow the cursor of the last one', async () => {
  const { user, asked } = await open(({ search }) =>
    search['cursor'] === undefined
      ? page([change('e1')], { total: 1_000, more: true, next: 'c1' })
      : page([change('e2')], { total: 1_000, more: true }),
  );
  expect(await screen.findByText('More than 1,000 changes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(asked().at(-1)).toEqual({ cursor: 'c1' });
  expect(screen.queryByRole('button', { name: 'Show older changes' })).not.toBeInTheDocument();
});

test('an empty result, days in the wrong order and a failed search show a message', async () => {
  let away = true;
  const { user, asked } = await open(() => (away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page([])));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No change fits' })).toBeInTheDocument();
  const before = asked().length;
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } });
  expect(await screen.findByText('This is before the first day')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '30/2/2026' } });
  fireEvent.blur(screen.getByLabelText('From'));
  await waitFor(() =>
    expect(screen.getByLabelText('From')).toHaveAccessibleErrorMessage('There is no date 2026-02-30.'),
  );
  expect(asked()).toHaveLength(before + 1);
});

test('the export has the search of the screen', async () => {
  const named: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const { user, asked } = await open(
    ({ search }) => (search['format'] === undefined ? page([change('e1')]) : new Response('file')),
    { search: '?severity=D' },
  );
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(named).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Signed file' }));
  await waitFor(() => expect(named).toHaveLength(2));
  expect(asked().filter(({ format }) => format !== undefined)).toEqual([
    { severity: 'D', format: 'csv' },
    { severity: 'D', format: 'ndjson' },
  ]);
  expect(named.map((name) => name.replace(/\d{4}-\d{2}-\d{2}/, 'today'))).toEqual([
    'errors-today.csv',
    'errors-today.ndjson',
  ]);
});

test('a failed export shows its reason in place', async () => {
  const { user } = await open(({ search }) =>
    search['format'] === undefined
      ? page([change('e1')])
      : refusal(500, { message: 'The file is too long', code: 'internal' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Signed file' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The file is too long');
  expect(screen.getByRole('button', { name: 'CSV' })).toBeEnabled();
});

test('the team is verified in parts, and the result is a sentence', async () => {
  const part = (more: Partial<TeamVerification>): TeamVerification => ({
    team: 't1',
    anchors: 0,
    streams: 0,
    events: 0,
    broken: [],
    all: { anchors: 2, streams: 3 },
    anchoredAt: null,
    publicKey: 'the-key',
    ...more,
  });
  let isBroken = false;
  const { user, sent } = await open(page([]), {
    also: {
      'GET /api/history/teams/t1/verifyAll': ({ search }) =>
        search['after'] === undefined
          ? part({ anchors: 2, anchoredAt: '2026-03-02T10:00:00.000Z', next: 's' })
          : search['after'] === 's'
            ? part({
                streams: 2,
                events: 1_200,
                next: 'sadmission-a1',
                broken: isBroken ? [{ stream: 'admission-a1', revision: 7, reason: 'This event is missing' }] : [],
              })
            : part({ streams: 1, events: 34 }),
    },
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Nothing has been altered.')).toBeInTheDocument();
  expect(
    screen.getByText(
      reads(
        /^1,234 events of 3 streams and 2 signed anchors are as they were written\. Anchored up to 2026-03-02 12:00/,
      ),
    ),
  ).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.endsWith('verifyAll')).map(({ search }) => search['after'])).toEqual([
    undefined,
    's',
    'sadmission-a1',
  ]);
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('One thing is not as it was written.')).toBeInTheDocument();
  expect(screen.getByText(/event 7: This event is missing/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'A chart' })).toHaveAttribute('href', '/history/admissions/a1?at=7');
});

test('the anchors are exported as a file, and a refusal is shown in place', async () => {
  const answers = [
    new Response(JSON.stringify({ reason: 'unexpected', detail: 'Not now' }), { status: 503 }),
    new Response('{"format":"clinical-pharmacy-anchors-1"}\n', { headers: { 'content-type': 'application/x-ndjson' } }),
  ];
  const { user, sent } = await open(page([]), {
    also: { 'GET /api/history/teams/t1/anchors': () => answers.shift()! },
  });
  await user.click(screen.getByRole('button', { name: 'Export anchors' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
  expect(sent.filter(({ call }) => call.endsWith('anchors'))).toHaveLength(2);
});

test('a team with a missing seal is not called unaltered', async () => {
  const { user } = await open(page([]), {
    also: {
      'GET /api/history/teams/t1/verifyAll': () =>
        ({
          team: 't1',
          anchors: 2,
          streams: 3,
          events: 34,
          broken: [],
          all: { anchors: 2, streams: 3 },
          anchoredAt: null,
          unsealed: { since: '2026-03-02T10:00:00.000Z' },
          publicKey: 'the-key',
        }) satisfies TeamVerification,
    },
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Not sealed: not everything is proven.')).toBeInTheDocument();
  expect(screen.getByText(reads(/^What was written after 2026-03-02 12:00.* may have no seal/))).toBeInTheDocument();
  expect(screen.queryByText('Nothing has been altered.')).not.toBeInTheDocument();
});

test('a member who is no auditor sees who can read it, and nothing is requested', async () => {
  const { asked } = await open(page([]), { of: { ...team, members: [member('u1', 'Mona'), member('u2', 'هاني')] } });
  expect(
    screen.getByRole('heading', { name: 'Only the team’s admin and its auditors may search what became of errors.' }),
  ).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
