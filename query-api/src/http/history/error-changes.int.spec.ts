import type { EntryLife, ErrorChange, ErrorChangePage } from 'language/contract/history';
import { addDays, type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { isNoError } from 'language/domain/values/codes';
import { isLate } from 'language/domain/values/late';
import { randomOf } from 'language/domain/testing/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  auditor,
  drawn,
  environment,
  errors,
  findErrors,
  get,
  otherTeam,
  reader,
  startAuditEnvironment,
  stopAuditEnvironment,
  team,
  today,
  ZONE,
} from '../../testing/audit-environment.ts';
import { people, teams } from '../../testing/generated-log.ts';
import { fullName } from '../patients/patient-rows.ts';

/** Every change of the team's errors, oldest first, from the history of each error. */
let expectedChanges: ErrorChange[];

beforeAll(async () => {
  await startAuditEnvironment();
  expectedChanges = await fromHistories();
});
afterAll(stopAuditEnvironment);

const noted = async (userId: string) =>
  (
    await environment.rows<{ kind: string; data: object }>(
      'select kind, data from accounts.access_note where actor_id = $1 order by at, kind',
      [userId],
    )
  ).map(({ kind, data }) => [kind, data]);

/** Independent of the read model: for each entry of the log, its history from the API, which is made from the log. */
async function fromHistories(): Promise<ErrorChange[]> {
  const entries = new Map<string, { review: string; admission: string; patient: string }>();
  for (const { stream, events } of drawn) {
    if (!stream.startsWith('admission-') || events[0]?.metadata.teamId !== team) continue;
    for (const { data, metadata } of events) {
      type WithEntries = { reviewId: string; entries?: { entryId: string }[]; entry?: { entryId: string } };
      // A moved review or entry has its content in `moved`.
      const { reviewId, entries: several = [], entry } = ('moved' in data ? data.moved : data) as WithEntries;
      for (const { entryId } of [...several, ...(entry ? [entry] : [])])
        if (!entries.has(entryId))
          entries.set(entryId, {
            review: reviewId,
            admission: stream.slice('admission-'.length),
            patient: metadata.patientId ?? '',
          });
    }
  }
  const changes: ErrorChange[] = [];
  for (const [entry, place] of entries) {
    const { steps } = await answer<EntryLife>(`/api/history/entries/${entry}?review=${place.review}`);
    const state: Record<string, unknown> = {};
    for (const { what, before, after, type, revision, at, recordedAt, actorId, actorName, late, stream } of steps) {
      // The error is the same.
      if (['EntryTakenOver', 'EntryAddressed', 'AnswerReminded'].includes(type)) continue;
      // Those of a chart that it was in before are changes of the entry there.
      if (stream !== `admission-${place.admission}`) continue;
      const [wasError, was] = [
        before !== null && !isNoError(String(before['errType'] ?? state['errType'])),
        { ...state },
      ];
      Object.assign(state, after ?? {});
      if (!wasError && (after === null || isNoError(String(state['errType'])))) continue;
      const shown = (field: string) => (state[field] ?? null) as never;
      const withLabels = Object.keys(before !== null && after !== null ? after : {}).flatMap((field) =>
        field === 'errType' || field === 'errDrug' ? [field, `${field}Label`] : [field],
      );
      const shownFields = [
        'errType',
        'errTypeLabel',
        'errDrug',
        'errDrugLabel',
        'errSeverity',
        'errRes',
        'rating',
        'followUpDate',
      ];
      changes.push({
        _id: `${entry}@${revision}`,
        entry,
        ...place,
        patientName: '',
        stream,
        revision,
        at,
        ...(recordedAt === undefined ? {} : { recordedAt }),
        actorId,
        actorName,
        what,
        errType: shown('errType'),
        errTypeLabel: shown('errTypeLabel'),
        errDrug: shown('errDrug'),
        errDrugLabel: shown('errDrugLabel'),
        errSeverity: shown('errSeverity'),
        errRes: shown('errRes'),
        rating: shown('rating'),
        followUpDate: shown('followUpDate'),
        before: Object.fromEntries(
          shownFields.filter((field) => withLabels.includes(field)).map((field) => [field, was[field] ?? null]),
        ),
        ...(late ? { late } : {}),
      });
    }
  }
  return changes;
}
const newestFirst = (changes: readonly ErrorChange[]): string[] =>
  changes.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.entry < b.entry ? 1 : -1)).map(({ _id }) => _id);
const ids = (changes: readonly ErrorChange[]): string[] => changes.map(({ _id }) => _id).toSorted();

test('finds exactly the changes in the histories of the errors', async () => {
  const all = await findErrors({});
  expect(all.length).toBeGreaterThan(100);
  const names = new Map(
    (
      await environment.rows<{ id: string; name: string }>(
        `select patient_id as id, ${fullName('patient')} as name from patient`,
      )
    ).map(({ id, name }) => [id, name]),
  );
  const byId = new Map(
    expectedChanges.map((change) => [change._id, { ...change, patientName: names.get(change.patient) }]),
  );
  for (const change of all)
    expect({ ...change, what: change.what.toSorted() }).toEqual({
      ...byId.get(change._id),
      what: byId.get(change._id)?.what.toSorted(),
    });
  expect(all.map(({ _id }) => _id)).toEqual(newestFirst(expectedChanges));
});

const dayOf = ({ at }: ErrorChange): CalendarDate => calendarDateIn(ZONE, new Date(at));
const eitherWay =
  <Field extends 'errType' | 'errDrug' | 'errSeverity' | 'errRes'>(field: Field, wanted: ErrorChange[Field]) =>
  (change: ErrorChange): boolean =>
    change[field] === wanted || change.before[field] === wanted;
const filters: Readonly<
  Record<string, readonly [query: Record<string, string>, fits: (change: ErrorChange) => boolean]>
> = {
  severity: [{ severity: 'C' }, eitherWay('errSeverity', 'C')],
  response: [{ response: '2' }, eitherWay('errRes', 2)],
  pending: [{ response: 'pending' }, ({ errRes, errType }) => errRes === null && !isNoError(errType)],
  drug: [{ drug: 'd-2.1' }, eitherWay('errDrug', 'd-2.1')],
  type: [{ type: 'et-route' }, eitherWay('errType', 'et-route')],
  actor: [{ actor: people[2] }, ({ actorId }) => actorId === people[2]],
  late: [{ late: '1' }, ({ late }) => late === true],
  'not late': [{ late: '0' }, ({ late }) => late === undefined],
  deletions: [{ deleted: '1' }, ({ what }) => what.includes('removed')],
  'no deletions': [{ deleted: '0' }, ({ what }) => !what.includes('removed')],
};

describe('is searched', () => {
  test.each(Object.entries(filters))('by %s', async (_name, [query, fits]) => {
    const expected = expectedChanges.filter(fits);
    expect(expected.length).toBeGreaterThan(0);
    expect(ids(await findErrors(query))).toEqual(ids(expected));
  });

  test('by several filters, with values before and after in every combination', async () => {
    for (const one of ['severity', 'response', 'pending', 'late', 'deletions'] as const) {
      for (const other of ['drug', 'type', 'actor', 'severity'] as const) {
        const [[query, fits], [more, fitsToo]] = [filters[one]!, filters[other]!];
        if (one === other) continue;
        expect([one, other, ids(await findErrors({ ...query, ...more }))]).toEqual([
          one,
          other,
          ids(expectedChanges.filter((change) => fits(change) && fitsToo(change))),
        ]);
      }
    }
    const [severity, response, type, drug] = [
      filters['severity']!,
      filters['response']!,
      filters['type']!,
      filters['drug']!,
    ];
    for (const combined of [
      [severity, response],
      [severity, response, type],
      [severity, response, type, drug],
    ]) {
      expect(
        ids(await findErrors(Object.assign({}, ...combined.map(([query]) => query)) as Record<string, string>)),
      ).toEqual(ids(expectedChanges.filter((change) => combined.every(([, fits]) => fits(change)))));
    }
  });

  test('by random combinations of filters, like a filter in memory', async () => {
    const random = randomOf(19).next;
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    // Values of one change, so that much is found; often some values of another, so that each filter finds something
    // and all together little.
    const drawnFilters: readonly (() => readonly [
      query: Record<string, string>,
      fits: (change: ErrorChange) => boolean,
    ])[] = [
      () => {
        const { errSeverity } = pick(expectedChanges);
        // Each filter is drawn by one function: two of one name would contradict each other.
        return errSeverity === null
          ? [{}, () => true]
          : [{ severity: errSeverity }, eitherWay('errSeverity', errSeverity)];
      },
      () => {
        const { errRes } = pick(expectedChanges);
        return errRes === null ? filters['pending']! : [{ response: `${errRes}` }, eitherWay('errRes', errRes)];
      },
      () => {
        const { errDrug } = pick(expectedChanges);
        return [{ drug: errDrug }, eitherWay('errDrug', errDrug)];
      },
      () => {
        const { errType } = pick(expectedChanges);
        return [{ type: errType }, eitherWay('errType', errType)];
      },
      () => {
        const { actorId: actor } = pick(expectedChanges);
        return [{ actor }, ({ actorId }) => actorId === actor];
      },
      () => filters[pick(['late', 'not late'])]!,
      () => filters[pick(['deletions', 'no deletions'])]!,
      () => {
        const [from, to] = [pick(expectedChanges), pick(expectedChanges)].map(dayOf).toSorted() as [
          CalendarDate,
          CalendarDate,
        ];
        return [{ from, to }, (change) => dayOf(change) >= from && dayOf(change) <= to];
      },
    ];
    let several = 0;
    for (let time = 0; time < 60; time += 1) {
      const asked = drawnFilters.filter(() => random() < 0.35).map((filter) => filter());
      const query = Object.assign({}, ...asked.map(([one]) => one)) as Record<string, string>;
      const expected = newestFirst(expectedChanges.filter((change) => asked.every(([, fits]) => fits(change))));
      if (asked.length > 1 && expected.length > 0) several += 1;
      const page = await answer<ErrorChangePage>(`${errors}?${new URLSearchParams(query).toString()}`);
      expect([query, page.total, page.changes.map(({ _id }) => _id)]).toEqual([
        query,
        expected.length,
        expected.slice(0, 20),
      ]);
      if (time % 5 === 0) expect([query, (await findErrors(query)).map(({ _id }) => _id)]).toEqual([query, expected]);
    }
    expect(several).toBeGreaterThan(12);
  });

  test("by days in the hospital's time zone, both included", async () => {
    const first = dayOf(expectedChanges[0]!);
    for (const [from, to] of [
      [first, first],
      [addDays(first, -3), first],
      [addDays(first, 1), today],
    ] as const) {
      expect(ids(await findErrors({ from, to }))).toEqual(
        ids(expectedChanges.filter((change) => dayOf(change) >= from && dayOf(change) <= to)),
      );
    }
  });

  test('page by page, with the total', async () => {
    const total = expectedChanges.length;
    const second = await answer<ErrorChangePage>(`${errors}?pageNumber=2`);
    expect(second).toMatchObject({ page: 2, pages: Math.ceil(total / 20), total });
    expect(second.changes.map(({ _id }) => _id)).toEqual(newestFirst(expectedChanges).slice(20, 40));
    expect(await answer<ErrorChangePage>(`${errors}?pageNumber=51`)).toEqual({
      changes: [],
      page: 51,
      pages: Math.ceil(total / 20),
      total,
    });
    expect(await answer<ErrorChangePage>(`${errors}?drug=none`)).toEqual({ changes: [], page: 1, pages: 0, total: 0 });
  });

  test("with late changes in the hospital's time zone, like the history", async () => {
    const late = await findErrors({ late: '1' });
    for (const { at, stream, revision } of late.slice(0, 40)) {
      const [row] = await environment.rows<{ day: CalendarDate }>(
        'select day::text from error_change where admission_id = $1 and revision = $2 limit 1',
        [stream.slice('admission-'.length), revision],
      );
      expect(isLate(row!.day, at, ZONE)).toBe(true);
    }
  });

  test.each([
    '?severity=Z',
    '?response=5',
    '?late=yes',
    '?from=2026-02-30',
    '?from=2026-03-02&to=2026-03-01',
    '?cursor=x',
    '?cursor=2026-13-45T00:00:00.000Z_1_e',
    '?cursor=2026-03-02T00:00:00.000Z_1_e&pageNumber=2',
    '?format=xml',
    '?pageNumber=52',
    '?who=me',
  ])('%s is 400', async (query) => expect((await get(errors + query)).status).toBe(400));
});

test('searches, exports and checks are in the access log; the pages of one search are one access', async () => {
  await environment.pool.query(`delete from accounts.access_note`);
  const [first] = (await answer<ErrorChangePage>(`${errors}?severity=C`, auditor)).changes;
  const { next } = await answer<ErrorChangePage>(`${errors}?deleted=0`, auditor);
  await answer(`${errors}?deleted=0&cursor=${next}`, auditor);
  await (await get(`${errors}?format=csv&from=${today}`, auditor)).text();
  await answer(`/api/history/teams/${team}/verifyAll`, auditor);
  await answer(`/api/history/admissions/${first!.admission}/verify`, auditor);
  await (await get(`/api/history/admissions/${first!.admission}/export`, auditor)).text();
  for (const path of [`teams/${team}`, 'drugs/d-1', 'drugs/d-1/verify']) await answer(`/api/history/${path}`, auditor);
  const chart = { admissionId: first!.admission, patientId: first!.patient };
  const inC = expectedChanges.filter(eitherWay('errSeverity', 'C')).length;
  expect(await noted(auditor)).toEqual([
    ['ErrorsSearched', { found: inC }],
    ['ErrorsSearched', { found: expectedChanges.filter(({ what }) => !what.includes('removed')).length }],
    ['ErrorsExported', { format: 'csv', startDate: today }],
    ['HistoryVerified', { of: 'everything' }],
    ['ChartOpened', chart],
    ['HistoryVerified', { of: 'admission', ...chart }],
    ['HistoryExported', { of: 'admission', ...chart }],
    ['HistoryRead', { of: 'team' }],
    // Drugs belong to no team: the access is in the log of each team of the reader.
    ...teams.map(() => ['HistoryRead', { of: 'drug', drugId: 'd-1' }]),
    ...teams.map(() => ['HistoryVerified', { of: 'drug', drugId: 'd-1' }]),
  ]);
});

test('the access to a drug is in the logs of the teams that the reader works in, and in no other', async () => {
  // Disabled in one of the two teams.
  await answer('/api/history/drugs/d-1', reader);
  expect(await environment.rows('select team_id from accounts.access_note where actor_id = $1', [reader])).toEqual([
    { team_id: otherTeam },
  ]);
});

test("the auditor's search and the access log name former members", async () => {
  const gone = 'u-omar';
  for (const path of [errors, `/api/teams/${team}/accesses`])
    expect(await answer<object>(path)).not.toHaveProperty('left');
  const events = drawn.find(({ stream }) => stream === `team-${team}`)!.events;
  await environment.log.append(`team-${team}`, BigInt(events.length - 1), [
    {
      id: crypto.randomUUID(),
      type: 'TeamMemberRemoved',
      data: { userId: gone },
      metadata: { ...events[0]!.metadata, commandId: 'gone' },
    },
  ]);
  await environment.project(`team-${team}`);
  const [{ name } = { name: '' }] = await environment.rows<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) as name from app_user where user_id = $1`,
    [gone],
  );
  for (const path of [errors, `${errors}?actor=${gone}`, `/api/teams/${team}/accesses`])
    expect([path, (await answer<ErrorChangePage>(path)).left]).toEqual([path, [{ userId: gone, name }]]);
  const { changes } = await answer<ErrorChangePage>(`${errors}?actor=${gone}`);
  expect([changes.length > 0, new Set(changes.map(({ actorId }) => actorId))]).toEqual([true, new Set([gone])]);
  const { next } = await answer<ErrorChangePage>(errors);
  expect(await answer<object>(`${errors}?cursor=${next}`)).not.toHaveProperty('left');
});
