import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, recordedAtOf } from 'language/domain/command';
import { addErrorType, addTag, renameTag } from 'language/domain/catalogue/decide';
import { catalogueStream } from 'language/domain/catalogue/events';
import type { Catalogue } from 'language/domain/catalogue/state';
import { type EventLog, UnknownOutcome, WrongExpectedRevision } from 'service-kit/event-log/port';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { type CommandHandled, commandHandled } from 'service-kit/telemetry/signals';
import { createHandle } from './handle.ts';
import { eventId } from './record-events.ts';
import type { Logger } from 'service-kit/process/logger';
import { startTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const admin: Actor = {
  id: 'admin',
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: true,
};

/** Stands for a process: it has its own fold caches, batcher and retries. */
function openProcess(log: EventLog, logger?: Logger) {
  const folds = createFoldCaches(log);
  const handle = createHandle(log, 'Africa/Cairo', logger);
  const intent = { fold: folds.catalogue, id: '', actor: () => admin };
  return {
    folds,
    addTag: (label: string, commandId = randomUUID(), times: { at?: Date; recordedAt?: Date } = {}) =>
      handle({ ...intent, name: 'AddTag', commandId, payload: { tagId: commandId, label }, decide: addTag, ...times }),
    addErrorType: (label: string, commandId: string) =>
      handle({
        ...intent,
        name: 'AddErrorType',
        commandId,
        payload: { errTypeId: commandId, label },
        decide: addErrorType,
      }),
  };
}

/** The log, and how often a stream was read since the last question. */
function countingReads() {
  let reads = 0;
  const log: EventLog = {
    ...environment.log,
    readStream(...args) {
      reads += 1;
      return environment.log.readStream(...args);
    },
  };
  const readsSince = (): number => {
    const since = reads;
    reads = 0;
    return since;
  };
  return { log, readsSince };
}

test('commands of several processes on one stream are all kept', async () => {
  const processes = [openProcess(environment.log), openProcess(environment.log), openProcess(environment.log)];
  await Promise.all(Array.from({ length: 15 }, (_, n) => processes[n % 3]!.addTag(`tag ${n}`)));
  const { state } = await openProcess(environment.log).folds.catalogue.load('');
  expect(new Set(state.tags.map(({ label }) => label)).size).toBe(15);
});

test('a command that meets the write of another process folds that one event, decides again, and logs it', async () => {
  const lines: unknown[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const [one, other] = [openProcess(environment.log, logger), openProcess(environment.log)];
  await one.addTag('folded here');
  await other.addTag('written there');
  expect(lines).toEqual([]);
  await one.addTag('written after it');
  expect(lines).toEqual([expect.objectContaining({ command: 'AddTag', conflicts: 1, tail: 1 })]);
});

test('a process with a cached fold sees the events of another process', async () => {
  const [one, other] = [openProcess(environment.log), openProcess(environment.log)];
  await one.addTag('seen');
  await other.addTag('seen by the other');
  await expect(one.addTag('Seen by the OTHER')).rejects.toMatchObject({ code: 'conflict' });
});

test('an append whose answer was lost is found by its command id and not written again', async () => {
  let lost = 0;
  const losing: EventLog = {
    ...environment.log,
    async append(...args) {
      await environment.log.append(...args);
      lost += 1;
      throw new UnknownOutcome('the connection was lost');
    },
  };
  const commandId = randomUUID();
  const before = (await environment.events(catalogueStream)).length;
  const outcome = await openProcess(losing).addTag('lost answer', commandId);
  expect(lost).toBe(1);
  expect(outcome.revision).toBe(BigInt(before));
  expect(await environment.events(catalogueStream)).toHaveLength(before + 1);
});

test('an append that never reached the log is retried, and fails with UnknownOutcome in the end', async () => {
  let tries = 0;
  const cutOff = (failures: number): EventLog => ({
    ...environment.log,
    async append(...args) {
      tries += 1;
      if (tries <= failures) throw new UnknownOutcome('the connection was lost');
      return environment.log.append(...args);
    },
  });
  expect((await openProcess(cutOff(2)).addTag('third time')).state.tags.at(-1)?.label).toBe('third time');
  tries = 0;
  await expect(openProcess(cutOff(Infinity)).addTag('never')).rejects.toThrow(UnknownOutcome);
  expect(tries).toBe(6);
});

test('after a refusal a process whose cache is ahead of the log reads the whole stream', async () => {
  const { folds, addTag } = openProcess(environment.log);
  await addTag('before the log was restored');
  const known = folds.catalogue.peek('')!;
  folds.catalogue.keep('', { ...known, revision: known.revision! + 3n });
  await expect(addTag('while the cache is ahead')).rejects.toThrow(WrongExpectedRevision);
  expect(await addTag('with all that the log has')).toMatchObject({ revision: known.revision! + 1n });
});

test('a repeated command gets the state right after it, and its id is refused for another command', async () => {
  const process = openProcess(environment.log);
  const commandId = randomUUID();
  const first = await process.addTag('repeated', commandId);
  await process.addTag('afterwards');
  expect(await process.addTag('repeated', commandId)).toEqual(first);
  expect(await openProcess(environment.log).addTag('with another body', commandId)).toEqual(first);
  await expect(process.addErrorType('repeated', commandId)).rejects.toMatchObject({ code: 'conflict' });
});

test('a command id is refused for another thing of the stream; events without a target match any thing', async () => {
  const folds = createFoldCaches(environment.log);
  const handle = createHandle(environment.log, 'Africa/Cairo');
  const rename = (commandId: string, tagId: string, label: string, target?: string) =>
    handle({
      name: 'RenameTag',
      target,
      commandId,
      fold: folds.catalogue,
      id: '',
      payload: { tagId, label },
      actor: () => admin,
      decide: renameTag,
    });
  const [one, other] = [randomUUID(), randomUUID()];
  for (const id of [one, other]) await openProcess(environment.log).addTag(`named ${id}`, id);
  const [named, unnamed] = [randomUUID(), randomUUID()];
  const first = await rename(named, one, 'renamed', one);
  await expect(rename(named, other, 'renamed too', other)).rejects.toMatchObject({
    message: 'This Idempotency-Key was used for something else',
    refusal: { reason: 'idempotency-key-reused' },
  });
  expect(await rename(named, one, 'renamed', one)).toEqual(first);
  const before = await rename(unnamed, other, 'of before');
  expect(await rename(unnamed, other, 'of before', other)).toEqual(before);
});

test('a lookup that misses in the cached state reads again, and all lookups of one second share the read', async () => {
  const { log, readsSince } = countingReads();
  const { catalogue } = createFoldCaches(log);
  const has = ({ tags }: Catalogue): boolean => tags.some(({ label }) => label === 'added elsewhere');
  await catalogue.loadRecent('');
  await openProcess(environment.log).addTag('added elsewhere');
  readsSince();
  expect(has(await catalogue.loadRecent(''))).toBe(false);
  expect(await Promise.all(Array.from({ length: 20 }, async () => has(await catalogue.loadAgain(''))))).toEqual(
    Array.from({ length: 20 }, () => true),
  );
  expect(readsSince()).toBe(1);
});

test('event ids and metadata derive from the command', async () => {
  const commandId = '7f1f3a52-6a34-4d0e-9d5b-6b0f0a6a1e11';
  await openProcess(environment.log).addTag('metadata', commandId);
  const event = (await environment.events(catalogueStream)).at(-1)!;
  expect(event.id).toBe(eventId(commandId, catalogueStream, 0));
  expect(event.metadata).toMatchObject({ commandId, command: 'AddTag', actorId: 'admin', schemaVersion: 1 });
});

test('an event has occurredAt and recordedAt; recordedAt never goes back within a stream', async () => {
  const handle = openProcess(environment.log);
  const before = new Date().toISOString();
  await handle.addTag('two times');
  const [earlier] = (await environment.events(catalogueStream)).slice(-1);
  expect(earlier!.metadata.occurredAt >= before).toBe(true);
  expect(recordedAtOf(earlier!.metadata) >= earlier!.metadata.occurredAt).toBe(true);

  // Done yesterday, recorded now.
  const yesterday = new Date(Date.now() - 86_400_000);
  await handle.addTag('done yesterday', randomUUID(), { at: yesterday });
  // First with a clock that is a minute ahead, then with a correct one.
  const ahead = new Date(Date.now() + 60_000);
  await handle.addTag('by a clock that is ahead', randomUUID(), { recordedAt: ahead });
  await openProcess(environment.log).addTag('by another clock');
  const events = (await environment.events(catalogueStream)).slice(-4);
  expect(events.map(({ metadata }) => metadata.recordedAt)).toEqual(
    events.map(({ metadata }) => metadata.recordedAt).toSorted(),
  );
  expect(events[1]!.metadata).toMatchObject({ occurredAt: yesterday.toISOString() });
  expect(events[1]!.metadata.recordedAt! >= before).toBe(true);
  expect(events.slice(2).map(({ metadata }) => metadata.recordedAt)).toEqual([
    ahead.toISOString(),
    ahead.toISOString(),
  ]);
});

test('an event after older events without recordedAt is recorded after them', async () => {
  const stream = catalogueStream;
  const last = (await environment.log.readLast(stream))!;
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const metadata = {
    commandId: randomUUID(),
    command: 'AddTag',
    actorId: 'admin',
    occurredAt: later,
    schemaVersion: 1,
  };
  await environment.log.append(stream, last.revision, [
    { id: randomUUID(), type: 'TagAdded', data: { tagId: randomUUID(), label: 'one time' }, metadata },
  ]);
  await openProcess(environment.log).addTag('after it');
  expect((await environment.log.readLast(stream))!.metadata.recordedAt).toBe(later);
});

test('recordedAt of a retried append is the time of the attempt that succeeded', async () => {
  let isFirst = true;
  let firstEnded = '';
  const handle = openProcess({
    ...environment.log,
    async append(...args) {
      if (!isFirst) return environment.log.append(...args);
      isFirst = false;
      while (new Date().toISOString() === args[2][0]!.metadata.recordedAt)
        await new Promise((resume) => setImmediate(resume));
      firstEnded = new Date().toISOString();
      throw new UnknownOutcome('The answer was lost');
    },
  });
  const commandId = randomUUID();
  await handle.addTag('after a lost answer', commandId);
  const event = (await environment.events(catalogueStream)).find(({ metadata }) => metadata.commandId === commandId)!;
  expect(event.metadata.occurredAt < firstEnded).toBe(true);
  expect(event.metadata.recordedAt! >= firstEnded).toBe(true);
});

test('a cached fold is enough to write, but never to refuse', async () => {
  const { log, readsSince } = countingReads();
  const process = openProcess(log);
  await process.addTag('first of this process');
  readsSince();
  await process.addTag('written on what is remembered');
  expect(readsSince()).toBe(0);
  await expect(process.addTag('written on what is remembered')).rejects.toMatchObject({ code: 'conflict' });
  expect(readsSince()).toBe(1);
});

describe('commands that wait for one stream are batched', () => {
  /** A log that records the number of events of each append. */
  const countingAppends = (append: EventLog['append'] = environment.log.append) => {
    const appends: number[] = [];
    const log: EventLog = {
      ...environment.log,
      async append(stream, expected, events) {
        appends.push(events.length);
        return append(stream, expected, events);
      },
    };
    return { log, appends };
  };
  const labelsOf = async (): Promise<string[]> =>
    (await openProcess(environment.log).folds.catalogue.load('')).state.tags.map(({ label }) => label);

  test('into one append, in order, each answered with the state and the revision after its own events', async () => {
    const { log, appends } = countingAppends();
    const process = openProcess(log);
    await process.addTag('before those who wait');
    appends.length = 0;
    const labels = Array.from({ length: 12 }, (_, n) => `waiting ${n}`);
    const outcomes = await Promise.all(labels.map((label) => process.addTag(label)));
    expect(appends).toEqual([1, 11]);
    expect(outcomes.map(({ state }) => state.tags.at(-1)?.label)).toEqual(labels);
    expect(outcomes.map(({ revision }) => revision)).toEqual(labels.map((_, n) => outcomes[0]!.revision + BigInt(n)));
    expect((await labelsOf()).slice(-12)).toEqual(labels);
  });

  test('a refused command does not affect the others, even if it is refused because of one of them', async () => {
    const { log, appends } = countingAppends();
    const process = openProcess(log);
    await process.addTag('before the refused one');
    const all = await Promise.allSettled(
      ['under way', 'twice here', 'Twice HERE', 'after the refused one'].map((label) => process.addTag(label)),
    );
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(appends.slice(-1)).toEqual([2]);
    expect((await labelsOf()).slice(-3)).toEqual(['under way', 'twice here', 'after the refused one']);
  });

  test('a command that comes twice at once is written once and answered twice', async () => {
    const process = openProcess(environment.log);
    const commandId = randomUUID();
    const [, one, other] = await Promise.all([
      process.addTag('goes before it'),
      process.addTag('comes twice', commandId),
      process.addTag('comes twice', commandId),
    ]);
    expect(other).toEqual(one);
    expect((await labelsOf()).filter((label) => label === 'comes twice')).toHaveLength(1);
  });

  test('after a lost answer all of them are found by their ids and not written again', async () => {
    let lost = 0;
    const { log } = countingAppends(async (...args) => {
      const last = await environment.log.append(...args);
      lost += 1;
      if (lost <= 2) throw new UnknownOutcome('the connection was lost');
      return last;
    });
    const process = openProcess(log);
    await Promise.all(Array.from({ length: 5 }, (_, n) => process.addTag(`lost together ${n}`)));
    expect(lost).toBe(2);
    expect((await labelsOf()).filter((label) => label.startsWith('lost together'))).toHaveLength(5);
  });

  test('a command without room in an append comes in the next; one that is too large for any fails alone', async () => {
    const { log, appends } = countingAppends();
    const process = openProcess(log);
    await process.addTag('before the long ones');
    appends.length = 0;
    const all = await Promise.allSettled(
      ['small', 'a'.repeat(140_000), 'b'.repeat(140_000), 'c'.repeat(1_200_000), 'at the end'].map((label) =>
        process.addTag(label),
      ),
    );
    expect(all.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : 'written'))).toEqual([
      'written',
      'written',
      'written',
      'TooLargeToAppend',
      'written',
    ]);
    expect(appends).toEqual([1, 1, 1, 1, 1]);
  });

  test('with another process on the same stream none is lost or doubled, and each has its own revision', async () => {
    const processes = [openProcess(environment.log), openProcess(environment.log)];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => processes[n % 2]!.addTag(`of two processes ${n}`)),
    );
    expect(new Set(outcomes.map(({ revision }) => revision)).size).toBe(40);
    expect(outcomes.map(({ state }) => state.tags.at(-1)?.label)).toEqual(
      outcomes.map((_, n) => `of two processes ${n}`),
    );
    expect((await labelsOf()).filter((label) => label.startsWith('of two processes'))).toHaveLength(40);
  });
});

test('metrics and traces hear of each outcome, and of the append of what was written', async () => {
  const heard: CommandHandled[] = [];
  const end = commandHandled.hear((told) => heard.push(told));
  const { addTag, addErrorType } = openProcess(environment.log);
  const commandId = randomUUID();
  const [label, type] = [randomUUID(), randomUUID()];
  await addTag(label, commandId);
  await addTag(label, commandId);
  await addErrorType(type, randomUUID());
  await expect(addErrorType(type, randomUUID())).rejects.toThrow();
  end();
  expect(heard.map(({ command, outcome, append }) => [command, outcome, append !== undefined])).toEqual([
    ['AddTag', 'accepted', true],
    // Repeated: it has nothing to write.
    ['AddTag', 'accepted', false],
    ['AddErrorType', 'accepted', true],
    ['AddErrorType', 'refused', false],
  ]);
  expect(heard[0]).toMatchObject({ commandId, stream: catalogueStream, retries: 0 });
});
