/** The auditor's search over the first team's changes of medication errors, among those of all teams. */
import { summarise } from '../figures.ts';
import type { Folder } from './folder.ts';
import { get } from './http-client.ts';
import { atMost, times, type YardstickRow } from './table.ts';

const TIMES = 20;
const TARGET_MS = 150;

interface Found {
  readonly type: string;
  readonly drug: string;
  readonly actor: string;
}

export async function measureErrors({ base, auditor, team, pool, firstDay, lastDay }: Folder): Promise<YardstickRow[]> {
  const { rows: found } = await pool.query<Found>(
    /* sql */ `
    select err_type as type, err_drug as drug, actor_id as actor from error_change where team_id = $1
    order by at desc limit 2000`,
    [team],
  );
  if (found.length === 0) throw new Error('The first team has no changes of errors');
  const one = (time: number): Found => found[(time * 97) % found.length] ?? { type: '', drug: '', actor: '' };
  const searches: Readonly<Record<string, (time: number) => Record<string, string>>> = {
    everything: () => ({}),
    'five years by their days': () => ({ from: firstDay, to: lastDay }),
    'a severity': (time) => ({ severity: 'ABCDEFGHI'[time % 9] ?? 'A' }),
    'a trade label': (time) => ({ drug: one(time).drug }),
    'an error type': (time) => ({ type: one(time).type }),
    'what is pending': () => ({ response: 'pending' }),
    'a person': (time) => ({ actor: one(time).actor }),
    'late entries': () => ({ late: '1' }),
    deletions: () => ({ deleted: '1' }),
    'severity, type and person': (time) => ({
      severity: 'ABC'[time % 3] ?? 'A',
      type: one(time).type,
      actor: one(time + 1).actor,
    }),
    'all filters': (time) => ({
      from: firstDay,
      to: lastDay,
      severity: 'I',
      response: '4',
      type: one(time).type,
      drug: one(time + 1).drug,
      actor: one(time + 2).actor,
      late: '1',
      deleted: '0',
    }),
  };
  const rows: YardstickRow[] = [];
  for (const [name, terms] of Object.entries(searches)) {
    const taken: number[] = [];
    const ask = (time: number) =>
      get(base, `/api/history/teams/${team}/errors?${new URLSearchParams(terms(time)).toString()}`, auditor);
    await ask(0);
    for (let time = 0; time < TIMES; time += 1) taken.push((await ask(time)).ms);
    const figures = summarise(taken, name);
    rows.push({
      what: `auditor: ${name}`,
      product: times(figures),
      control: '',
      ratio: '',
      checks: [atMost('p95', figures.p95, TARGET_MS, ' ms')],
    });
  }
  return rows;
}
