/** For `*.int.spec.ts` only: the tests of reports as known on an instant, on one generated log. */
import type { CollectedReport, ReportChanges } from 'language/contract/reports';
import { recordedAtOf } from 'language/domain/command';
import { describe, expect, test } from 'vitest';
import { CountedByHand, type CountedReview } from './counted-by-hand.ts';
import { people, teams } from './generated-log.ts';
import { by, everyDay, everyReport, listedBy, reader, type ReportEnvironment } from './report-environment.ts';

/** @param environment of `useReportEnvironment`, of the `describe` of the caller */
export const testReportsAsKnown = ({ byHand, log, answer, periods, answersHalfway, halfway }: ReportEnvironment) =>
  describe('as known at an instant', () => {
    /** The events up to an instant, counted by hand. */
    const knownAt = (instant: string): CountedByHand => {
      const counted = new CountedByHand();
      for (const event of log) if (recordedAtOf(event.metadata) <= instant) counted.add(event);
      return counted;
    };
    const instantAt = (share: number): string => {
      const instants = log.map(({ metadata }) => recordedAtOf(metadata)).sort();
      return instants[Math.floor(share * (instants.length - 1))]!;
    };
    const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

    test('as known after half of the events, every report equals the one that was read then', async () => {
      expect(answersHalfway.size).toBe(everyReport.length);
      for (const [path, said] of answersHalfway)
        expect(await answer(`${path}&asOf=${halfway()}`, reader), path).toEqual(said);
    });

    test('as known now, every report equals the live one', async () => {
      const now = new Date(Date.now() - 60_000).toISOString();
      for (const path of everyReport)
        expect(await answer(`${path}&asOf=${now}`, reader), path).toEqual(await answer(path, reader));
      const admin = people[0];
      const live = await answer<CollectedReport>(`/api/reviews?${everyDay('icu')}`, admin);
      expect(await answer(`/api/reviews?${everyDay('icu')}&asOf=${now}`, admin)).toEqual({
        ...live,
        csv: live.csv?.map((line) => ({ ...line, 'As known on': now })),
      });
    });

    test.each(teams.flatMap((team) => [0.2, 0.55, 0.97].map((share) => ({ team, share }))))(
      'as known after $share of all events, the reports of $team equal a count of these events',
      async ({ team, share }) => {
        const instant = instantAt(share);
        const counted = knownAt(instant);
        for (const [from, to] of [['2000-01-01', '2099-12-31'], periods(team)[4]!] as const) {
          const query = `team=${team}&startDate=${from}&endDate=${to}&asOf=${instant}`;
          const reviews = counted.reviewsOf(team, from, to);
          expect(await answer(`/api/reviews/searchProgress?${query}`)).toEqual({ total: reviews.length });
          expect(
            by(({ type }: { type: string }) => type)(await answer(`/api/reviews/errsByTypeDistribution?${query}`)),
          ).toEqual(by(({ type }: { type: string }) => type)(counted.distribution(reviews) as never));
          type Day = ReturnType<CountedByHand['perDay']>[number];
          const usersInOrder = (days: Day[]): Day[] =>
            days.map((day) => ({ ...day, user: by(({ user }: Day['user'][number]) => user)(day.user) }));
          expect(usersInOrder(await answer<Day[]>(`/api/reviews/countsReviewPerDay?${query}`))).toEqual(
            usersInOrder(counted.perDay(reviews)),
          );
          type Code = ReturnType<CountedByHand['perPcne']>[number];
          expect(by(({ code }: Code) => code)(await answer<Code[]>(`/api/reviews/errsByPcne?${query}`))).toEqual(
            by(({ code }: Code) => code)(counted.perPcne(reviews)),
          );
          type Graded = ReturnType<CountedByHand['perSeverity']>[number];
          const graded = await answer<Graded[]>(`/api/reviews/errsBySeverity?${query}`);
          expect(by(({ severity }: Graded) => severity)(graded)).toEqual(
            by(({ severity }: Graded) => severity)(counted.perSeverity(reviews)),
          );
          type Tag = ReturnType<CountedByHand['perTag']>[number];
          expect(by(({ tag }: Tag) => tag)(await answer<Tag[]>(`/api/reviews/listReviewsPerTag?${query}`))).toEqual(
            by(({ tag }: Tag) => tag)(counted.perTag(reviews)),
          );
          expect((await answer<CollectedReport>(`/api/reviews?${query}`)).result).toEqual(
            reviews.map((review) => listedBy(counted, review)),
          );
        }
        const recurrent = await answer<{ _id: string; names: string; admissionCount: number; admDetails: object[] }[]>(
          `/api/admissions/getRecurrentAdmissions?team=${team}&asOf=${instant}`,
        );
        expect(
          sorted(
            recurrent.map(({ _id, names, admissionCount, admDetails }) => ({ _id, names, admissionCount, admDetails })),
          ),
        ).toEqual(sorted(counted.recurrent(team)));
      },
    );

    type Change = ReportChanges['changes'][number];
    const everyChange = async (path: string): Promise<Change[]> => {
      const found: Change[] = [];
      for (let number = 1; ; number += 1) {
        const { changes, page, pages, total } = await answer<ReportChanges>(`${path}&pageNumber=${number}`);
        expect(page).toBe(number);
        found.push(...changes);
        if (number >= pages) {
          expect(found).toHaveLength(total);
          return found;
        }
      }
    };
    /** Counted by hand: what a report counts of each thing in the period. */
    type Counted = Map<string, unknown>;
    const ofEntries = (
      reviews: readonly CountedReview[],
      what: (entry: CountedReview['entries'][number], review: CountedReview) => unknown,
    ): Counted =>
      new Map(
        reviews
          .flatMap((review) => review.entries.map((entry) => [entry.entryId, what(entry, review)] as const))
          .filter(([, value]) => value !== undefined),
      );
    const error = ({ errType }: { errType: string }): boolean => !errType.endsWith('99bb');
    const countedBy: Record<number, (reviews: readonly CountedReview[]) => Counted> = {
      2: (reviews) => ofEntries(reviews, (entry) => (error(entry) ? entry.errType : undefined)),
      3: (reviews) => new Map(reviews.map((review) => [review.reviewId, [review.date, review.entries.some(error)]])),
      6: (reviews) =>
        ofEntries(reviews, (entry) => (error(entry) ? (entry.pcne?.length ? entry.pcne : entry.errType) : undefined)),
      5: (reviews) =>
        ofEntries(reviews, (entry) =>
          error(entry) && entry.drugTags.length > 0
            ? [entry.errRes, [...new Set(entry.drugTags.map(({ name }) => name))].sort()]
            : undefined,
        ),
    };
    const unlike = (before: Counted, after: Counted): string[] =>
      [...new Set([...before.keys(), ...after.keys()])]
        .filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)))
        .sort();

    test.each(
      [2, 3, 5, 6].flatMap((report) =>
        [
          [0.1, 0.5],
          [0.5, 0.99],
        ].map(([from = 0, to = 1]) => ({ report, from, to })),
      ),
    )('report $report between $from and $to lists exactly the changed things', async ({ report, from, to }) => {
      const [earlier, later] = [instantAt(from), instantAt(to)];
      const [was, is] = [knownAt(earlier), knownAt(later)];
      for (const [first, last] of [['2000-01-01', '2099-12-31'], periods('icu')[4]!] as const) {
        const changes = await everyChange(
          `/api/reviews/changedBetween?team=icu&startDate=${first}&endDate=${last}` +
            `&report=${report}&asOf=${earlier}&until=${later}`,
        );
        const [before, after] = [was, is].map((counted) =>
          countedBy[report]!(counted.reviewsOf('icu', first, last)),
        ) as [Counted, Counted];
        expect(changes.map(({ _id }) => _id).sort()).toEqual(unlike(before, after));
        for (const change of changes.filter(({ of }) => of === 'entry')) {
          const shown = (counted: CountedByHand) => {
            const review = counted
              .reviewsOf('icu', first, last)
              .find(({ entries }) => entries.some(({ entryId }) => entryId === change._id));
            const entry = review?.entries.find(({ entryId }) => entryId === change._id);
            return entry && review
              ? {
                  reviewDate: review.date,
                  errType: entry.errType,
                  errRes: entry.errRes,
                  errSeverity: entry.errSeverity,
                  ...byHand.namesOf(entry),
                  severityAnswers: [],
                  drugTags: entry.drugTags,
                  pcne: entry.pcne ?? [],
                  followUpDate: entry.followUpDate,
                  rating: entry.rating,
                  errNote: entry.errNote,
                }
              : null;
          };
          expect([change.before, change.after]).toEqual([shown(was), shown(is)]);
          expect(change).toMatchObject({
            userName:
              byHand.users.get(byHand.reviews.get((change as { review: string }).review)?.author ?? '')?.name ??
              expect.any(String),
          });
        }
      }
    });

    test('the collected report lists every changed entry and head', async () => {
      const [earlier, later] = [instantAt(0.3), instantAt(0.7)];
      const changes = await everyChange(
        `/api/reviews/changedBetween?${everyDay('ward')}&report=1&asOf=${earlier}&until=${later}`,
      );
      const [was, is] = [earlier, later].map((instant) =>
        knownAt(instant).reviewsOf('ward', '2000-01-01', '2099-12-31'),
      ) as [CountedReview[], CountedReview[]];
      const entries = (reviews: CountedReview[]): Counted =>
        ofEntries(reviews, (entry, review) => [entry, review.date]);
      const heads = (reviews: CountedReview[]): Counted =>
        new Map(reviews.map(({ reviewId, date, note }) => [reviewId, [date, note]]));
      const changedIds = new Set(changes.map(({ _id }) => _id));
      // An edit with the same content shows no difference, and is a change of the version that the report counts.
      for (const id of [...unlike(entries(was), entries(is)), ...unlike(heads(was), heads(is))])
        expect(changedIds).toContain(id);
      expect(changedIds.size).toBe(changes.length);
      expect(changes.length).toBeGreaterThan(20);
      expect(
        await answer<ReportChanges>(
          `/api/reviews/changedBetween?${everyDay('ward')}&report=1&asOf=${earlier}&until=${later}&onPaper=1`,
        ),
      ).toEqual({ changes, page: 1, pages: 1, total: changes.length });
    });

    test('lists the stays of patients with a second admission or a corrected stay', async () => {
      const [earlier, later] = [instantAt(0.3), instantAt(0.9)];
      const stays = (instant: string): Counted =>
        new Map(
          knownAt(instant)
            .recurrent('icu')
            .flatMap(({ admDetails }) => admDetails.map(({ _id, ...stay }) => [_id, stay] as const)),
        );
      const changes = await everyChange(`/api/admissions/changedBetween?team=icu&asOf=${earlier}&until=${later}`);
      const [before, after] = [stays(earlier), stays(later)];
      const changesById = new Map(changes.map((change) => [change._id, change]));
      // The first stay of a patient who was admitted again is not a change.
      for (const id of unlike(before, after).filter((one) => before.has(one) || !knownAt(earlier).admissions.has(one)))
        expect([...changesById.keys()]).toContain(id);
      for (const { _id, before: was, after: is } of changes) {
        const [first, second] = [earlier, later].map((instant) => {
          const stay = knownAt(instant).admissions.get(_id);
          return stay
            ? { admissionDate: stay.date, dischargeDate: stay.discharge, dischargeStatus: stay.status }
            : null;
        });
        expect([was, is]).toEqual([first, second]);
        expect(was).not.toEqual(is);
      }
      expect(changes.length).toBeGreaterThan(0);
    });
  });
