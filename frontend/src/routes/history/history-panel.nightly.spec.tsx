/** Histories of patients, teams, drugs and notes; long ones; those of deleted reviews and erased patients. */
import { screen, waitFor, within } from '@testing-library/react';
import type { HistoryEvent, Timeline } from 'language/contract/history';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, hany, mona, noError, note, team } from '../../testing/hospital.ts';
import { change, first, openEntry, page } from '../../testing/history.ts';
import { serve, visit, type Sent } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/change-history/history-panel.tsx';
import '../../features/change-history/history.tsx';

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
      .getAllByRole('link', { name: /^History of this error/ })
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Meronem', '/history/entries/e9?review=r5'],
    ['Zyvox', '/history/entries/e10?review=r5'],
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
    await user.click(screen.getByRole('button', { name: 'Check that nothing was altered' }));
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
  expect(await within(history).findByText(/cannot be read any more/)).toBeInTheDocument();
  expect(within(history).getByRole('listitem')).toHaveTextContent(/Erased/);
});
