/** People online for minutes: actions arrive at random instants, also while earlier ones wait (open loop). */
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from 'language/domain/testing/random';
import { atMost, heading, row, summarise } from '../figures.ts';
import { type Teammates, watchTeam } from '../teammates.ts';
import { act, drawAction, SECONDS_BETWEEN_ACTIONS } from './actions.ts';
import { type Crew, gatherCrews } from './crews.ts';
import type { Folder } from './folder.ts';

const TO_REACH = { p95Ms: 150, lagP99Ms: 500 };
/** A note that has not come after this time is an error. */
const LOST_MS = 30_000;
const SHOWN_ERRORS = 5;

export async function measureOnline(
  folder: Folder,
  { people, seconds }: { people: number; seconds: number },
): Promise<void> {
  const crews = await gatherCrews(folder);
  const mates = new Map<Crew, Teammates>();
  const ofTeam = Math.ceil(people / crews.length);
  for (const crew of crews)
    mates.set(crew, await watchTeam(folder.base, crew.team, [...crew.pharmacists, ...crew.physicians], ofTeam));
  const random = randomOf(1);
  const times = { read: [] as number[], write: [] as number[] };
  const lags: number[] = [];
  const errors: string[] = [];
  const pending = new Set<Promise<unknown>>();
  const follow = (work: Promise<unknown>): void => {
    const one = work
      .catch((error: unknown) => errors.push(error instanceof Error ? error.message : String(error)))
      .finally(() => pending.delete(one));
    pending.add(one);
  };
  const acknowledged = (crew: Crew, { stream, revision }: { stream: string; revision: number }): void => {
    const watching = mates.get(crew);
    if (!watching) return;
    const at = performance.now();
    const heard = watching.heard(random.between(0, watching.count - 1), stream, revision);
    const lost = pause(LOST_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no note of ${stream.split('-', 1)[0]} after ${LOST_MS} ms`);
    });
    follow(Promise.race([heard, lost]).then((heardAt) => lags.push(Math.max(0, heardAt - at))));
  };

  const ends = performance.now() + seconds * 1_000;
  for (let due = performance.now(); due < ends;) {
    const crew = crews[random.between(0, crews.length - 1)];
    const answered = (kind: 'read' | 'write', ms: number): void => void times[kind].push(ms);
    if (crew) follow(act(drawAction(random), { base: folder.base, crew, random, answered, acknowledged }));
    due += (-Math.log(1 - random.next()) * SECONDS_BETWEEN_ACTIONS * 1_000) / people;
    await pause(Math.max(0, Math.min(due, ends) - performance.now()));
  }
  while (pending.size > 0) await Promise.all(pending);
  for (const watching of mates.values()) watching.close();
  for (const error of errors.slice(0, SHOWN_ERRORS)) console.error(error);

  const all = summarise([...times.read, ...times.write], 'people online');
  const lag = summarise(lags, 'lags');
  console.log(`${people} people online for ${seconds} s`);
  console.log(heading);
  console.log(row('reads', summarise(times.read, 'reads')));
  console.log(row('writes', summarise(times.write, 'writes')));
  console.log(row("a write acknowledged → a teammate's socket", lag));
  atMost('reads and writes, p95', all.p95, TO_REACH.p95Ms);
  atMost('errors', errors.length, 0, '');
  atMost("a teammate's socket, p99", lag.p99, TO_REACH.lagP99Ms);
}
