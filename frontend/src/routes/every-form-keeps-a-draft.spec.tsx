/**
 * One form of each kind; the nightly run has all of them. That each text field has a draft is for
 * `every-text-field-has-a-draft.spec.ts`.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mona, openChart, reviews, written } from '../testing/chart.ts';
import { reads } from '../testing/component.tsx';
import {
  click,
  forgetsWhenDiscarded,
  forgetsWhenSaved,
  forms,
  inReview,
  keepsAndOffers,
  kept,
  offers,
  patient,
  press,
  replies,
  shortForms,
  stay,
  type,
  typed,
  typeIn,
  writeIn,
} from '../testing/draft-forms.ts';

const models = forms.filter(({ isModel }) => isModel);
const shortModels = shortForms.filter(({ isModel }) => isModel);

test.each([...models, ...shortModels])(
  '$form: typed text is kept as a draft, offered at the next opening, and never filled in by itself',
  keepsAndOffers,
);
test.each([...models, ...shortModels])('$form: a saved draft is not offered again', forgetsWhenSaved);
test.each(models)('$form: a draft that was discarded on leaving is not offered again', forgetsWhenDiscarded);

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
  const first = openChart(mona, '/patient/p1', { ...replies, ...admitting });
  await press(first.user, 'CREATE NEW ADMISSION')();
  await type(await writeIn('Clinical details', 'CREATE NEW ADMISSION')());
  await click('Add New Admission')(first.user);
  await waitFor(() => expect(first.commands()).toHaveLength(1));
  first.unmount();
  expect(kept()).toHaveLength(1);

  const { user } = openChart(mona, '/patient/p1', replies);
  await press(user, 'CREATE NEW ADMISSION')();
  await waitFor(() => expect(offers()).toHaveLength(1));
  acknowledge({ ...stay, ...written });
  await waitFor(() => expect(offers()).toEqual([]));
  expect(kept()).toEqual([]);
});

test('a draft is saved with the version it was typed on, so that a conflict shows both texts', async () => {
  const conflict = {
    message: 'Changed since',
    code: 'conflict',
    reason: 'changed-since',
    current: { ...patient, fourthName: 'السيد', version: 2 },
    changedBy: { userId: 'u2', name: 'Omar X' },
    changedAt: '2026-03-02T10:00:00Z',
  };
  const first = openChart(mona, '/patient/p1', replies);
  await type(await typeIn('Fourth name')());
  first.unmount();
  const { user, commands, unmount } = openChart(mona, '/patient/p1', {
    ...replies,
    'GET /api/patients/p1': { ...patient, fourthName: 'السيد', version: 2 },
    'PUT /api/patients/p1/edit': new Response(JSON.stringify(conflict), { status: 409 }),
  });
  const offer = await screen.findByText(reads(/^Draft of.*It has been changed since/));
  await user.click(within(offer.closest<HTMLElement>('[role=status]')!).getByRole('button', { name: 'Restore' }));
  await user.click(screen.getByRole('button', { name: 'Update Patient' }));
  const row = await screen.findByRole('row', { name: /Fourth name/ });
  for (const value of ['علي', typed, 'السيد']) expect(row).toHaveTextContent(value);
  expect(commands()).toMatchObject([{ body: { fourthName: typed }, headers: { 'if-match': '1' } }]);
  unmount();
});

test('a chart that is only read leaves no draft', async () => {
  const { unmount } = openChart(mona, '/admissions/a1', replies);
  await waitFor(() => inReview(reviews[1]!._id).getByRole('button', { name: 'Edit' }));
  unmount();
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'))).toEqual([]);
});
