/** People online for minutes: actions arrive at random instants, also while earlier ones wait (open loop). */
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from 'language/domain/testing/random';
import { atMost, heading, row, summarise } from '../figures.ts';
import { type Teammates, watchTeam } from '../teammates.ts';
import { type Crew, gatherCrews, readChoices } from './crew.ts';
import { actionAt, actionsPerSecond } from './day-mix.ts';
import type { Folder } from './folder.ts';
import { act } from './online-actions.ts';

const TO_REACH = { p95Ms: 150, lagP99Ms: 500 };
/** A note that has not come after this time is an error. */
const LOST_MS = 30_000;
const SHOWN_ERRORS = 5;

export async function measureOnline(
  folder: Folder,
  { people, seconds }: { people: number; seconds: number },
): Promise<void> {
  const crews = await gatherCrews(folder);
  const choices = await readChoices(folder.pool);
  const mates = new Map<Crew, Teammates>();
  for (const [index, crew] of crews.entries()) {
    const count = Math.floor(((index + 1) * people) / crews.length) - Math.floor((index * people) / crews.length);
    if (count > 0)
      mates.set(crew, await watchTeam(folder.base, crew.team, [...crew.pharmacists, ...crew.physicians], count));
  }
  const random = randomOf(1).next;
  const [reads, writes, lags]: [number[], number[], number[]] = [[], [], []];
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
    const heard = watching.heard(Math.floor(random() * watching.count), stream, revision);
    const lost = pause(LOST_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no note of ${stream.split('-', 1)[0]} after ${LOST_MS} ms`);
    });
    follow(Promise.race([heard, lost]).then((heardAt) => lags.push(Math.max(0, heardAt - at))));
  };

  const ends = performance.now() + seconds * 1_000;
  const perSecond = actionsPerSecond(people);
  let due = performance.now();
  let actions = 0;
  for (;;) {
    due += (-Math.log(1 - random()) / perSecond) * 1_000;
    if (due >= ends) break;
    await pause(Math.max(0, due - performance.now()));
    const crew = [...mates.keys()][Math.floor(random() * mates.size)];
    if (!crew) break;
    actions += 1;
    const answered = (kind: 'read' | 'write', ms: number): void => void (kind === 'read' ? reads : writes).push(ms);
    follow(act(actionAt(random()), { folder, crew, choices, random, answered, acknowledged }));
  }
  while (pending.size > 0) await Promise.all(pending);
  for (const watching of mates.values()) watching.close();
  for (const error of errors.slice(0, SHOWN_ERRORS)) console.error(error);

  const all = summarise([...reads, ...writes], 'people online');
  const lag = summarise(lags, 'lags');
  console.log(`${people} people online for ${seconds} s: ${actions} actions`);
  console.log(heading);
  console.log(row('reads', summarise(reads, 'reads')));
  console.log(row('writes', summarise(writes, 'writes')));
  console.log(row("a write acknowledged → a teammate's socket", lag));
  atMost('reads and writes, p95', all.p95, TO_REACH.p95Ms);
  atMost('errors', errors.length, 0, '');
  atMost("a teammate's socket, p99", lag.p99, TO_REACH.lagP99Ms);
}
