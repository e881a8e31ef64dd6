/** Carries out the faults of a schedule, each at its time, and heals all of them at the end of the edits. */
import { setTimeout as pause } from 'node:timers/promises';
import { get } from '../convergence/calls.ts';
import type { Scene } from './faults/scene.ts';
import { within } from './faults/waiting.ts';
import type { Schedule, Timed } from './schedule.ts';

/** A product with nothing wrong is ready within this time, on a busy machine. */
const READY_MS = 90_000;

export interface Injected extends Timed {
  readonly isDone: boolean;
  /** A few words on what was done, or why it could not be done. */
  readonly says: string;
}

/** Resolves when the edits have ended and everything is healed. Faults overlap: none waits for another one. */
export async function injectAll({ faults }: Schedule, scene: Scene): Promise<Injected[]> {
  const began = performance.now();
  const running: Promise<Injected>[] = [];
  for (const timed of faults) {
    const wait = began + 1_000 * timed.at - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: scene.stopping }).catch(() => undefined);
    if (scene.stopping.aborted) break;
    running.push(
      timed.fault.carryOut(scene).then(
        (says) => ({ ...timed, says, isDone: true }),
        (error: unknown) => ({ ...timed, says: String(error), isDone: false }),
      ),
    );
  }
  const injected = await Promise.all(running);
  await untilReady(scene);
  return injected;
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
