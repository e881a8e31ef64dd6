/** Events that no projection can take, each on a stream of its own. Only that stream may stop. */
import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Product } from '../../../test/product.ts';
import { withInstallation } from '../../convergence/written-log.ts';
import { appendRaw, type RawAppend } from '../../event-log/raw-append.ts';
import type { Scene } from './scene.ts';
import { within } from './waiting.ts';

const APPENDED_MS = 20_000;

export type Poison = 'unknown-type' | 'not-json' | 'other-version';

export function poisonOf(what: Poison): Omit<RawAppend, 'url'> {
  const stream = `${what === 'not-json' ? 'admission' : 'drug'}-${randomUUID()}`;
  const commandId = randomUUID();
  // As every event's id (docs/architecture.md, "Rule 3: every command has an id"): only the event itself is wrong.
  const id = uuidv5(`${stream}#0`, commandId);
  const metadata = {
    commandId,
    command: 'Poison',
    actorId: randomUUID(),
    occurredAt: new Date().toISOString(),
    schemaVersion: what === 'other-version' ? 99 : 1,
  };
  switch (what) {
    case 'unknown-type':
      return { id, stream, type: 'DrugOfAnotherProgram', data: { label: 'x' }, metadata };
    case 'other-version':
      return { id, stream, type: 'DrugAdded', data: { label: 'x' }, metadata };
    case 'not-json':
      return { id, stream, type: 'PatientAdmitted', data: Buffer.from('{"patientId": '), metadata };
  }
}

export async function poison(scene: Scene, what: Poison): Promise<string> {
  const url = scene.environment.direct.eventstoreUrl;
  const appended = await within(APPENDED_MS, async () => {
    // Another stream each time: an append without an answer may be in the log.
    const event = poisonOf(what);
    scene.poisoned.set(event.stream, false);
    await appendRaw({ url, ...event });
    scene.poisoned.set(event.stream, true);
    return event.stream;
  });
  if (appended === undefined) throw new Error('The log took no event');
  return appended;
}

/** The poisoned streams that are in the log. An append without an answer may be or not. */
export const poisonedInLog = (product: Product, poisoned: ReadonlyMap<string, boolean>): Promise<readonly string[]> =>
  withInstallation(product, async ({ log }) => {
    const found: string[] = [];
    for (const [stream, isAcknowledged] of poisoned)
      if (isAcknowledged || (await log.headAt(stream, 0n)) !== undefined) found.push(stream);
    return found;
  });
