/** Carries out the faults of a schedule, each at its time, and heals all of them at the end of the edits. */
import { setTimeout as pause } from 'node:timers/promises';
import { get } from '../convergence/calls.ts';
import type { Fault, LinkName } from './fault.ts';
import { overload, race, repeatCommands, socketStorm } from './faults/people-faults.ts';
import { poison } from './faults/poison.ts';
import { atSync, fillDisk, jumpClock } from './faults/privileged/privileged-faults.ts';
import { endByForce, restart, stopFor } from './faults/process-faults.ts';
import { addJobs, wipeQueue } from './faults/queue-faults.ts';
import type { Scene } from './faults/scene.ts';
import type { Condition } from './link.ts';
import type { Schedule } from './schedule.ts';
import { lasts, within } from './faults/waiting.ts';

/** A product with nothing wrong is ready within this time, on a busy machine. */
const READY_MS = 90_000;

export interface Injected {
  readonly fault: Fault;
  /** performance.now(), when it began and when it was healed. */
  readonly beganAt: number;
  readonly healedAt: number;
  /** A few words on what was done, or why it could not be done. */
  readonly says: string;
  readonly isDone: boolean;
}

/** Resolves when the edits have ended and everything is healed. Faults overlap: none waits for another one. */
export async function injectAll({ faults }: Schedule, scene: Scene): Promise<Injected[]> {
  const began = performance.now();
  const running: Promise<Injected>[] = [];
  for (const { at, fault } of faults) {
    const wait = began + 1_000 * at - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: scene.stopping }).catch(() => undefined);
    if (scene.stopping.aborted) break;
    running.push(inject(fault, scene));
  }
  const injected = await Promise.all(running);
  await untilReady(scene);
  return injected;
}

async function inject(fault: Fault, scene: Scene): Promise<Injected> {
  const beganAt = performance.now();
  const outcome = await carryOut(fault, scene).then(
    (says) => ({ says, isDone: true }),
    (error: unknown) => ({ says: error instanceof Error ? error.message : String(error), isDone: false }),
  );
  return { fault, beganAt, healedAt: performance.now(), ...outcome };
}

/** @returns what was done, when it is healed @throws Error if it could not be done */
function carryOut(fault: Fault, scene: Scene): Promise<string> {
  switch (fault.class) {
    case 'kill':
      return endByForce(scene, fault.service, 'SIGKILL');
    case 'postgres-crash':
      return endByForce(scene, 'postgres', 'SIGQUIT');
    case 'pause':
      return stopFor(scene, fault.service, fault.seconds);
    case 'restart':
      return restart(scene, fault.service);
    case 'link':
      return impose(scene, fault.link, { kind: fault.how }, fault.seconds);
    case 'slow':
      return impose(scene, fault.link, { kind: 'slow', delayMs: fault.delayMs }, fault.seconds);
    case 'wiped-queue':
      return wipeQueue(scene);
    case 'jobs':
      return addJobs(scene, fault);
    case 'poison':
      return poison(scene, fault.what);
    case 'repeats':
      return repeatCommands(scene, fault);
    case 'race':
      return race(scene, fault.what, fault.pairs);
    case 'socket-storm':
      return socketStorm(scene, fault.sockets);
    case 'overload':
      return overload(scene, fault);
    case 'kill-at-sync':
      return atSync(scene, 'killed', fault.nth);
    case 'sync-error':
      return atSync(scene, 'EIO', fault.nth);
    case 'full-disk':
      return fillDisk(scene, fault.seconds);
    case 'clock':
      return jumpClock(scene, fault.service, fault);
  }
}

/** @throws Error where this layout has no such link */
async function impose(scene: Scene, name: LinkName, condition: Condition, seconds: number): Promise<string> {
  const link = scene.environment.links.get(name);
  if (!link) throw new Error(`There is no link ${name} here`);
  const heal = link.impose(condition);
  try {
    await lasts(seconds, scene.stopping);
  } finally {
    heal();
  }
  return `${condition.kind} for ${seconds} s`;
}

/** The final read needs a product that runs. */
async function untilReady({ environment, findings }: Scene): Promise<void> {
  let last = 'no answer';
  const ready = await within(READY_MS, async () => {
    const { status, body } = await get(environment.product.url, '', '/api/ready');
    last = `${status} ${JSON.stringify(body)}`;
    return status === 200 ? true : undefined;
  });
  if (!ready)
    findings.push({ checker: 'recovery', says: `Not ready ${READY_MS / 1_000} s after the last fault: ${last}` });
}
