/**
 * For `*.int.spec.ts` only: the query API over a random log that the real projections project, and the same reports
 * counted by hand.
 */
import { addDays, type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { startTestEnvironment, type TestEnvironment } from 'projections/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { CountedByHand, type CountedReview } from './counted-by-hand.ts';
import { generatedLog, people, teams } from './generated-log.ts';
import { type StartedApi, startApi } from './started-api.ts';

export const today = (): CalendarDate => calendarDateIn('Africa/Cairo', new Date());
/** A member who is not the admin: the answers hold no CSV. */
export const reader = 'u-nada';
export const everyDay = (team: string): string => `team=${team}&startDate=2000-01-01&endDate=2099-12-31`;
/** Every report of both teams, for several periods. */
export const everyReport = teams.flatMap((team) => [
  ...[everyDay(team), `team=${team}&startDate=${addDays(today(), -45)}&endDate=${addDays(today(), -20)}`].flatMap(
    (query) =>
      [
        '/api/reviews',
        '/api/reviews/searchProgress',
        '/api/reviews/errsByTypeDistribution',
        '/api/reviews/countsReviewPerDay',
        '/api/reviews/listReviewsPerTag',
        '/api/reviews/errsByPcne',
        '/api/reviews/errsBySeverity',
      ].map((path) => `${path}?${query}`),
  ),
  `/api/admissions/getRecurrentAdmissions?team=${team}`,
]);

/** Sorts by a key. */
export const by =
  <Item>(key: (item: Item) => unknown) =>
  (items: readonly Item[]): Item[] =>
    [...items].sort((a, b) => (String(key(a)) < String(key(b)) ? -1 : 1));

/** A review of the collected report, as counted. */
export const listedBy = (counted: CountedByHand, review: CountedReview) => {
  const { name, record } = counted.patients.get(review.patient) ?? {};
  return expect.objectContaining({
    _id: review.reviewId,
    admission: review.admission,
    patient: review.patient,
    team: review.team,
    reviewDate: review.date,
    clinicalNote: review.note,
    userId: review.author,
    userName: counted.users.get(review.author)?.name,
    userEmail: `${review.author}@example.org`,
    patientName: name,
    medicalRecordNumber: record,
    admissionDate: counted.admissions.get(review.admission)?.date,
    drugErrs: review.entries.map((entry) => {
      const { entryId, errType, errDrug, errNote, errRes, errSeverity, followUpDate, drugTags, rating } = entry;
      return expect.objectContaining({
        _id: entryId,
        ...counted.namesOf(entry),
        errType,
        errDrug,
        errNote,
        errRes,
        errSeverity,
        followUpDate,
        drugTags,
        rating,
      });
    }),
  });
};

export type ReportEnvironment = ReturnType<typeof useReportEnvironment>;

/** Starts the environment before the tests of a `describe` and stops it after them. */
export function useReportEnvironment(seed: number) {
  const byHand = new CountedByHand();
  const drawnOn = today();
  /** The instant after half of the events, and the answers of the live reports then, by path. */
  let halfway = '';
  const answersHalfway = new Map<string, unknown>();
  const log: StoredEvent[] = [];
  let environment: TestEnvironment;
  let api: StartedApi;
  const answer = async <Shape>(path: string, user?: string): Promise<Shape> => {
    const response = await api.get(path, user);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-stale')).toBe(null);
    return (await response.json()) as Shape;
  };

  beforeAll(async () => {
    environment = await startTestEnvironment();
    const drawn = generatedLog(seed, drawnOn);
    const instants = drawn.flatMap(({ events }) => events.map(({ metadata }) => recordedAtOf(metadata))).sort();
    halfway = instants[Math.floor(instants.length / 2)] ?? '';
    const project = async (belongs: (recordedAt: string) => boolean): Promise<void> => {
      for (const { stream, events } of drawn) {
        const fresh = events.filter(({ metadata }) => belongs(recordedAtOf(metadata)));
        if (fresh.length === 0) continue;
        await environment.log.append(
          stream,
          fresh.length === events.length || fresh[0] === events[0]
            ? 'no_stream'
            : BigInt(events.length - fresh.length - 1),
          fresh,
        );
        await environment.project(stream);
      }
    };
    await project((recordedAt) => recordedAt <= halfway);
    api = await startApi(environment, people);
    for (const path of everyReport) answersHalfway.set(path, await answer(path, reader));
    await project((recordedAt) => recordedAt > halfway);
    for (const { stream } of drawn)
      for await (const event of environment.log.readStream(stream)) {
        log.push(event);
        byHand.add(event);
      }
  });
  afterAll(() => api.stop());

  /** All days, no day, single days, and periods that begin and end on the day of a review. */
  const periods = (team: string): [string, string][] => {
    const days = [...new Set(byHand.reviewsOf(team, '0000', '9999').map(({ date }) => date))].sort();
    const at = (share: number): string => days[Math.floor(share * (days.length - 1))] ?? '';
    return [
      ['2000-01-01', '2099-12-31'],
      ['2000-01-01', '2000-12-31'],
      [at(0), at(0)],
      [at(1), at(1)],
      [at(0.3), at(0.6)],
      [at(0.5), at(0.5)],
      [at(0.1), addDays(at(0.2) as CalendarDate, 3)],
    ];
  };

  return {
    byHand,
    log,
    get: (path: string, user?: string): Promise<Response> => api.get(path, user),
    answer,
    periods,
    answersHalfway,
    halfway: () => halfway,
    environment: () => environment,
  };
}
