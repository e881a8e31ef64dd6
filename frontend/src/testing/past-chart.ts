/** For specs of the chart as it was: an admission with four changes, opened at one of them. */
import { screen } from '@testing-library/react';
import type { ChartAsOf, Moments } from 'language/contract/history';
import {
  pastChange,
  pastChart,
  pastMedication,
  pastEntry,
  pastNote,
  pastReview,
} from '../features/past-charts/time-travel.testdata.ts';
import { team } from './hospital.ts';
import { inTimeZone, mona, type Sent, serve, visit } from './screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../routes/history/past-chart.tsx';

const HOUR = 3_600_000;
const from = '2026-03-01T08:00:00.000Z';
export const moments: Moments = { stream: 'admission-a1', from, after: [0, 25 * HOUR, 26 * HOUR, 49 * HOUR] };
export const instantOf = (revision: number): string =>
  new Date(Date.parse(from) + moments.after[revision]!).toISOString();

/** An admission; an entry with severity C, then D; a note in place of the review. */
export const charts: readonly ChartAsOf[] = [
  pastChart({
    reviews: [],
    notes: [],
    medications: [],
    change: pastChange({
      _id: 'ev0',
      type: 'PatientAdmitted',
      of: 'admission:a1',
      revision: 0,
      at: instantOf(0),
      before: null,
      after: {},
    }),
  }),
  pastChart({
    notes: [],
    reviews: [pastReview('r1', '2026-03-02', [pastEntry('e1', 'Meronem', { errSeverity: 'C' })])],
    change: pastChange({
      _id: 'ev1',
      type: 'ReviewAdded',
      of: 'review:r1',
      name: '2026-03-02',
      at: instantOf(1),
      before: null,
      after: {},
    }),
  }),
  pastChart({ notes: [], change: pastChange({ _id: 'ev2', name: 'Meronem', at: instantOf(2) }) }),
  pastChart({
    reviews: [],
    notes: [pastNote],
    medications: [pastMedication('m1', 'Meronem'), pastMedication('m2', 'Marevan')],
    change: pastChange({
      _id: 'ev3',
      type: 'ReviewDeleted',
      of: 'review:r1',
      name: '2026-03-02',
      at: instantOf(3),
      before: {},
      after: null,
    }),
  }),
].map((chart, revision) => ({ ...chart, revision, at: instantOf(revision) }));
const answer = ({ search: { at = '' } }: Sent): ChartAsOf => {
  const revision = at.includes('T')
    ? moments.after.findLastIndex((ms) => Date.parse(from) + ms <= Date.parse(at))
    : Number(at);
  return { ...charts[revision]!, ...(at.includes('T') ? { at } : {}) };
};

export async function open(search = '', replies: Parameters<typeof serve>[0] = {}) {
  inTimeZone('UTC');
  const sent = serve({
    'GET /api/history/admissions/a1/moments': moments,
    'GET /api/history/admissions/a1': answer,
    'GET /api/teams/t1': { ...team, members: [] },
    'GET /api/config/': { timeZone: 'UTC', blockedHostnames: [] },
    ...replies,
  });
  const shown = visit(`/history/admissions/a1${search}`, { as: mona });
  const asked = () =>
    sent.filter(({ call }) => call === 'GET /api/history/admissions/a1').map(({ search: { at } }) => at);
  return { ...shown, sent, asked };
}
export const mark = (): Promise<HTMLElement> => screen.findByRole('note');
export const slider = (): HTMLElement => screen.getByRole('slider');
