import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { mona, written } from '../../testing/hospital.ts';
import { asItStands, change, first, inReview, life, openEntry, page, reviews } from '../../testing/history.ts';
import { refusal } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/change-history/restore-dialog.tsx';
import '../../features/change-history/history-panel.tsx';
import '../../features/change-history/history.tsx';

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
  expect(within(newest!).getByRole('link', { name: 'History of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e9?review=r2',
  );
  expect(within(history).queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  await user.click(within(newest!).getByRole('button', { name: 'Bring back: Meronem' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/It is added again/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Bring back' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({
    call: 'POST /api/reviews/addRevMed/r2',
    body: { drugErr: { errDrug: first.errDrug, errSeverity: 'C' } },
  });
  expect(commands()[0]?.headers['idempotency-key']).toBe(gone._id);
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
