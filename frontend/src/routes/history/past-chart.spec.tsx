import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Team } from 'command-api/contract/entities';
import type { ChartAsOf, Moments } from 'command-api/contract/history';
import { onTestFinished, expect, test } from 'vitest';
import {
  pastChange,
  pastChart,
  pastMedication,
  pastEntry,
  pastNote,
  pastReview,
} from '../../features/time-travel/time-travel.testdata.ts';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../../platform/language/language.ts';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { mona, refusal, type Sent, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './past-chart.tsx';
import '../../features/medications/dashboard.tsx';
import '../../features/medications/medication-row.tsx';
import '../../features/notes/note-list.tsx';
import '../../features/gallery/group-list.tsx';

const team: Team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'admin@demo.test',
  adminId: 'u9',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  version: 4,
  members: [],
};
const HOUR = 3_600_000;
const from = '2026-03-01T08:00:00.000Z';
const moments: Moments = { stream: 'admission-a1', from, after: [0, 25 * HOUR, 26 * HOUR, 49 * HOUR] };
const instantOf = (revision: number): string => new Date(Date.parse(from) + moments.after[revision]!).toISOString();

/** An admission; an entry with severity C, then D; a note in place of the review. */
const charts: readonly ChartAsOf[] = [
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

async function open(search = '', replies: Parameters<typeof serve>[0] = {}) {
  const before = timeZone();
  setTimeZone('UTC');
  onTestFinished(() => setTimeZone(before));
  const sent = serve({
    'GET /api/history/admissions/a1/moments': moments,
    'GET /api/history/admissions/a1': answer,
    'GET /api/teams/t1': team,
    'GET /api/config/': { timeZone: 'UTC', blockedHostnames: [] },
    ...replies,
  });
  const shown = visit(`/history/admissions/a1${search}`, { as: mona });
  const asked = () =>
    sent.filter(({ call }) => call === 'GET /api/history/admissions/a1').map(({ search: { at } }) => at);
  return { ...shown, sent, asked };
}
const mark = (): Promise<HTMLElement> => screen.findByRole('note');
const slider = (): HTMLElement => screen.getByRole('slider');

test('without a position it shows the newest chart and says so', async () => {
  await open();
  expect(await mark()).toHaveTextContent(
    'NEWESTAs it has stood since 2026-03-03 09:00last change by Omar Shaker: deleted the review 2026-03-02',
  );
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 4 of 4, 2026-03-03 09:00');
  expect(screen.getByRole('link', { name: 'The chart as it stands' })).toHaveAttribute('href', '/admissions/a1');
  expect(document.title).not.toContain('هدى');
});

test('at a change it is marked as past with the last change and its author, and it is read-only', async () => {
  const { asked } = await open('?at=2');
  expect(await mark()).toHaveTextContent(
    'PASTAs it stood on 2026-03-02 10:00last change by Omar Shaker: changed the entry Meronem',
  );
  const review = screen.getByRole('button', { name: /2026-03-02/ });
  expect(review).toHaveAttribute('aria-expanded', 'true');
  const entry = () => document.querySelector<HTMLElement>('[data-entry=e1]');
  await waitFor(() => expect(entry()).toHaveTextContent('Meronem'));
  expect(entry()).toHaveAttribute('data-new', 'changed');
  expect(within(entry()!).getByRole('link', { name: 'Life of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(within(screen.getByRole('region', { name: 'Patient' })).getByText(reads('64 y 9 m 26 d'))).toBeInTheDocument();
  for (const name of [/^edit/i, /^delete/i, /add medication/i, /create new/i, /^dup/i, /^stop/i])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(asked()[0]).toBe('2');
});

test('the tabs show the notes, the medications with their dashboard, and the images of that time', async () => {
  const { user } = await open();
  await mark();
  await user.click(screen.getByRole('tab', { name: /Notes/ }));
  expect(await screen.findByText('Extubate tomorrow')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Medication/ }));
  const list = await screen.findByRole('region', { name: 'Medications of this admission' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Meronem'), expect.stringContaining('Marevan')]);
  expect(screen.getByRole('region', { name: 'Medications by day' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Gallery/ }));
  expect(await screen.findByRole('button', { name: /Chest X-ray.*1 image/ })).toBeInTheDocument();
});

test('the slider goes by keyboard one step, ten steps and to its ends, and replaces the address', async () => {
  const { user, router } = await open();
  await mark();
  slider().focus();
  for (const [key, at] of [
    ['{ArrowLeft}', '2'],
    ['{Home}', '0'],
    ['{PageUp}', '3'],
    ['{PageDown}', '0'],
    ['{ArrowUp}', '1'],
    ['{End}', '3'],
  ] as const) {
    await user.keyboard(key);
    expect(slider()).toHaveValue(at);
    await waitFor(() => expect(router.state.location.search).toBe(`?at=${at}`));
    expect(router.state.historyAction).toBe('REPLACE');
  }
});

test('a dragged slider reads only the chart where it rests', async () => {
  const { asked } = await open();
  await mark();
  await waitFor(() => expect(asked()).toEqual(['3', '2']));
  for (const value of ['2', '1', '0']) fireEvent.change(slider(), { target: { value } });
  expect(await screen.findByText('There was no review yet')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toEqual(['3', '2', '0', '1']));
});

test('by time the steps are hours or days, and an instant between two changes shows the earlier one', async () => {
  const { user, router } = await open('?at=2');
  await mark();
  await user.click(screen.getByRole('checkbox', { name: 'Go by time' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?at=${encodeURIComponent(instantOf(2))}`));
  expect(screen.getByRole('slider', { name: 'Time' })).toHaveAttribute(
    'aria-valuetext',
    'Change 3 of 4, 2026-03-02 10:00',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: /A step is/ }), 'an hour');
  slider().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-02 12:00');
  await waitFor(async () => expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 12:00'));
  await user.click(screen.getByRole('button', { name: 'Next change' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?at=${encodeURIComponent(instantOf(3))}`));
});

test('on a page from right to left the left arrow goes to a later change', async () => {
  const { user } = await open('?at=2');
  await mark();
  onTestFinished(() => act(() => showLanguage(chosenLanguage(languages[0]))));
  await act(() => showLanguage(chosenLanguage(languages.find(({ code }) => code === 'ar')!)));
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  expect(slider()).toHaveValue('3');
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect(slider()).toHaveValue('2');
});

test('an admission of some minutes is shown and stepped in seconds', async () => {
  const { user } = await open('?at=2', {
    'GET /api/history/admissions/a1/moments': { ...moments, after: [0, 7_000, 8_000, 100_000] },
    'GET /api/history/admissions/a1': ({ search: { at = '' } }) => charts[at.includes('T') ? 3 : Number(at)]!,
  });
  await mark();
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-01 08:00:08');
  expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 10:00:00');
  await user.click(screen.getByRole('checkbox', { name: 'Go by time' }));
  slider().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-01 08:00:10');
});

test('a shared address opens at its instant', async () => {
  await open(`?at=${encodeURIComponent('2026-03-02T09:30:00Z')}`);
  expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 09:30');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 2 of 4, 2026-03-02 09:30');
  expect(screen.getByRole('checkbox', { name: 'Go by time' })).toBeChecked();
});

test('the playback goes from the first change to the newest, and can be paused', async () => {
  const { user, asked } = await open();
  await mark();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(slider()).toHaveValue('1'));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(slider()).not.toHaveValue('3');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(slider()).toHaveValue('3'));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeInTheDocument();
  expect([...new Set(asked())].sort()).toEqual(['0', '1', '2', '3']);
});

test('the differences to the newest chart are listed by thing, with the differing words marked', async () => {
  const { user } = await open('?at=1');
  await mark();
  await user.click(screen.getByRole('button', { name: 'What changed from here to now' }));
  expect(await screen.findByText('2 changes later, 3 things are otherwise')).toBeInTheDocument();
  const reviews = screen.getByRole('region', { name: 'Reviews' });
  expect(reviews).toHaveTextContent('Review of 2026-03-02Gone since');
  expect(within(reviews).getByRole('link', { name: 'Life of this error: Meronem' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=r1',
  );
  expect(screen.getByRole('region', { name: 'Physician notes' })).toHaveTextContent(
    /Note of 2026-03-02Added since.*Extubate tomorrow/,
  );
  expect(screen.getByRole('region', { name: 'Medications' })).toHaveTextContent('MarevanAdded since');
});

test('a deleted patient has a sentence, and no chart is requested', async () => {
  const { asked } = await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, erased: true } });
  expect(await screen.findByRole('heading', { name: 'This patient was deleted' })).toBeInTheDocument();
  expect(screen.getByText(/That there were 4 changes, and when/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Verify' })).toBeInTheDocument();
  expect(asked()).toEqual([]);
});

test('a deleted admission is shown as it was before', async () => {
  const { asked } = await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, deleted: true } });
  expect(
    await screen.findByText(reads('This admission was deleted on 2026-03-03 09:00. This is how it stood before.')),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('note')[1]).toHaveTextContent(/^PAST.*changed the entry Meronem/));
  expect(asked()[0]).toBe('2');
  expect(screen.queryByRole('link', { name: 'The chart as it stands' })).not.toBeInTheDocument();
});

test('the chart at a transfer leads to the transfers of the team, not to its patients', async () => {
  await open('', { 'GET /api/history/admissions/a1/moments': { ...moments, transferred: true } });
  const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(await trail.findByRole('link', { name: 'Transfers' })).toHaveAttribute('href', '/transfers/t1');
  expect(trail.queryByRole('link', { name: 'Patients' })).not.toBeInTheDocument();
});

test.each([403, 404])('a refusal with %d shows the 404 page', async (status) => {
  await open('', { 'GET /api/history/admissions/a1/moments': refusal(status, { message: 'No', code: 'notFound' }) });
  expect(await screen.findByText('Looks like the page you were looking for is no longer here.')).toBeInTheDocument();
});
