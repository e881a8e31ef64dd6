/** Measures an auditor's search over a million changes of one team's medication errors. */
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { atMost, heading, row, summarise } from '../figures.ts';
import { callJson, get } from '../http-client.ts';
import type { BenchTeam } from '../team.ts';

const CHANGES = 1_000_000;
/** Changes of each error after it was added. */
const CHANGES_OF_AN_ERROR = 5;
const TIMES = 16;
const TARGET_MS = 200;
const DAYS = 5 * 365;

/**
 * The rows that the projection would write, in one statement: fifty people, two thousand trade labels of which some are
 * frequent, twenty types, five years. A hundredth is late, a fiftieth is a deletion, a third changes the severity, and
 * a higher severity is rarer.
 */
const changes = /* sql */ `
insert into read_v1.error_change (
  entry_id, revision, team_id, patient_id, admission_id, review_id, at, actor_id, day, what, removed,
  err_type, err_type_label, err_drug, err_drug_label, severity, response,
  severity_before, response_before)
select 'entry-' || (n / ${CHANGES_OF_AN_ERROR}), n % ${CHANGES_OF_AN_ERROR} + 1, $1, 'patient-' || (n / 400),
       'admission-' || (n / 200), 'admission-' || (n / 200) || '.r' || (n / 40), at,
       'user-' || floor(50 * power(random(), 2)),
       (at - make_interval(days => case when n % 100 = 0 then 4 else 0 end))::date,
       case when n % 50 = 0 then '{removed}' when n % 3 = 0 then '{severity}' else '{response}' end::text[],
       n % 50 = 0,
       'type-' || floor(20 * power(random(), 2)), 'Dose too high',
       'drug-' || floor(500 * power(random(), 3)) || '.' || floor(4 * random()), 'Bench 500 mg',
       substr('ABCDEFGHI', 1 + floor(9 * power(random(), 4))::int, 1), nullif(floor(5 * random()), 0),
       case when n % 3 = 0 then substr('ABCDEFGHI', 1 + floor(9 * power(random(), 4))::int, 1) end, null
from (
  select n, now() - make_interval(secs => (${CHANGES} - n)::float * ${(DAYS * 86_400) / CHANGES}) as at
  from generate_series(1, ${CHANGES}) n
) drawn`;

/** @returns the size of the rows, in words */
async function writeChanges(databaseUrl: string, team: string): Promise<string> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    // Creating the indexes after the rows takes a tenth of the time.
    const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'read_v1' and tablename = 'error_change' and indexname <> 'error_change_pkey'`,
    );
    for (const { name } of indexes) await pool.query(`drop index read_v1.${name}`);
    await pool.query(changes, [team]);
    for (const { definition } of indexes) await pool.query(definition);
    await pool.query('vacuum analyze read_v1.error_change');
    const { rows } = await pool.query<{ size: string }>(
      `select pg_size_pretty(pg_total_relation_size('read_v1.error_change')) as size`,
    );
    return rows[0]?.size ?? '';
  } finally {
    await pool.end();
  }
}

/** Prints the figures. */
export async function measureErrors(product: Product, { id: team, members: [{ token }] }: BenchTeam): Promise<void> {
  const { DATABASE_URL = '' } = await settingsOf(product, 'command-api');
  console.log(`\n${CHANGES} changes of errors of one team, ${await writeChanges(DATABASE_URL, team)}`);
  console.log(heading);
  const path = (query: string): string => `/api/history/teams/${team}/errors?${query}`;
  const ask = async (query: string): Promise<{ ms: number; next?: string; more?: true }> => {
    const { ms, answer } = await callJson<{ next?: string; more?: true }>(product.url, path(query), { token });
    return { ms, ...answer };
  };
  let slowest = 0;
  for (const [what, query] of [...Object.entries(searches), ...combined()]) {
    const [first, deep]: [number[], number[]] = [[], []];
    for (let time = 0; time < TIMES; time += 1) {
      const { ms, more } = await ask(query(time));
      first.push(ms);
      // Numbered pages as far as they are counted, then pages after the last change.
      const furthest = more ? await ask(`${query(time)}&pageNumber=50`) : undefined;
      if (furthest?.next !== undefined)
        deep.push(furthest.ms, (await ask(`${query(time)}&cursor=${furthest.next}`)).ms);
    }
    for (const [name, taken] of [
      [what, first],
      [`${what}, further on`, deep],
    ] as const) {
      if (taken.length === 0) continue;
      const figures = summarise(taken, name);
      console.log(row(name, figures));
      slowest = Math.max(slowest, figures.p95);
    }
  }
  atMost('the slowest kind of search, p95', slowest, TARGET_MS);
  for (const format of ['csv', 'ndjson']) {
    const { ms } = await get(product.url, path(`format=${format}`), token);
    console.log(`all of them as ${format}: ${(ms / 1_000).toFixed(1)} s`);
  }
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const letter = (time: number): string => 'ABCDEFGHI'[time % 9] ?? 'A';
/** A frequent and a rare value of each filter. */
const often = {
  severity: 'A',
  response: '1',
  type: 'type-0',
  drug: 'drug-0.0',
  actor: 'user-0',
  late: '0',
  deleted: '0',
  from: day(1_500),
} as const;
const seldom = {
  severity: 'H',
  response: 'pending',
  type: 'type-19',
  drug: 'drug-450.1',
  actor: 'user-49',
  late: '1',
  deleted: '1',
  from: day(20),
} as const;
type Filter = keyof typeof often;
const filters = Object.keys(often) as Filter[];

const searches: Readonly<Record<string, (time: number) => string>> = {
  everything: () => '',
  'a month': (time) => `from=${day(30 * (time + 2))}&to=${day(30 * (time + 1))}`,
  'a severity': (time) => `severity=${letter(time)}`,
  'a trade label': (time) => `drug=drug-${time * 12}.${time % 4}`,
  'an error type': (time) => `type=type-${time % 20}`,
  'a response': (time) => `response=${1 + (time % 4)}`,
  'what is pending': () => 'response=pending',
  'a person': (time) => `actor=user-${time % 50}`,
  'late entries': () => 'late=1',
  deletions: () => 'deleted=1',
  'severity, type and person': (time) => `severity=${letter(time)}&type=type-${time % 20}&actor=user-${time % 50}`,
  'a filter without a match': (time) =>
    `severity=I&type=type-19&actor=user-49&from=${day(1_800)}&to=${day(1_700 - time)}`,
};

/** All pairs and triples of filters, and all of them, with different choices of frequent and rare values. */
function* combined(): Generator<[what: string, query: (time: number) => string]> {
  const combined =
    (chosen: readonly Filter[]) =>
    (time: number): string =>
      new URLSearchParams(
        chosen.map((filter, index): [string, string] => [
          filter,
          ((time >> (index % 3)) & 1) === 0 ? often[filter] : seldom[filter],
        ]),
      ).toString();
  for (const [index, one] of filters.entries()) {
    for (const [further, other] of filters.slice(index + 1).entries()) {
      yield [`${one}, ${other}`, combined([one, other])];
      for (const third of filters.slice(index + further + 2))
        yield [`${one}, ${other}, ${third}`, combined([one, other, third])];
    }
  }
  yield ['all of them', combined(filters)];
}
