/**
 * One form of each kind; the nightly run has all of them. That each text field has a draft is for
 * `every-text-field-has-a-draft.spec.ts`.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../testing/chart.ts';
import { mona, patient, reviews } from '../testing/hospital.ts';
import { inReview } from '../testing/reviews.ts';
import { reads } from '../testing/component.tsx';
import {
  forgetsWhenDiscarded,
  forgetsWhenSaved,
  forms,
  keepsAndOffers,
  replies,
  shortForms,
  type,
  typed,
  typeIn,
} from '../testing/draft-forms.ts';

const models = [...forms, ...shortForms].filter(({ isModel }) => isModel);
const withTheirScreen = models.filter(({ open }) => open === undefined);

test.each(models)(
  '$form: typed text is kept as a draft, offered at the next opening, and never filled in by itself',
  keepsAndOffers,
);
test.each(withTheirScreen)('$form: a saved draft is not offered again', forgetsWhenSaved);
test.each(withTheirScreen)('$form: a draft that was discarded on leaving is not offered again', forgetsWhenDiscarded);

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
  await user.click(screen.getByRole('button', { name: 'Save' }));
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
