import { screen, waitFor, within } from '@testing-library/react';
import type { HistoryEvent, Timeline } from 'command-api/contract/history';
import { expect, test } from 'vitest';
import { admission, dina, hany, mona, noError, note, openChart, team } from '../../testing/chart.ts';
import { change, first, receiveChange, inReview, life, openEntry, page } from '../../testing/history.ts';
import { refusal, serve, visit, type Sent } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './history-panel.tsx';
import './history-content.tsx';

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
  await receiveChange('admission-a1', ['entry:e9']);
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
