/**
 * For `*.int.spec.ts` only: the tests of the reports, of pending errors, of the ward board and of histories on one
 * generated log.
 */
import type { AdmissionDetails, Team } from 'language/contract/entities';
import type { ChartAsOf, HistoryThing, Timeline } from 'language/contract/history';
import type { PendingPage, WardBoard } from 'language/contract/handover';
import type { CollectedReport, CsvLine } from 'language/contract/reports';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { type CalendarDate } from 'language/domain/values/calendar-date';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { CountedByHand, type CountedReview } from './counted-by-hand.ts';
import { people, teams } from './generated-log.ts';
import { by, listedBy, today, useReportEnvironment } from './report-environment.ts';
import { testReportsAsKnown } from './reports-as-known.ts';

/** @param nth of the charts and histories, each nth is compared: each takes several requests */
export const testReports = (seed: number, nth: number) =>
  describe(`the log of seed ${seed}`, () => {
    const environment = useReportEnvironment(seed);
    const { byHand, log, get, answer, periods } = environment;
    testReportsAsKnown(environment);
    const everywhere = teams.flatMap((team) => [0, 1, 2, 3, 4, 5, 6].map((period) => ({ team, period })));
    const asked = ({ team, period }: { team: string; period: number }) => {
      const [from, to] = periods(team)[period]!;
      return { query: `team=${team}&startDate=${from}&endDate=${to}`, reviews: byHand.reviewsOf(team, from, to) };
    };

    const eachNth = <Item>(items: Iterable<Item>): Item[] => [...items].filter((_, index) => index % nth === 0);

    test('holds the difficult cases of reports', () => {
      const reviews = [...byHand.reviews.values()];
      const entries = reviews.flatMap((review) => review.entries);
      expect(reviews.length).toBeGreaterThan(200);
      expect(reviews.some((review) => review.entries.length === 0)).toBe(true);
      expect(entries.some(({ drugTags }) => new Set(drugTags.map(({ name }) => name)).size < drugTags.length)).toBe(
        true,
      );
      expect(entries.some(({ errDrug, errDrugLabel }) => byHand.trades.get(errDrug) !== errDrugLabel)).toBe(true);
      for (const type of ['et-lookalike', 'et-old-99bb'])
        expect(entries.some(({ errType }) => errType === type)).toBe(true);
      expect(
        new Set(teams.flatMap((team) => byHand.recurrent(team)).map(({ admissionCount }) => admissionCount)).size,
      ).toBeGreaterThan(1);
    });

    test.each(everywhere)('errors by type: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      const counted = await answer<{ type: string; label: string; count: number }[]>(
        `/api/reviews/errsByTypeDistribution?${query}`,
      );
      expect(by(({ type }: { type: string }) => type)(counted)).toEqual(
        by(({ type }: { type: string }) => type)(byHand.distribution(reviews) as never),
      );
      expect(counted.map(({ count }) => count)).toEqual(counted.map(({ count }) => count).sort((a, b) => b - a));
    });

    /** Repeats a request during which midnight passed. */
    const onOneDay = async <Shape>(ask: (day: CalendarDate) => Promise<Shape>): Promise<Shape> => {
      const before = today();
      const answered = await ask(before);
      return today() === before ? answered : ask(today());
    };
    const everyPage = async (team: string, filters: string, user?: string): Promise<PendingPage['pending']> => {
      const found: PendingPage['pending'] = [];
      for (let number = 1; ; number += 1) {
        const { pending, page, pages, total } = await answer<PendingPage>(
          `/api/handover/${team}?pageNumber=${number}${filters}`,
          user,
        );
        expect(page).toBe(number);
        found.push(...pending);
        if (number < pages) expect(pending).toHaveLength(20);
        else {
          expect(found).toHaveLength(total);
          return found;
        }
      }
    };
    type Waiting = ReturnType<CountedByHand['pending']>[number];
    const isMine = ({ review, entry }: Waiting): boolean => [review.author, entry.responsible].includes(people[1]);
    const filters: readonly [string, (waiting: Waiting) => boolean][] = [
      ['', ({ discharge }) => discharge === null],
      ['&discharged=1', () => true],
      ['&discharged=1&mine=1', isMine],
      [`&discharged=1&of=${people[0]}`, ({ review, entry }) => (entry.responsible ?? review.author) === people[0]],
      ['&discharged=1&severity=C', ({ entry }) => (entry.errSeverity ?? '') >= 'C'],
      ['&discharged=1&overdue=1', ({ overdue }) => overdue],
      ['&discharged=1&drug=RUG%20D-2', ({ entry }) => entry.errDrug.startsWith('d-2.')],
      ['&discharged=1&drug=RENAMED%201', ({ entry }) => entry.errDrug.startsWith('d-2.')],
      ['&discharged=1&drug=d-2_0', () => false],
      [
        '&mine=1&overdue=1&severity=A',
        (waiting) =>
          waiting.discharge === null && isMine(waiting) && waiting.overdue && waiting.entry.errSeverity !== null,
      ],
    ];

    test.each(teams.flatMap((team) => filters.map(([filter, wanted]) => ({ team, filter, wanted }))))(
      'errors without a response: $team, "$filter"',
      ({ team, filter, wanted }) =>
        onOneDay(async (day) => {
          const expected = byHand.pending(team, day).filter(wanted);
          const answered = await everyPage(team, filter, people[1]);
          expect(answered.map(({ _id }) => _id)).toEqual(expected.map(({ entry }) => entry.entryId));
          expect(answered).toMatchObject(
            expected.map(({ entry, review, discharge, overdue, age }) => ({
              _id: entry.entryId,
              errDrug: entry.errDrug,
              ...byHand.namesOf(entry),
              errType: entry.errType,
              errNote: entry.errNote,
              errRes: null,
              errSeverity: entry.errSeverity,
              drugTags: entry.drugTags,
              rating: entry.rating,
              followUpDate: entry.followUpDate,
              overdue,
              age,
              review: review.reviewId,
              reviewDate: review.date,
              admission: review.admission,
              dischargeDate: discharge,
              patient: review.patient,
              userId: review.author,
              userName: byHand.users.get(review.author)?.name,
            })),
          );
          const { overdue } = await answer<PendingPage>(`/api/handover/${team}?pageNumber=1${filter}`, people[1]);
          expect(overdue).toBe(expected.filter((one) => one.overdue).length);
        }),
    );

    test.each(teams)('the ward board of %s', (team) =>
      onOneDay(async (day) => {
        const board = await answer<WardBoard>(`/api/ward/${team}`);
        const views = [...byHand.views].filter(([, view]) => view.team === team);
        expect(board).toMatchObject({
          team,
          today: day,
          priorityTable: byHand.tables.get(team) ?? defaultPriorityTable,
          views: views.map(([_id, { name, filter }]) => ({ _id, name, filter })),
        });
        const rows = board.patients.map(
          ({
            lastBy: _by,
            lastByName: _name,
            lastAt: _at,
            firstName: _first,
            middleName: _middle,
            lastName: _last,
            fourthName: _fourth,
            birthdate: _born,
            medicalRecordNumber: _record,
            // The priority has a test of its own.
            facts: _facts,
            priority: _priority,
            antimicrobials: _antimicrobials,
            ...counted
          }) => counted,
        );
        expect(by(({ admission }: { admission: string }) => admission)(rows)).toEqual(
          by(({ admission }: { admission: string }) => admission)(byHand.ward(team, day) as never),
        );
        expect(board.patients.every(({ lastByName, lastAt }) => lastByName !== '' && lastAt !== null)).toBe(true);
      }),
    );

    test.each(everywhere)('reviews per day: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      type Day = ReturnType<CountedByHand['perDay']>[number];
      const usersInOrder = (days: Day[]): Day[] =>
        days.map((day) => ({ ...day, user: by(({ user }: Day['user'][number]) => user)(day.user) }));
      expect(usersInOrder(await answer<Day[]>(`/api/reviews/countsReviewPerDay?${query}`))).toEqual(
        usersInOrder(byHand.perDay(reviews)),
      );
    });

    test.each(everywhere)('errors by PCNE code: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      type Code = ReturnType<CountedByHand['perPcne']>[number];
      const codes = await answer<Code[]>(`/api/reviews/errsByPcne?${query}`);
      expect(by(({ code }: Code) => code)(codes)).toEqual(by(({ code }: Code) => code)(byHand.perPcne(reviews)));
    });

    test.each(everywhere)('errors by severity: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      type Graded = ReturnType<CountedByHand['perSeverity']>[number];
      const graded = await answer<Graded[]>(`/api/reviews/errsBySeverity?${query}`);
      expect(by(({ severity }: Graded) => severity)(graded)).toEqual(
        by(({ severity }: Graded) => severity)(byHand.perSeverity(reviews)),
      );
      expect(graded.map(({ severity }) => severity ?? 'Z')).toEqual(
        graded.map(({ severity }) => severity ?? 'Z').sort(),
      );
    });

    test.each(everywhere)('errors per tag: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      type Tag = ReturnType<CountedByHand['perTag']>[number];
      const counted = await answer<Tag[]>(`/api/reviews/listReviewsPerTag?${query}`);
      expect(by(({ tag }: Tag) => tag)(counted)).toEqual(by(({ tag }: Tag) => tag)(byHand.perTag(reviews)));
      expect(counted.map(({ count }) => count)).toEqual(counted.map(({ count }) => count).sort((a, b) => b - a));
    });

    test.each(everywhere)('progress, collected report and CSV: $team, period $period', async (where) => {
      const { query, reviews } = asked(where);
      expect(await answer(`/api/reviews/searchProgress?${query}`)).toEqual({ total: reviews.length });
      const admin = people[teams.indexOf(where.team)]!;
      const collected = await answer<CollectedReport>(`/api/reviews?${query}`, admin);
      expect(collected.result).toEqual(reviews.map(listed));
      expect(await answer(`/api/reviews?${query}`, 'u-nada')).toEqual({ result: collected.result });

      const file = await (await get(`/api/reviews/export.csv?${query}`, admin)).text();
      const lines = parse(file, { bom: true, columns: true, record_delimiter: '\r\n' }) as CsvLine[];
      expect(lines.map(unescaped)).toEqual(reviews.flatMap(inPlainWords));
      expect(collected.csv).toEqual(lines);
    });

    test.each(teams)('recurrent admissions: %s', async (team) => {
      const counted = await answer<{ _id: string; names: string; admissionCount: number; admDetails: object[] }[]>(
        `/api/admissions/getRecurrentAdmissions?team=${team}`,
      );
      expect(
        by(({ _id }: { _id: string }) => _id)(
          counted.map(({ _id, names, admissionCount, admDetails }) => ({
            _id,
            names,
            admissionCount,
            admDetails,
          })) as never,
        ),
      ).toEqual(by(({ _id }: { _id: string }) => _id)(byHand.recurrent(team)));
      expect(counted.map(({ admissionCount }) => admissionCount)).toEqual(
        counted.map(({ admissionCount }) => admissionCount).sort((a, b) => b - a),
      );
    });

    test.each(people)('metrics: %s', async (user) => {
      for (const [from, to] of [...periods('icu'), ...periods('ward')]) {
        const counted = await answer<ReturnType<CountedByHand['metrics']>>(
          `/api/users/${user}/metrics?startDate=${from}&endDate=${to}`,
          user,
        );
        const types = by(({ type }: { type: string }) => type);
        const expected = byHand.metrics(user, from, to);
        expect({ ...counted, revMetricsPerType: types(counted.revMetricsPerType) }).toEqual({
          ...expected,
          revMetricsPerType: types(expected.revMetricsPerType),
        });
      }
      expect(await answer(`/api/users/${user}/metrics`, user)).toMatchObject({
        reviews: byHand.metrics(user, '0000', '9999').reviews,
      });
    });

    test('medication dashboard of every admission', async () => {
      for (const admission of [...byHand.admissions.keys()].filter((_, index) => index % 6 === 0)) {
        // The days of an open stay go up to today, which may change between the request and the count.
        const before = today();
        const dashboard = await answer<object>(`/api/reviews/revMedDashboard/${admission}`);
        if (before === today()) expect(dashboard).toMatchObject(byHand.dashboard(admission, before));
      }
    });

    test('every chart from the log as of now equals the chart from rows', () =>
      onOneDay(async () => {
        expect(byHand.admissions.size).toBeGreaterThan(50);
        for (const admission of eachNth(byHand.admissions.keys())) {
          const [
            asOfNow,
            { patientDetails, teamName: _team, alsoInBed: _neighbours, alsoOpen: _others, ...head },
            reviews,
            notes,
            medications,
            dashboard,
          ] = await Promise.all([
            answer<ChartAsOf>(`/api/history/admissions/${admission}?at=${new Date().toISOString()}`),
            answer<AdmissionDetails>(`/api/admissions/${admission}/details`),
            answer(`/api/reviews/listAdmissionReviews/${admission}`),
            answer(`/api/physicNotes/listAdmNotes/${admission}`),
            answer(`/api/admissions/${admission}/medications`),
            answer(`/api/reviews/revMedDashboard/${admission}`),
          ]);
          expect({ ...asOfNow.patient, order: patientDetails.order }).toEqual(patientDetails);
          expect([asOfNow.admission, asOfNow.reviews, asOfNow.notes, asOfNow.medications, asOfNow.dashboard]).toEqual([
            head,
            reviews,
            notes,
            medications,
            dashboard,
          ]);
        }
      }));

    test('the histories of all patients, teams and drugs add up to the rows', async () => {
      const addedUp = async (path: string, of: HistoryThing): Promise<Record<string, unknown>> => {
        let thing: Record<string, unknown> = {};
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const timeline = await answer<Timeline>(`/api/history/${path}?pageNumber=${page}`);
          pages = timeline.pages;
          for (const event of timeline.events) if (event.of === of) thing = { ...thing, ...event.after };
        }
        return thing;
      };
      const ids = (kind: string): string[] => [
        ...new Set(log.flatMap(({ stream }) => (stream.startsWith(`${kind}-`) ? [stream.slice(kind.length + 1)] : []))),
      ];
      for (const patient of eachNth(ids('patient'))) {
        const {
          version: _version,
          order: _order,
          // Each allergy is a thing of its own.
          allergies: _allergies,
          ...shown
        } = await answer<Record<string, unknown>>(`/api/patients/${patient}`);
        expect(await addedUp(`patients/${patient}`, `patient:${patient}`)).toEqual(shown);
      }
      for (const team of teams) {
        const {
          version: _version,
          // Members and the table of priority are things of their own.
          members,
          antibioticTags: _tags,
          ...shown
        } = await answer<Team>(`/api/teams/${team}`);
        expect(await addedUp(`teams/${team}`, `team:${team}`)).toEqual(shown);
        for (const member of members) expect(await addedUp(`teams/${team}`, `member:${member.userId}`)).toEqual(member);
      }
      for (const drug of ids('drug')) {
        const { version: _version, ...shown } = await answer<Record<string, unknown>>(`/api/drugs/tradeId/${drug}.0`);
        expect(await addedUp(`drugs/${drug}`, `drug:${drug}`)).toEqual(shown);
      }
    });

    const listed = (review: CountedReview) => listedBy(byHand, review);
    const inPlainWords = (review: CountedReview): CsvLine[] =>
      (review.entries.length > 0 ? review.entries : [undefined]).map((entry) => {
        const error = entry && !entry.errType.endsWith('99bb') ? entry : undefined;
        return {
          'Review date': review.date,
          Patient: byHand.patients.get(review.patient)!.name,
          'Medical record number': byHand.patients.get(review.patient)!.record,
          'Admission date': byHand.admissions.get(review.admission)!.date,
          'Reviewed by': byHand.users.get(review.author)!.name,
          'Clinical note': plain[review.note]!,
          Drug: entry ? byHand.namesOf(entry).errDrugLabel : '',
          'Drug id': entry?.errDrug ?? '',
          'Error type': entry ? byHand.namesOf(entry).errTypeLabel : '',
          'Error type id': entry?.errType ?? '',
          Severity: error?.errSeverity ?? '',
          'Severity in words': error?.errSeverity ? severities[error.errSeverity]! : '',
          'Answers that led to the severity': '',
          Response: error
            ? error.errRes === null
              ? 'Pending'
              : ['Accept', 'Reject', 'Missed', 'Harm'][error.errRes - 1]!
            : '',
          'Follow-up date': error?.followUpDate ?? '',
          Rating: error ? String(error.rating ?? '') : '',
          'Drug tags': (entry?.drugTags ?? []).map(({ name }) => name).join('; '),
          // The drawn catalogue has no tags.
          'Drug tag ids': (entry?.drugTags ?? []).map(() => '').join('; '),
          'PCNE codes': error?.pcne?.join('; ') ?? '',
          Recommendation: plain[entry?.errNote ?? '']!,
          'Review id': review.reviewId,
          'Entry id': entry?.entryId ?? '',
        };
      });
  });

/** The plain text of the generated texts. */
const plain: Record<string, string> = {
  '': '',
  '<p>Stable</p>': 'Stable',
  '<p>Halve it &amp; wait</p><p>then "stop", please</p>': 'Halve it & wait\nthen "stop", please',
  '<p>=HYPERLINK("x")</p>': '=HYPERLINK("x")',
  '<p>أوقف الدواء</p>': 'أوقف الدواء',
  '<ol><li data-list="bullet">-1</li></ol>': '• -1',
  '<p>-5 mg</p>': '-5 mg',
  '<p>@home</p>': '@home',
};
const severities: Record<string, string> = {
  A: 'circumstances with capacity to cause error',
  C: 'reached patient no harm',
  E: 'temporary harm needing intervention',
  I: 'death',
};
/** A spreadsheet must not run any cell. Removes the apostrophe where it had to be set. */
const unescaped = (line: CsvLine): CsvLine =>
  Object.fromEntries(
    Object.entries(line).map(([heading, cell]) => {
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      return [heading, cell.replace(/^'(?=[=+\-@\t\r])/, '')];
    }),
  );
