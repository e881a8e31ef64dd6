/** Events that no projection can take, each on a stream of its own. Only that stream may stop. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { READ_SCHEMA } from 'projections/schema/version';
import { appendRaw, type RawAppend } from '../../event-log/raw-append.ts';
import type { Finding } from '../checks/check-run.ts';
import type { Scene } from './scene.ts';
import { within } from './waiting.ts';

const APPENDED_MS = 20_000;
/** The failed job is tried again some times before the stream is parked. */
const PARKED_MS = 60_000;

export type Poison = 'unknown-type' | 'not-json' | 'other-version';

function poisonOf(what: Poison): Pick<RawAppend, 'stream' | 'type' | 'data' | 'metadata'> {
  const id = randomUUID();
  const metadata = {
    commandId: randomUUID(),
    command: 'Unknown',
    actorId: randomUUID(),
    occurredAt: new Date().toISOString(),
    schemaVersion: what === 'other-version' ? 99 : 1,
  };
  switch (what) {
    case 'unknown-type':
      return { stream: `drug-${id}`, type: 'DrugOfAnotherProgram', data: { label: 'x' }, metadata };
    case 'other-version':
      return { stream: `drug-${id}`, type: 'DrugAdded', data: { label: 'x' }, metadata };
    case 'not-json':
      return { stream: `admission-${id}`, type: 'PatientAdmitted', data: Buffer.from('{"patientId": '), metadata };
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

/**
 * After the run: which streams are parked that are not poisoned, and whether each poisoned one is. A stream whose append
 * had no answer may not exist.
 */
export async function parkedDifferences(
  databaseUrl: string,
  poisoned: ReadonlyMap<string, boolean>,
): Promise<Finding[]> {
  const client = new Client({ connectionString: databaseUrl, options: `-c search_path=${READ_SCHEMA}` });
  await client.connect();
  const parked = async (): Promise<ReadonlySet<string>> =>
    new Set((await client.query<{ stream: string }>('select stream from parked_stream')).rows.map((row) => row.stream));
  const inLog = [...poisoned].filter(([, isInLog]) => isInLog).map(([stream]) => stream);
  try {
    const all = await within(PARKED_MS, async () => {
      const now = await parked();
      return inLog.every((stream) => now.has(stream)) ? now : undefined;
    });
    const now = all ?? (await parked());
    return [
      ...[...now]
        .filter((stream) => !poisoned.has(stream))
        .map((stream) => ({ checker: 'parked', says: `${stream} is parked, and its events can be projected` })),
      ...inLog
        .filter((stream) => !now.has(stream))
        .map((stream) => ({ checker: 'parked', says: `${stream} cannot be projected, and is not parked` })),
    ];
  } finally {
    await client.end();
  }
}
