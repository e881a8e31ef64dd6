import { screen, within } from '@testing-library/react';
import type { EntryLife, HistoryEvent } from 'language/contract/history';
import { expect, test } from 'vitest';
import { admission, dina, team } from '../../testing/hospital.ts';
import { asItStands, change, first, inReview, life } from '../../testing/history.ts';
import { serve, visit } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/change-history/history.tsx';

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
