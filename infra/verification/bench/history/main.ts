/** `npm run bench:history`: the history of an admission with 5,000 events, and the auditor's search of the past. */
import type { Product } from '../../test/product.ts';
import { atMost, heading, row, summarise } from '../figures.ts';
import { closeConnections, get } from '../http-client.ts';
import { describeMachine, isWanted, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { admit, type BenchTeam, openTeam } from '../team.ts';
import { repeated } from '../turns.ts';
import { measureErrors } from './errors.ts';
import { writeLongStay } from './long-stay.ts';

/** `BENCH_EVENTS`: of the admission. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 5_000);
const TIMES = 60;
const TARGET_MS = 150;

async function measureChart(product: Product, team: BenchTeam): Promise<void> {
  const [{ token, userId: author }] = team.members;
  const { _id: admission, patient } = await admit(team, 0);
  const entry = await writeLongStay(product, { admission, patient, team: team.id, author }, EVENTS - 1);
  const ask = async (path: string): Promise<number> => (await get(product.url, `/api/history/${path}`, token)).ms;
  const asked: Readonly<Record<string, (time: number) => string>> = {
    'timeline, a page': (time) => `admissions/${admission}?pageNumber=${1 + ((time * 37) % 250)}`,
    'timeline of one entry': () => `admissions/${admission}?of=entry:${entry}`,
    'when its changes were': () => `admissions/${admission}/moments`,
    'the chart at a revision': (time) => `admissions/${admission}?at=${(time * 613) % EVENTS}`,
    'the chart as it stands': () => `admissions/${admission}?at=${EVENTS - 1}`,
    'the life of an entry': () => `entries/${entry}?review=${admission}.r0`,
    verify: () => `admissions/${admission}/verify`,
    export: () => `admissions/${admission}/export`,
  };
  console.log(`An admission of ${EVENTS} events`);
  console.log(`first look, before anything is cached: ${(await ask(`admissions/${admission}`)).toFixed(0)} ms`);
  console.log(heading);
  for (const [what, path] of Object.entries(asked)) {
    const figures = summarise(await repeated(TIMES, (time) => ask(path(time))), what);
    console.log(row(what, figures));
    if (what !== 'verify' && what !== 'export') atMost(`${what} p95`, figures.p95, TARGET_MS);
  }
}

describeMachine();
await withProduct({ env: WITHOUT_LIMITS }, async (product) => {
  const team = await openTeam(product.url, 1);
  if (isWanted('chart')) await measureChart(product, team);
  if (isWanted('errors')) await measureErrors(product, team);
});
closeConnections();
