/** The faults of a run. They need signals and our own proxies only: no root and no other program. */
import type { Random } from 'language/domain/testing/random';
import { poisons } from '../event-log/poison-event.ts';
import { imposeOn } from './faults/link-faults.ts';
import { overload, race, races, repeatCommands, socketStorm } from './faults/people-faults.ts';
import { poison } from './faults/poison.ts';
import { endByForce, faultyServices, restart, stopFor } from './faults/process-faults.ts';
import { addJobs, wipeQueue } from './faults/queue-faults.ts';
import type { Scene } from './faults/scene.ts';
import { linkNames } from './link.ts';

export interface Fault {
  /** In a few words, such as `projections 12.1 s`. */
  readonly how: string;
  /** How long it holds; undefined where it ends by itself. */
  readonly seconds?: number;
  /** Does the fault and heals it. @returns what was done @throws Error if it could not be done */
  readonly carryOut: (scene: Scene) => Promise<string>;
}
export type Card = (chance: Random) => Fault;

const round = (seconds: number): number => Math.round(10 * seconds) / 10;
const between = (chance: Random, from: number, to: number): number => round(from + (to - from) * chance.next());

const fault = (how: string, carryOut: Fault['carryOut']): Fault => ({ how, carryOut });
const lasting = (
  how: string,
  seconds: number,
  carryOut: (scene: Scene, seconds: number) => Promise<string>,
): Fault => ({
  how: `${how} ${seconds} s`,
  seconds,
  carryOut: (scene) => carryOut(scene, seconds),
});
const pausing =
  (service: (typeof faultyServices)[number], from: number, to: number): Card =>
  (chance) =>
    lasting(service, between(chance, from, to), (scene, seconds) => stopFor(scene, service, seconds));
const repeating =
  (how: 'parallel' | 'aborted'): Card =>
  (chance) => {
    const commands = chance.between(4, 12);
    return fault(`${commands} ${how}`, (scene) => repeatCommands(scene, { how, commands }));
  };

/** A deck of each class. Together they are the share that each has in a run. */
const decks = {
  /** SIGKILL. */
  kill: faultyServices.map((service) => () => fault(service, (scene) => endByForce(scene, service, 'SIGKILL'))),
  /** SIGSTOP, and SIGCONT later. */
  pause: [
    ...faultyServices.map((service) => pausing(service, 0.3, 2.5)),
    // Longer than the lock of a job (projections/src/queue/queue.ts): another worker takes it meanwhile.
    pausing('projections', 11, 14),
  ],
  link: linkNames.flatMap((link): Card[] => [
    (chance) => lasting(`${link} cut`, between(chance, 0.2, 2), imposeOn(link, { kind: 'cut' })),
    (chance) => {
      const kind = chance.chance(50) ? 'half-open' : 'frozen';
      return lasting(`${link} ${kind}`, between(chance, 0.5, 3), imposeOn(link, { kind }));
    },
  ]),
  slow: linkNames.map((link): Card => (chance) => {
    const delayMs = chance.between(10, 120);
    return lasting(`${link} ${delayMs} ms`, between(chance, 2, 5), imposeOn(link, { kind: 'slow', delayMs }));
  }),
  'wiped-queue': [() => fault('', wipeQueue)],
  /** SIGQUIT: all backends end at once, without a checkpoint. */
  'postgres-crash': [() => fault('', (scene) => endByForce(scene, 'postgres', 'SIGQUIT'))],
  /** Wake-ups of streams that are known already. */
  jobs: [
    (chance) => lasting('late', between(chance, 3, 8), addJobs('in order', 1)),
    (chance) => lasting('doubled', 0, addJobs('in order', chance.between(2, 5))),
    (chance) => lasting('shuffled', 0, addJobs('shuffled', chance.between(1, 3))),
  ],
  repeats: [...[1, 2, 3].map(() => repeating('parallel')), ...[1, 2].map(() => repeating('aborted'))],
  poison: poisons.map((what) => () => fault(what, (scene) => poison(scene, what))),
  /** SIGTERM, as an update does it while people work (docs/operations.md). */
  restart: faultyServices
    .filter((service) => service !== 'postgres')
    .map((service) => () => fault(service, (scene) => restart(scene, service))),
  'socket-storm': [
    (chance) => {
      const sockets = chance.between(40, 80);
      return fault(`${sockets} sockets`, (scene) => socketStorm(scene, sockets));
    },
  ],
  overload: [
    (chance) => {
      const perSecond = chance.between(200, 400);
      return lasting(`${perSecond} a second`, between(chance, 1, 2), (scene, seconds) =>
        overload(scene, { perSecond, seconds }),
      );
    },
  ],
  race: races.map((what): Card => (chance) => {
    const pairs = chance.between(3, 8);
    return fault(`${what}, ${pairs} pairs`, (scene) => race(scene, what, pairs));
  }),
} satisfies Readonly<Record<string, readonly Card[]>>;

export type FaultClass = keyof typeof decks;
export const faultClasses = Object.keys(decks) as FaultClass[];
export const cardsOf = (name: FaultClass): readonly Card[] => decks[name];
