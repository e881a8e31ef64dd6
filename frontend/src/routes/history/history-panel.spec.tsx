import { act, screen, waitFor, within } from '@testing-library/react';
import type { EntryLife, HistoryEvent, HistoryThing, Timeline } from 'command-api/contract/history';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeysOfChange } from '../../sync/cache/query-keys.ts';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import {
  admission,
  dina,
  entry,
  hany,
  mona,
  noError,
  note,
  openChart,
  review,
  team,
  written,
} from '../../testing/chart.ts';
import { refusal, serve, visit, type Sent } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/history/restore-dialog.tsx';
import './history-panel.tsx';
import './history-content.tsx';

const change = (
  revision: number,
  type: string,
  of: HistoryThing,
  before: HistoryEvent['before'],
  after: HistoryEvent['after'],
  more: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  _id: `event ${revision}`,
  revision,
  type,
  of,
  before,
  after,
  stream: 'admission-a1',
  at: new Date(Date.parse('2026-03-03T08:00:00Z') + revision * 60_000).toISOString(),
  actorId: 'u1',
  actorName: 'Mona X',
  ...more,
});
const page = (events: HistoryEvent[], more: Partial<Timeline> = {}): Timeline => ({
  stream: 'admission-a1',
  revision: events.at(-1)?.revision ?? 0,
  events,
  page: 1,
  pages: 1,
  total: events.length,
  ...more,
});

const inReview: Partial<HistoryEvent> = { in: 'review:r2', name: 'Meronem' };
const { version: _version, ...first } = entry('e9', 'Meronem', {
  errSeverity: 'C',
  errRes: null,
  errNote: '<p>CrCl 25: 500 mg كل ١٢ ساعة</p>',
});
const life = (): HistoryEvent[] => [
  change(11, 'ReviewMedicationAdded', 'entry:e9', null, first, {
    ...inReview,
    late: true,
    recordedAt: '2026-03-03T13:30:00.000Z',
  }),
  change(
    12,
    'ReviewMedicationUpdated',
    'entry:e9',
    { errSeverity: 'C', errNote: first.errNote },
    { errSeverity: 'D', errNote: '<p>CrCl 25: 250 mg كل ١٢ ساعة</p>' },
    { ...inReview, recordedAt: '2026-03-03T08:12:04.000Z' },
  ),
];
const asItStands = { ...first, version: 12, errSeverity: 'D' as const, errNote: '<p>CrCl 25: 250 mg كل ١٢ ساعة</p>' };
const reviews = [review('r2', '2026-03-03', mona, [asItStands])];

async function openEntry(
  as: Parameters<typeof openChart>[0],
  timeline: Timeline | ((asked: Sent) => Timeline),
  replies: Parameters<typeof serve>[0] = {},
) {
  const before = timeZone();
  setTimeZone('Africa/Cairo');
  onTestFinished(() => setTimeZone(before));
  const chart = openChart(as, '/admissions/a1?review=r2', {
    'GET /api/reviews/listAdmissionReviews/a1': reviews,
    'GET /api/history/admissions/a1': (asked: Sent) => (typeof timeline === 'function' ? timeline(asked) : timeline),
    ...replies,
  });
  await chart.user.click(await screen.findByRole('button', { name: 'History: Meronem' }));
  const history = await screen.findByRole('region', { name: 'History of Meronem' });
  const lines = () => within(history).getAllByRole('listitem');
  return { ...chart, history, lines };
}
/** Invalidates as a live note of a teammate's change does. */
const hears = (stream: string, touched: string[]) =>
  act(() =>
    Promise.all(
      queryKeysOfChange({ stream, touched: touched as never }).map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ),
  );

test('the history of an entry shows author, time and differing words of each change, newest first', async () => {
  const { sent, history, lines, user } = await openEntry(dina, page(life()));
  await within(history).findByText('2 changes');
  expect(sent.find(({ call }) => call === 'GET /api/history/admissions/a1')?.search).toEqual({
    of: 'entry:e9',
    pageNumber: '1',
  });
  const [newest, oldest] = lines();
  // 08:12 UTC is 10:12 in Cairo.
  expect(newest).toHaveTextContent(/^Mona X\s*changed the entry\s*2026-03-03 10:12 · .* ago/);
  expect(within(newest!).getByRole('row', { name: /^Severity/ })).toHaveTextContent(
    'SeverityC: reached patient no harmD: increased monitoring',
  );
  const row = within(newest!).getByRole('row', { name: /^Note/ });
  expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['500', '250']);
  expect(within(oldest!).getByTitle(/more than 24 hours after/)).toHaveTextContent('Late');
  // Both times are shown where they differ by more than a moment.
  expect(within(oldest!).getByTitle(/reached the record/)).toHaveTextContent('recorded 15:30');
  expect(within(newest!).queryByTitle(/reached the record/)).not.toBeInTheDocument();
  expect(within(history).getByRole('link', { name: 'Life of this error' })).toHaveAttribute(
    'href',
    '/history/entries/e9?review=r2',
  );
  expect(within(newest!).getByRole('link', { name: 'Chart then: as it was at 2026-03-03 10:12' })).toHaveAttribute(
    'href',
    '/history/admissions/a1?at=12',
  );
  // Dina is a reader, and sees who can restore.
  expect(within(history).queryByRole('button', { name: /Restore/ })).not.toBeInTheDocument();
  expect(within(history).getByText('Only its author can restore it.')).toBeInTheDocument();
  const toggle = screen.getByRole('button', { name: 'History: Meronem' });
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  toggle.focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'History of Meronem' })).not.toBeInTheDocument();
});

test('a teammate’s change is added to an open history', async () => {
  let events = life();
  const { history, lines } = await openEntry(dina, () => page(events));
  await within(history).findByText('2 changes');
  events = [
    ...events,
    change(
      13,
      'ErrorRated',
      'entry:e9',
      { rating: null },
      { rating: 4.5 },
      { ...inReview, actorId: 'u9', actorName: 'Omar X' },
    ),
  ];
  await hears('admission-a1', ['entry:e9']);
  await within(history).findByText('3 changes');
  expect(lines()[0]).toHaveTextContent(/^Omar X\s*rated the entry.*Not rated4\.5 of 5$/);
});

test('a long history is read from its newest page, and earlier pages on request', async () => {
  const many = Array.from({ length: 65 }, (_, at) =>
    change(
      at,
      'AdmissionEdited',
      'admission:a1',
      { admissionDetails: `<p>${at}</p>` },
      { admissionDetails: `<p>${at + 1}</p>` },
    ),
  );
  const chart = openChart(dina, '/admissions/a1', {
    'GET /api/history/admissions/a1': ({ search }: Sent) =>
      page(many.slice(20 * (Number(search['pageNumber']) - 1), 20 * Number(search['pageNumber'])), {
        pages: 4,
        total: 65,
        page: Number(search['pageNumber']),
      }),
  });
  const { user } = chart;
  await user.click(await screen.findByRole('button', { name: 'History: The stay' }));
  const history = await screen.findByRole('region', { name: 'History of The stay' });
  const shownRevisions = () =>
    within(history)
      .queryAllByRole('listitem')
      .map((line) => Number(line.getAttribute('data-change')));
  await waitFor(() =>
    expect(shownRevisions()).toEqual(
      many
        .slice(40)
        .map(({ revision }) => revision)
        .toReversed(),
    ),
  );
  await user.click(within(history).getByRole('button', { name: 'Show earlier changes (40)' }));
  await waitFor(() => expect(shownRevisions()).toEqual(many.map(({ revision }) => revision).toReversed()));
  expect(within(history).queryByRole('button', { name: /earlier/ })).not.toBeInTheDocument();
  // The switch widens the history to the whole chart.
  expect(
    chart.sent.filter(({ call }) => call.includes('history')).every(({ search }) => search['of'] === 'admission:a1'),
  ).toBe(true);
  await user.click(within(history).getByRole('checkbox', { name: 'Everything in the chart' }));
  await waitFor(() =>
    expect(chart.sent.findLast(({ call }) => call.includes('history'))?.search).not.toHaveProperty('of'),
  );
});

test('an author restores an entry: the dialog shows the differences, the command has that version', async () => {
  const { user, history, lines, commands } = await openEntry(mona, page(life()), {
    'PUT /api/reviews/updateRevMed/r2': {
      ...reviews[0]!,
      drugErrs: [{ ...asItStands, ...first, version: 13 }],
      ...written,
      revision: 13,
    },
  });
  await within(history).findByText('2 changes');
  expect(within(lines()[0]!).queryByRole('button', { name: /Restore/ })).not.toBeInTheDocument();
  expect(within(history).queryByText(/can restore it/)).not.toBeInTheDocument();
  await user.click(within(lines()[1]!).getByRole('button', { name: 'Restore: as it was at 2026-03-03 10:11' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Restore the entry Meronem as it was at 2026-03-03 10:11?');
  const rows = await within(dialog).findAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'SeverityD: increased monitoringC: reached patient no harm',
    expect.stringMatching(/^NoteCrCl 25: 250 mg.*CrCl 25: 500 mg/),
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({
    call: 'PUT /api/reviews/updateRevMed/r2',
    headers: { 'if-match': '12' },
    body: { reviewId: 'r2', drugErr: { _id: 'e9', errSeverity: 'C', errNote: first.errNote, errDrug: first.errDrug } },
  });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(await screen.findByText('Restored')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Severity C: reached patient no harm' })).toBeInTheDocument();
});

test('a restore does not overwrite a change by a teammate, which is shown', async () => {
  let events = life();
  const conflict = refusal(409, {
    message: 'Somebody changed this since you opened it',
    code: 'conflict',
    reason: 'changed-since',
  });
  const { user, history, lines } = await openEntry(mona, () => page(events), {
    'PUT /api/reviews/updateRevMed/r2': conflict,
  });
  await within(history).findByText('2 changes');
  await user.click(within(lines()[1]!).getByRole('button', { name: /^Restore/ }));
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByRole('row', { name: /^Severity/ });
  events = [
    ...events,
    change(13, 'ReviewMedicationUpdated', 'entry:e9', { errSeverity: 'D' }, { errSeverity: 'E' }, inReview),
  ];
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Somebody changed this since you opened it It has been changed meanwhile.',
  );
  expect(
    await within(dialog).findByRole('row', { name: /^Severity E: temporary harm needing intervention C: reached/ }),
  ).toBeInTheDocument();
});

test('the history of a review has its entries; a deleted entry is marked and is restored as a new one', async () => {
  const gone = change(13, 'ReviewMedicationRemoved', 'entry:e9', first, null, inReview);
  const { user, commands } = openChart(mona, '/admissions/a1?review=r2', {
    'GET /api/history/admissions/a1': page([...life(), gone]),
    'POST /api/reviews/addRevMed/r2': { ...reviews[0]!, ...written },
  });
  await user.click(await screen.findByRole('button', { name: 'History: the review of 2026-03-03' }));
  const history = await screen.findByRole('region', { name: 'History of the review of 2026-03-03' });
  const [newest] = await within(history).findAllByRole('listitem');
  expect(newest).toHaveTextContent(/^Mona X\s*deleted the entry Meronem\s*Deleted/);
  // A deleted error is in no list. Only this link leads to its history.
  expect(within(newest!).getByRole('link', { name: 'Life of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e9?review=r2',
  );
  expect(within(history).queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  await user.click(within(newest!).getByRole('button', { name: 'Bring back: Meronem' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/It is written anew/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Bring back' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({
    call: 'POST /api/reviews/addRevMed/r2',
    body: { drugErr: { errDrug: first.errDrug, errSeverity: 'C' } },
  });
  expect(commands()[0]?.headers['idempotency-key']).toBe(gone._id);
});

test('a deleted review links to the history of each of its entries', async () => {
  const whole = {
    reviewDate: '2026-03-03',
    clinicalNote: '',
    drugErrs: [first, { ...first, _id: 'e10', errDrugLabel: 'Zyvox' }, noError('e11', 'Marevan')],
  };
  const { user } = openChart(dina, '/admissions/a1', {
    'GET /api/history/admissions/a1': page([
      change(13, 'ReviewDeleted', 'review:r5', whole, null, { name: '2026-03-03' }),
      change(14, 'PhysicianNoteDeleted', 'note:n5', { note: '' }, null),
    ]),
  });
  await user.click(await screen.findByRole('button', { name: 'History: The stay' }));
  const history = await screen.findByRole('region', { name: 'History of The stay' });
  await within(history).findByText('2 changes');
  expect(
    within(history)
      .getAllByRole('link', { name: /^Life of/ })
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Meronem', '/history/entries/e9?review=r5'],
    ['Zyvox', '/history/entries/e10?review=r5'],
  ]);
});

test('the history of a patient links to the past chart of each admission, also of a deleted one', async () => {
  serve({
    'GET /api/patients/p1': admission.patientDetails,
    'GET /api/teams/t1': team,
    'GET /api/admissions/p1': [],
    'GET /api/history/patients/p1': page(
      [
        change(0, 'PatientRegistered', 'patient:p1', null, { firstName: 'هدى' }),
        change(1, 'AdmissionRegistered', 'admission:a7', null, { admissionDate: '2026-03-01' }),
        change(2, 'AdmissionUnregistered', 'admission:a7', { admissionDate: '2026-03-01' }, null),
      ].map((event) => ({ ...event, stream: 'patient-p1' })),
      { stream: 'patient-p1' },
    ),
  });
  const { user } = visit('/patient/p1', { as: dina });
  await user.click(await screen.findByRole('button', { name: 'History: Patient' }));
  const history = await screen.findByRole('region', { name: 'History of Patient' });
  expect((await within(history).findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
    '/history/admissions/a7',
    '/history/admissions/a7',
  ]);
});

test('a second restore by the same person writes nothing and says so', async () => {
  const gone = change(13, 'ReviewMedicationRemoved', 'entry:e9', first, null, inReview);
  const { user } = openChart(mona, '/admissions/a1?review=r2', {
    'GET /api/history/admissions/a1': page([
      ...life(),
      gone,
      change(14, 'ReviewMedicationAdded', 'entry:e10', null, first, inReview),
    ]),
    'POST /api/reviews/addRevMed/r2': { ...reviews[0]!, ...written, revision: 14 },
  });
  await user.click(await screen.findByRole('button', { name: 'History: the review of 2026-03-03' }));
  await user.click(await screen.findByRole('button', { name: 'Bring back: Meronem' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Bring back' }));
  expect(await screen.findByText('You have brought this back before')).toBeInTheDocument();
});

test('a medication that another person restored is not added twice, and the later person sees why', async () => {
  const medication = {
    drug: 'd1.0',
    drugLabel: 'Meronem 1 g vial',
    dose: '1 g',
    route: 'IV',
    frequency: 'every 12 hours',
    startDate: '2026-03-01',
    stopDate: null,
    note: '',
  };
  const { user, commands } = openChart(mona, '/admissions/a1', {
    'GET /api/history/admissions/a1': page([
      change(13, 'AdmissionMedicationDeleted', 'medication:m1', medication, null, { name: medication.drugLabel }),
    ]),
    'POST /api/admissions/a1/medications': refusal(409, {
      message: 'This medication is back on the list already',
      code: 'conflict',
    }),
  });
  await user.click(await screen.findByRole('button', { name: /^History: The stay/ }));
  await user.click(await screen.findByRole('button', { name: 'Bring back: Meronem 1 g vial' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Bring back' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^This medication is back on the list already$/);
  expect(commands()).toMatchObject([
    { call: 'POST /api/admissions/a1/medications', body: { drug: 'd1.0', dose: '1 g', bringsBack: 'm1' } },
  ]);
});

test('a physician’s note has a history', async () => {
  const { version: _noteVersion, ...whole } = note;
  const { user } = openChart(hany, '/admissions/a1?note=n1', {
    'GET /api/history/admissions/a1': page([
      change(6, 'PhysicianNoteAdded', 'note:n1', null, whole, { actorName: 'Hany X', name: note.noteDate }),
    ]),
  });
  await user.click(await screen.findByRole('button', { name: 'History: the note of 2026-03-02' }));
  const history = await screen.findByRole('region', { name: 'History of the note of 2026-03-02' });
  expect(await within(history).findByRole('listitem')).toHaveTextContent(
    /wrote the physician note.*Extubate tomorrow$/,
  );
});

test('a patient, a team and a drug have a history on their screens', async () => {
  const timelineOf = (stream: string, event: HistoryEvent): Timeline => page([{ ...event, stream }], { stream });
  const drug = {
    _id: 'x1',
    label: 'Imipenem',
    tradeLabels: [{ _id: 'x1.1', idx: 0, label: 'Tienam' }],
    errTemps: [],
    tags: [],
    tips: '',
    compatibility: [],
    version: 3,
  };
  serve({
    'GET /api/patients/p1': admission.patientDetails,
    'GET /api/teams/t1': team,
    'GET /api/admissions/p1': [admission],
    'GET /api/drugs/tradeId/x1.1': drug,
    'GET /api/drugs': [],
    'GET /api/errtypes': [],
    'GET /api/tags': [{ _id: 'g1', label: 'antibiotic', version: 0 }],
    'GET /api/history/patients/p1': timelineOf(
      'patient-p1',
      change(0, 'PatientCorrected', 'patient:p1', { lastName: 'محمد' }, { lastName: 'أحمد' }),
    ),
    'GET /api/history/teams/t1': timelineOf(
      'team-t1',
      change(0, 'TeamMemberAdded', 'member:u2', null, { user: 'hany@demo.test', isPhysic: true }, { name: 'Hany X' }),
    ),
    'GET /api/history/drugs/x1/verify': {
      stream: 'drug-x1',
      intact: true,
      checked: 4,
      sealed: 4,
      anchors: 0,
      publicKey: 'the-key',
    },
    'GET /api/history/drugs/x1': timelineOf(
      'drug-x1',
      change(0, 'DrugChanged', 'drug:x1', { tags: [] }, { tags: ['g1'] }, { name: 'Imipenem' }),
    ),
  });
  for (const [address, name, line] of [
    ['/patient/p1', 'Patient', /corrected the patient’s details.*Grandfatherمحمدأحمد$/],
    ['/team/t1', 'Adult ICU', /added the member Hany X.*E-mailhany@demo\.test.*Physicianyes$/],
    ['/drugs?tradeId=x1.1', 'Imipenem', /changed the drug\s*Imipenem.*Drug tagsnothingantibiotic$/],
  ] as const) {
    const { user, unmount } = visit(address, { as: mona });
    await user.click(await screen.findByRole('button', { name: `History: ${name}` }));
    expect(
      await within(await screen.findByRole('region', { name: `History of ${name}` })).findByRole('listitem'),
    ).toHaveTextContent(line);
    await user.click(screen.getByRole('button', { name: 'Is this what was written?' }));
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    if (name === 'Imipenem')
      expect(await screen.findByText(/All is as it was written: 4 changes checked/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
    unmount();
  }
});

test('the history of an erased patient says that nothing can be read any more', async () => {
  const { history } = await openEntry(
    dina,
    page([change(11, 'ReviewMedicationAdded', 'admission:a1', null, null, { unreadable: true })], { erased: true }),
  );
  expect(await within(history).findByText(/cannot be read any more, by anybody/)).toBeInTheDocument();
  expect(within(history).getByRole('listitem')).toHaveTextContent(/Erased/);
});

test('a history that failed to load can be requested again', async () => {
  let away = true;
  const { user, history } = await openEntry(dina, page(life()), {
    'GET /api/history/admissions/a1': () =>
      away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page(life()),
  });
  const alert = await within(history).findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await within(history).findByText('2 changes')).toBeInTheDocument();
});

const lived = (more: Partial<EntryLife> = {}): EntryLife => {
  const [added, graded] = life();
  const step = (
    event: HistoryEvent,
    what: EntryLife['steps'][number]['what'],
    sinceAdded: number,
    sincePrevious: number,
  ) => ({ ...event, what, sinceAdded, sincePrevious });
  return {
    _id: 'e9',
    admission: 'a1',
    patient: 'p1',
    review: 'r2',
    entry: { ...asItStands, errRes: 1, rating: 4.5 },
    untilSeverity: 0,
    untilResponse: 7_800_000,
    untilRating: 180_000_000,
    steps: [
      step(added!, ['added'], 0, 0),
      step({ ...graded!, before: { errSeverity: 'C' }, after: { errSeverity: 'D' } }, ['severity'], 600_000, 600_000),
      step(
        change(13, 'ReviewMedicationUpdated', 'entry:e9', { errRes: null }, { errRes: 1 }, inReview),
        ['response'],
        7_800_000,
        7_200_000,
      ),
      step(
        change(
          14,
          'ErrorRated',
          'entry:e9',
          { rating: null },
          { rating: 4.5 },
          { ...inReview, actorId: 'u9', actorName: 'Dina X' },
        ),
        ['rating'],
        180_000_000,
        172_200_000,
      ),
    ],
    ...more,
  };
};
const chartsOf = { 'GET /api/patients/p1': admission.patientDetails, 'GET /api/teams/t1': team };

test('the history of one error has the author and the time of its severity, response and rating', async () => {
  const sent = serve({ ...chartsOf, 'GET /api/history/entries/e9': lived() });
  visit('/history/entries/e9?review=r2', { as: dina });
  const steps = await screen.findByRole('list', { name: 'What became of it' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((line) => /^(after .*?)?(Mona X|Dina X)(.*?)2026/.exec(line.textContent)?.slice(1)),
  ).toEqual([
    [undefined, 'Mona X', expect.stringMatching(/^added it/)],
    ['after 10 min', 'Mona X', 'changed the severity from C to D'],
    ['after 2 h', 'Mona X', 'recorded the response Accept'],
    ['after 1 d 23 h', 'Dina X', 'rated it 4.5 of 5'],
  ]);
  expect(
    [...document.querySelectorAll('dl[aria-label="How long it took"] dd')].map(({ textContent }) => textContent),
  ).toEqual(['at once', '2 h 10 min', '2 d 2 h']);
  expect(screen.getByRole('link', { name: 'Open in the chart' })).toHaveAttribute('href', '/admissions/a1?review=r2');
  expect(await screen.findByRole('link', { name: 'هدى سالم أحمد علي' })).toHaveAttribute('href', '/patient/p1');
  expect(sent.find(({ call }) => call === 'GET /api/history/entries/e9')?.search).toEqual({ review: 'r2' });
  expect(document.title).not.toContain('هدى');
});

test('the history of a deleted error says that it was deleted', async () => {
  const all = lived();
  serve({
    ...chartsOf,
    'GET /api/history/entries/e9': lived({
      entry: null,
      untilRating: null,
      steps: [
        ...all.steps.slice(0, 2),
        {
          ...change(13, 'ReviewDeleted', 'entry:e9', first, null, inReview),
          what: ['removed'],
          sinceAdded: 1,
          sincePrevious: 1,
        },
      ],
    }),
  });
  visit('/history/entries/e9', { as: dina });
  expect(await screen.findByText('deleted it with its review')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Open in the chart' })).not.toBeInTheDocument();
  expect(screen.getByText('never')).toBeInTheDocument();
});

test('an error outside the charts of the person is not found', async () => {
  serve(chartsOf);
  visit('/history/entries/missing', { as: dina });
  expect(await screen.findByText('Looks like the page you were looking for is no longer here.')).toBeInTheDocument();
});
