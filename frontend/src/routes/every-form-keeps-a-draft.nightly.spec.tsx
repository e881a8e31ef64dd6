/**
 * Every form of the screens, a dialog that is closed, a late acknowledgement: a minute and a half. The ordinary run looks
 * at one form of each kind.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../testing/chart.ts';
import { mona, stay, written } from '../testing/hospital.ts';
import {
  afterDischarge,
  click,
  forgetsWhenDiscarded,
  forgetsWhenSaved,
  forms,
  keepsAndOffers,
  kept,
  offers,
  press,
  replies,
  shortForms,
  type,
  typeIn,
  writeIn,
} from '../testing/draft-forms.ts';

test.each([...forms, ...shortForms])(
  '$form: typed text is kept as a draft, offered at the next opening, and never filled in by itself',
  keepsAndOffers,
);
test.each([...forms, ...shortForms])('$form: a saved draft is not offered again', forgetsWhenSaved);
test.each(forms)('$form: a draft that was discarded on leaving is not offered again', forgetsWhenDiscarded);

test('the draft of an admission dialog that was closed with "Discard" is not offered again', async () => {
  const { user } = openChart(mona, '/patient/p1', replies);
  await press(user, 'Edit')();
  await type(await typeIn('Discharge note')());
  await click('Close')(user);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByLabelText('Discharge note')).not.toBeInTheDocument());
  expect(kept()).toEqual([]);
  await press(user, 'Edit')();
  await typeIn('Discharge note')();
  expect(offers()).toEqual([]);
});

test('a save that is acknowledged after its form was closed removes the draft and its offer', async () => {
  let acknowledge: (answer: object) => void = () => undefined;
  const admitting = {
    'POST /api/admissions': () =>
      new Promise<object>((resolve) => {
        acknowledge = resolve;
      }),
  };
  const first = openChart(mona, '/patient/p1', { ...replies, ...afterDischarge, ...admitting });
  await press(first.user, 'CREATE NEW ADMISSION')();
  await type(await writeIn('Clinical details', 'CREATE NEW ADMISSION')());
  await click('Add New Admission')(first.user);
  await waitFor(() => expect(first.commands()).toHaveLength(1));
  first.unmount();
  expect(kept()).toHaveLength(1);

  const { user } = openChart(mona, '/patient/p1', { ...replies, ...afterDischarge });
  await press(user, 'CREATE NEW ADMISSION')();
  await waitFor(() => expect(offers()).toHaveLength(1));
  acknowledge({ ...stay, ...written });
  await waitFor(() => expect(offers()).toEqual([]));
  expect(kept()).toEqual([]);
});
