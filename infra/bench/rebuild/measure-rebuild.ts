/** `npm run rebuild` beside a screen that reads all the while. */
import { Pool } from 'pg';
import { summarise, type Summary } from '../figures.ts';
import type { Engines } from './engines.ts';
import { run, type Spent, spent } from './measure.ts';

export interface Rebuild extends Spent {
  /** Seconds of each phase. */
  readonly phases: Readonly<Record<'load' | 'indexes' | 'compare and switch', number>>;
  readonly peakMb: number;
  /** What the command says of its switch. */
  readonly switched: string;
  readonly reads: Summary;
}

/** The options of the command in package.json. */
const NODE_OPTIONS = ['--max-semi-space-size=32', '--initial-old-space-size=128', '--heap-growing-percent=50'];
/** The newest reviews of a team with their entries. */
const READ = `
  select r.review_id, e.*
  from (
    select review_id from read_v1.review
    where team_id = (select team_id from read_v1.team order by team_id limit 1)
    order by review_date desc, created_at desc, review_id desc limit 5
  ) r left join read_v1.review_entry e using (review_id)`;
/** The screen must not take a core: it asks some ten times a second. */
const PAUSE_MS = 100;

/** @throws Error when the rows differ or the command fails */
export async function measureRebuild(engines: Engines): Promise<Rebuild> {
  const begun = performance.now();
  const at = (): number => (performance.now() - begun) / 1_000;
  const said: { line: string; at: number }[] = [];
  const isOver = new AbortController();
  const reading = read(engines.env['DATABASE_URL'], isOver.signal);
  const measured = await spent(engines, () =>
    run('projections/dist/rebuild.js', NODE_OPTIONS, engines.env, (line) => said.push({ line, at: at() })),
  ).finally(() => isOver.abort());
  const reads = summarise(await reading, 'reads of a screen');
  const when = (start: string): number => said.find(({ line }) => line.startsWith(start))?.at ?? 0;
  const [indexes, compare] = [when('makes the indexes'), when('compares the rows')];
  return {
    ...measured,
    phases: { load: indexes, indexes: compare - indexes, 'compare and switch': measured.seconds - compare },
    peakMb: Number(/memory at its peak (\d+) MB/.exec(said.at(-1)?.line ?? '')?.[1]),
    switched: said.find(({ line }) => line.startsWith('switched'))?.line ?? '',
    reads,
  };
}

/** One read after the other, on one connection. @returns how long each took, in milliseconds */
async function read(databaseUrl: string | undefined, isOver: AbortSignal): Promise<number[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const taken: number[] = [];
  try {
    while (!isOver.aborted) {
      const asked = performance.now();
      const { rowCount } = await pool.query({ name: 'screen', text: READ });
      if (rowCount === 0) throw new Error('A screen has read no rows');
      taken.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return taken;
  } finally {
    await pool.end();
  }
}
