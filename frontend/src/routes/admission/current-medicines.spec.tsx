import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NO_ERROR } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { entry, medication, mona, noError, reviews, written } from '../../testing/hospital.ts';
import { reads } from '../../testing/component.tsx';

const list = [
  medication('m1', 'Meronem', { hold: { from: '2026-03-03', until: null, reason: 'Seizures' } }),
  medication('m2', 'Marevan', { dose: '5 mg', route: 'Oral', frequency: 'Once daily' }),
];
const drugs = [
  { _id: 'drug of Marevan', label: 'Marevan', drug: 'x', drugLabel: 'Warfarin', drugTags: [{ name: 'INR' }] },
];
const at = { 'GET /api/admissions/a1/medications': list, 'GET /api/drugs': drugs };
const strip = () => screen.findByRole('group', { name: 'Current medications on 2026-03-03' });
const row = async (name: string) => within((await within(await strip()).findByText(name)).closest('li')!);

test('the review of the day shows the list with doses, holds and the errors of the day before', async () => {
  openChart(mona, '/admissions/a1', at);
  const meronem = await row('Meronem');
  for (const given of ['1 g', 'IV', 'Every 8 h']) expect(meronem.getByText(reads(given))).toBeInTheDocument();
  expect(meronem.getByText(reads('held since 2026-03-03 · Seizures'))).toBeInTheDocument();
  expect(meronem.getByText('Renal dose adjustment')).toBeInTheDocument();
  expect(meronem.getByText('Accept')).toBeInTheDocument();
  // A medicine of the day before that the list lacks, and that the review has already.
  const zyvox = await row('Zyvox');
  expect(zyvox.getByText('Not on the list of medications')).toBeInTheDocument();
  expect(zyvox.getByText('In this review')).toBeInTheDocument();
});

test('one key adds “No error” with the tags of the drug, and the digit alone opens the form', async () => {
  const { commands } = openChart(mona, '/admissions/a1', {
    ...at,
    'POST /api/reviews/addRevMed/r2': {
      ...reviews[1]!,
      ...written,
      drugErrs: [...reviews[1]!.drugErrs, { ...noError('e9', 'Marevan'), version: written.revision }],
    },
  });
  const marevan = await row('Marevan');
  await waitFor(() => expect(marevan.getByRole('button', { name: 'No error: Marevan' })).toBeEnabled());
  fireEvent.keyDown(document.body, { key: '2', code: 'Digit2', altKey: true, ctrlKey: true });
  await waitFor(() =>
    expect(commands()).toMatchObject([
      { body: { drugErr: { errDrug: 'drug of Marevan', errType: NO_ERROR._id, drugTags: [{ name: 'INR' }] } } },
    ]),
  );
  expect(screen.queryByRole('form', { name: 'New medication' })).not.toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1', altKey: true });
  const form = await screen.findByRole('form', { name: 'New medication' });
  expect(within(form).getByRole('combobox', { name: 'Drug' })).toHaveValue('Meronem');
});

test('an order is stopped on the list from its line, with the version that was shown', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1', {
    ...at,
    'POST /api/admissions/a1/medications/m2/stop': { ...list[1]!, ...written, stopDate: '2026-03-03', version: 9 },
  });
  await user.click(
    (await row('Marevan')).getByRole('button', { name: 'Stop on the list: Marevan (stop date: today)' }),
  );
  await waitFor(async () => expect(within(await strip()).queryByText('Marevan')).not.toBeInTheDocument());
  expect(commands()).toMatchObject([{ headers: { 'if-match': '2' }, body: {} }]);
});

test('a saved entry of a drug that is not on the list offers to add it, and adds nothing by itself', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1', {
    ...at,
    'GET /api/admissions/a1/medications': [],
    'POST /api/reviews/addRevMed/r2': {
      ...reviews[1]!,
      ...written,
      drugErrs: [...reviews[1]!.drugErrs, entry('e9', 'Meronem', { version: written.revision })],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'No error: Meronem' }));
  await user.click(await screen.findByRole('button', { name: 'Add to the list: Meronem' }));
  const form = await screen.findByRole('form', { name: 'New medication of the admission' });
  expect(within(form).getByRole('combobox', { name: 'Drug' })).toHaveValue('Meronem');
  expect(commands()).toHaveLength(1);
});

test('the table by day has doses and changes of the list, and the device remembers that it is open', async () => {
  const first = openChart(mona, '/admissions/a1', at);
  await first.user.click(await screen.findByRole('button', { name: 'Medications by day' }));
  const table = await screen.findByRole('grid', { name: 'Medications by day' });
  expect(within(table).getByRole('rowheader', { name: /Meronem.*1 g.*IV.*Every 8 h/ })).toBeInTheDocument();
  expect(within(table).getByRole('cell', { name: 'Meronem, 03-03: Held' })).toBeInTheDocument();
  expect(
    within(table).getByRole('cell', { name: /Meronem, 03-02: Renal dose adjustment, Accept/ }),
  ).toBeInTheDocument();
  first.unmount();
  openChart(mona, '/admissions/a1', at);
  expect(await screen.findByRole('grid', { name: 'Medications by day' })).toBeInTheDocument();
});
