import { createSessions } from 'service-kit/security/sessions';
import type { AdmissionDetails, Team } from 'command-api/contract/entities';
import type { ChartAsOf, HistoryThing, Timeline } from 'command-api/contract/history';
import type { PendingPage, WardBoard } from 'command-api/contract/handover';
import type { CollectedReport, CsvLine, ReportChanges } from 'command-api/contract/reports';
import { addDays, type CalendarDate, calendarDateIn } from 'command-api/domain/values/calendar-date';
import { recordedAtOf } from 'command-api/domain/command';
import { createLogger } from 'service-kit/process/logger';
import { parse } from 'csv-parse/sync';
import type { StoredEvent } from 'service-kit/event-log/port';
import { startTestEnvironment } from 'projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startQueryApi } from '../../query-api.ts';
import { settings } from '../../settings.ts';
import { CountedByHand, type CountedReview } from '../../testing/counted-by-hand.ts';
import { generatedLog, people, teams } from '../../testing/generated-log.ts';

const today = (): CalendarDate => calendarDateIn('Africa/Cairo', new Date());
/** A member who is not the admin: the answers hold no CSV. */
const reader = 'u-nada';
const everyDay = (team: string): string => `team=${team}&startDate=2000-01-01&endDate=2099-12-31`;
/** Every report of both teams, for several periods. */
const everyReport = teams.flatMap((team) => [
  ...[everyDay(team), `team=${team}&startDate=${addDays(today(), -45)}&endDate=${addDays(today(), -20)}`].flatMap(
    (query) =>
      [
        '/api/reviews',
        '/api/reviews/searchProgress',
        '/api/reviews/errsByTypeDistribution',
        '/api/reviews/countsReviewPerDay',
        '/api/reviews/listReviewsPerTag',
      ].map((path) => `${path}?${query}`),
  ),
  `/api/admissions/getRecurrentAdmissions?team=${team}`,
]);

describe.each([1, 20_26, 77_777])('the log of seed %i', (seed) => {
  const byHand = new CountedByHand();
  const drawnOn = today();
  /** The instant after half of the events, and the answers of the live reports then, by path. */
  let halfway = '';
  const saidHalfway = new Map<string, unknown>();
  const log: StoredEvent[] = [];
  let stop: () => Promise<void>;
  let get: (path: string, user?: string) => Promise<Response>;
  const answer = async <Shape>(path: string, user?: string): Promise<Shape> => {
    const response = await get(path, user);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-stale')).toBe(null);
    return (await response.json()) as Shape;
  };

  beforeAll(async () => {
    const environment = await startTestEnvironment();
    const drawn = generatedLog(seed, drawnOn);
    const instants = drawn.flatMap(({ events }) => events.map(({ metadata }) => recordedAtOf(metadata))).sort();
    halfway = instants[Math.floor(instants.length / 2)]!;
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
    const values = settings.read({
      PORT: '0',
      DATABASE_URL: environment.installation.databaseUrl,
      EVENTSTORE_URL: environment.installation.eventstoreUrl,
      MASTER_KEY: environment.installation.masterKey,
    });
    const api = await startQueryApi(values, createLogger('spec', 'silent'), async () => undefined);
    const sessions = createSessions(environment.pool, { idleMinutes: 60, absoluteHours: 12 });
    const tokens = new Map<string, string>();
    for (const user of people) tokens.set(user, await sessions.open(user));
    get = (path, user = people[0]) =>
      fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { authorization: `bearer ${tokens.get(user)}` } });
    stop = async () => {
      await api.stop();
      await environment.stop();
    };
    for (const path of everyReport) saidHalfway.set(path, await answer(path, reader));
    await project((recordedAt) => recordedAt > halfway);
    for (const { stream } of drawn)
      for await (const event of environment.log.readStream(stream)) {
        log.push(event);
        byHand.add(event);
      }
  });
  afterAll(() => stop());

  /** All days, no day, single days, and periods that begin and end on the day of a review. */
  const periods = (team: string): [string, string][] => {
    const days = [...new Set(byHand.reviewsOf(team, '0000', '9999').map(({ date }) => date))].sort();
    const at = (share: number): string => days[Math.floor(share * (days.length - 1))]!;
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
  const everywhere = teams.flatMap((team) => [0, 1, 2, 3, 4, 5, 6].map((period) => ({ team, period })));
  const asked = ({ team, period }: { team: string; period: number }) => {
    const [from, to] = periods(team)[period]!;
    return { query: `team=${team}&startDate=${from}&endDate=${to}`, reviews: byHand.reviewsOf(team, from, to) };
  };
  const by =
    <Item>(key: (item: Item) => unknown) =>
    (items: readonly Item[]): Item[] =>
      [...items].sort((a, b) => (String(key(a)) < String(key(b)) ? -1 : 1));

  test('holds the difficult cases of reports', () => {
    const reviews = [...byHand.reviews.values()];
    const entries = reviews.flatMap((review) => review.entries);
    expect(reviews.length).toBeGreaterThan(200);
    expect(reviews.some((review) => review.entries.length === 0)).toBe(true);
    expect(entries.some(({ drugTags }) => new Set(drugTags.map(({ name }) => name)).size < drugTags.length)).toBe(true);
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
  const filters: readonly [string, (waiting: Waiting) => boolean][] = [
    ['', ({ discharge }) => discharge === null],
    ['&discharged=1', () => true],
    ['&discharged=1&mine=1', ({ review }) => review.author === people[1]],
    ['&discharged=1&severity=C', ({ entry }) => (entry.errSeverity ?? '') >= 'C'],
    ['&discharged=1&overdue=1', ({ overdue }) => overdue],
    ['&discharged=1&drug=RUG%20D-2', ({ entry }) => entry.errDrug.startsWith('d-2.')],
    ['&discharged=1&drug=RENAMED%201', ({ entry }) => entry.errDrug.startsWith('d-2.')],
    ['&discharged=1&drug=d-2_0', () => false],
    [
      '&mine=1&overdue=1&severity=A',
      ({ discharge, review, overdue, entry }) =>
        discharge === null && review.author === people[1] && overdue && entry.errSeverity !== null,
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
            errDrugLabel: entry.errDrugLabel,
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
      expect(board).toMatchObject({ team, today: day });
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
    for (const admission of [...byHand.admissions.keys()].filter((_, place) => place % 6 === 0)) {
      // The days of an open stay go up to today, which may change between the request and the count.
      const before = today();
      const dashboard = await answer<object>(`/api/reviews/revMedDashboard/${admission}`);
      if (before === today()) expect(dashboard).toMatchObject(byHand.dashboard(admission, before));
    }
  });

  test('every chart from the log as of now equals the chart from rows', () =>
    onOneDay(async () => {
      expect(byHand.admissions.size).toBeGreaterThan(50);
      for (const admission of byHand.admissions.keys()) {
        const [asOfNow, { patientDetails, teamName: _team, ...head }, reviews, notes, medications, dashboard] =
          await Promise.all([
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
    for (const patient of ids('patient')) {
      const {
        version: _version,
        order: _order,
        ...shown
      } = await answer<Record<string, unknown>>(`/api/patients/${patient}`);
      expect(await addedUp(`patients/${patient}`, `patient:${patient}`)).toEqual(shown);
    }
    for (const team of teams) {
      const { version: _version, members, ...shown } = await answer<Team>(`/api/teams/${team}`);
      expect(await addedUp(`teams/${team}`, `team:${team}`)).toEqual(shown);
      for (const member of members) expect(await addedUp(`teams/${team}`, `member:${member.userId}`)).toEqual(member);
    }
    for (const drug of ids('drug')) {
      const { version: _version, ...shown } = await answer<Record<string, unknown>>(`/api/drugs/tradeId/${drug}.0`);
      expect(await addedUp(`drugs/${drug}`, `drug:${drug}`)).toEqual(shown);
    }
  });

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
    expect(saidHalfway.size).toBe(everyReport.length);
    for (const [path, said] of saidHalfway) expect(await answer(`${path}&asOf=${halfway}`, reader), path).toEqual(said);
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
    [2, 3, 5].flatMap((report) =>
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
      const [before, after] = [was, is].map((counted) => countedBy[report]!(counted.reviewsOf('icu', first, last))) as [
        Counted,
        Counted,
      ];
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
                errDrugLabel: entry.errDrugLabel,
                drugTags: entry.drugTags,
                followUpDate: entry.followUpDate,
                rating: entry.rating,
                errNote: entry.errNote,
                errTypeLabel: entry.errTypeLabel,
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
    const entries = (reviews: CountedReview[]): Counted => ofEntries(reviews, (entry, review) => [entry, review.date]);
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
        return stay ? { admissionDate: stay.date, dischargeDate: stay.discharge, dischargeStatus: stay.status } : null;
      });
      expect([was, is]).toEqual([first, second]);
      expect(was).not.toEqual(is);
    }
    expect(changes.length).toBeGreaterThan(0);
  });

  const listed = (review: CountedReview) => listedBy(byHand, review);
  const listedBy = (counted: CountedByHand, review: CountedReview) => {
    const { name, record } = counted.patients.get(review.patient)!;
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
      drugErrs: review.entries.map(
        ({
          entryId,
          errType,
          errTypeLabel,
          errDrug,
          errDrugLabel,
          errNote,
          errRes,
          errSeverity,
          followUpDate,
          drugTags,
          rating,
        }) =>
          expect.objectContaining({
            _id: entryId,
            errType,
            errTypeLabel,
            errDrug,
            errDrugLabel,
            errNote,
            errRes,
            errSeverity,
            followUpDate,
            drugTags,
            rating,
          }),
      ),
    });
  };
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
        Drug: entry?.errDrugLabel ?? '',
        'Error type': entry?.errTypeLabel ?? '',
        Severity: error?.errSeverity ?? '',
        'Severity in words': error?.errSeverity ? severities[error.errSeverity]! : '',
        Response: error
          ? error.errRes === null
            ? 'Pending'
            : ['Accept', 'Reject', 'Missed', 'Harm'][error.errRes - 1]!
          : '',
        'Follow-up date': error?.followUpDate ?? '',
        Rating: error ? String(error.rating ?? '') : '',
        'Drug tags': (entry?.drugTags ?? []).map(({ name }) => name).join('; '),
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
