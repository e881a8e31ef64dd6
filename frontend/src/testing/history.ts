/** A history of one admission, and the screens that show it. */
import { act, screen, within } from '@testing-library/react';
import type { HistoryEvent, HistoryThing, Timeline } from 'language/contract/history';
import { queryClient } from '../sync/cache/query-client.ts';
import { queryKeysOfChange } from '../sync/cache/query-keys.ts';
import { openChart } from './chart.ts';
import { entry, mona, review } from './hospital.ts';
import { inTimeZone, serve, type Sent } from './screen.tsx';

/** An event of the history. */
export const change = (
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
/** A page of the history of admission a1. */
export const page = (events: HistoryEvent[], more: Partial<Timeline> = {}): Timeline => ({
  stream: 'admission-a1',
  revision: events.at(-1)?.revision ?? 0,
  events,
  page: 1,
  pages: 1,
  total: events.length,
  ...more,
});

export const inReview: Partial<HistoryEvent> = { in: 'review:r2', name: 'Meronem' };
/** Entry e9 of review r2, as it was added. */
export const { version: _version, ...first } = entry('e9', 'Meronem', {
  errSeverity: 'C',
  errRes: null,
  errNote: '<p>CrCl 25: 500 mg كل ١٢ ساعة</p>',
});
/** Entry e9 is added, then changed. */
export const life = (): HistoryEvent[] => [
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
export const asItStands = {
  ...first,
  version: 12,
  errSeverity: 'D' as const,
  errNote: '<p>CrCl 25: 250 mg كل ١٢ ساعة</p>',
};
export const reviews = [review('r2', '2026-03-03', mona, [asItStands])];

/** Opens the history of entry e9 in the chart, in the time zone of Cairo. */
export async function openEntry(
  as: Parameters<typeof openChart>[0],
  timeline: Timeline | ((asked: Sent) => Timeline),
  replies: Parameters<typeof serve>[0] = {},
) {
  inTimeZone('Africa/Cairo');
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
export const receiveChange = (stream: string, touched: string[]) =>
  act(() =>
    Promise.all(
      queryKeysOfChange({ stream, touched: touched as never }).map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ),
  );
