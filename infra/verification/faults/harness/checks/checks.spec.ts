import type { RawEvent, StoredEvent } from 'service-kit/event-log/port';
import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import { isError } from '../../../test/started-program.ts';
import type { Intention } from '../../convergence/ledger.ts';
import { answerFaults, commandFaults } from './acknowledged.ts';
import { judge } from './check-run.ts';
import { logFindings } from './product-log.ts';
import { progressFaults } from './progress.ts';
import { rebuildSentences } from './rebuilt-rows.ts';
import { logFaults, readWholeLog } from './whole-log.ts';

const COMMANDS = {
  one: 'a1111111-1111-4111-8111-111111111111',
  two: 'a2222222-2222-4222-8222-222222222222',
  three: 'a3333333-3333-4333-8333-333333333333',
} as const;
type CommandName = keyof typeof COMMANDS;
const CHART = 'admission-a';

/** Events of one stream, each by the command of its name; ids and revisions as the product makes them. */
function written(commands: readonly CommandName[], stream = CHART): RawEvent[] {
  const counts = new Map<CommandName, number>();
  return commands.map((command, index) => {
    const count = counts.get(command) ?? 0;
    counts.set(command, count + 1);
    const commandId = COMMANDS[command];
    return {
      stream,
      revision: BigInt(index),
      id: uuidv5(`${stream}#${count}`, commandId),
      type: 'PhysicianNoteEdited',
      data: {},
      metadata: { commandId },
      position: { commit: BigInt(index), prepare: BigInt(index) },
      created: new Date(0),
    };
  });
}

const opened = (events: readonly RawEvent[]): StoredEvent[] =>
  events.map((event) => ({ ...event, unreadable: false }) as unknown as StoredEvent);

const acknowledged = (command: CommandName, revision: number, more: Partial<Intention> = {}): Intention => ({
  commandId: COMMANDS[command],
  what: command,
  admission: 'a',
  acknowledged: { stream: CHART, revision },
  mayChangeNothing: false,
  ...more,
});

const inChart = (commands: Parameters<typeof written>[0]) => new Map([[CHART, opened(written(commands))]]);
const answers = (
  intention: Parameters<typeof acknowledged>[2],
  revision: number,
  ...log: Parameters<typeof written>[0]
) =>
  answerFaults([acknowledged('one', revision, intention), acknowledged('three', 9)], inChart([...log])).filter((says) =>
    says.endsWith('one'),
  );

test('an acknowledged command is in the log once, at its revision', () => {
  expect(answers({}, 1, 'two', 'one')).toEqual([]);
  expect(answers({}, 1, 'two')).toEqual(['Acknowledged, and not in the log: one']);
  expect(answers({ mayChangeNothing: true }, 1, 'two')).toEqual([]);
  expect(answers({}, 0, 'two', 'one')).toEqual(['Acknowledged at another revision than in the log: one']);
  expect(answers({}, 2, 'one', 'two', 'one')).toEqual(['Twice in the log: one']);
  expect(answerFaults([], inChart(['one']))).toEqual(['No command was acknowledged']);
});

test('a refused command is not in the log; one without an answer may be', () => {
  const outcome = (given: object) =>
    ({ acknowledged: undefined, ...given }) as unknown as Parameters<typeof acknowledged>[2];
  const refused = outcome({ refused: { status: 409, reason: 'too-many-entries' } });
  expect(answers(refused, 0, 'one')).toEqual([`Refused with too-many-entries, and in ${CHART}: one`]);
  expect(answers(refused, 0, 'two')).toEqual([]);
  expect(answers(outcome({}), 0, 'one')).toEqual([]);
});

test('a command that is sent again after its chart has left the team is refused, and may be in the log', () => {
  const [one, accepted] = opened(written(['one', 'two']));
  const faults = (status: number, ...events: ReturnType<typeof opened>) =>
    answerFaults(
      [acknowledged('two', 1), { ...acknowledged('one', 0), acknowledged: undefined, refused: { status } } as never],
      new Map([[CHART, events]]),
    );
  const transfer = { ...accepted!, type: 'TransferAccepted' };
  expect(faults(403, one!, transfer)).toEqual([]);
  expect(faults(409, one!, transfer)).toEqual([`Refused with 409, and in ${CHART}: one`]);
  expect(faults(403, { ...one!, revision: 2n }, transfer)).toEqual([`Refused with 403, and in ${CHART}: one`]);
});

test('a move is acknowledged at its end in the first chart, or refused when it is back', () => {
  const moveId = 'm';
  const [away, , end] = opened(written(['one', 'two', 'three'])).map((event) => ({ ...event, data: { moveId } }));
  const faults = (intention: object, type: string) =>
    answerFaults(
      [acknowledged('two', 1), { ...acknowledged('one', 2), ...intention }],
      new Map([
        [CHART, [{ ...away!, type: 'MovedToAnotherChart' }, opened(written(['one', 'two']))[1]!, { ...end!, type }]],
      ]),
    );
  expect(faults({}, 'MoveCompleted')).toEqual([]);
  const refused = { acknowledged: undefined, refused: { status: 409, reason: 'move-returned' } };
  expect(faults(refused, 'MoveReturned')).toEqual([]);
  expect(faults(refused, 'PhysicianNoteEdited')).toEqual([
    `Refused with move-returned, and in ${CHART}: one`,
    `Acknowledged, and not in the log: the end of the move ${moveId}`,
  ]);
});

test('the events of a command stand together, from its first on, with ids that derive from it', () => {
  expect(commandFaults([...written(['one', 'one', 'two']), ...written(['one'], 'patient-p')])).toEqual([]);
  expect(commandFaults(written(['one', 'two', 'one']))).toEqual([
    `The command of PhysicianNoteEdited, revision 2 of ${CHART}, was written a second time`,
  ]);
  const [, second] = written(['one', 'one']);
  expect(commandFaults([{ ...second!, revision: 0n }])).toEqual([
    `PhysicianNoteEdited, revision 0 of ${CHART}, is not event 0 of its command`,
  ]);
});

test('rows behind the log and parked streams are found, unless the stream was given a poison event', () => {
  const log = written(['one', 'two'], 'drug-d');
  const at = (revision: bigint, ...parked: string[]) => ({
    checkpoints: new Map([['catalogue drug-d', revision]]),
    parked: new Set(parked),
  });
  expect(progressFaults(log, at(1n), [])).toEqual([]);
  expect(progressFaults(log, at(0n), [])).toEqual([
    'The rows of 1 streams are behind the log: catalogue drug-d is at 0 of 1',
  ]);
  expect(progressFaults(log, at(0n, 'catalogue drug-d'), [])).toEqual(['drug-d is parked in catalogue']);
  expect(progressFaults(log, at(0n, 'catalogue drug-d'), ['drug-d'])).toEqual([]);
  expect(progressFaults(log, at(0n), ['drug-d'])).toEqual([
    'drug-d has an event that cannot be projected, and is not parked',
  ]);
});

test('gaps, repeated events, positions that do not increase and reads that differ are found', () => {
  const log = written(['one', 'two', 'three']);
  const [first, second, third] = log as [(typeof log)[0], (typeof log)[0], (typeof log)[0]];
  const faults = (...events: typeof log) => logFaults(events, events);
  expect(logFaults(log.slice(0, 2), log)).toEqual([]);
  expect(faults(first, third)).toEqual([`${CHART} has revision 2 where 1 follows`]);
  expect(faults(first, { ...second, id: first.id })).toEqual([
    `The event ${first.id} is in the log twice, also as 1 of ${CHART}`,
  ]);
  expect(faults(first, { ...second, position: first.position })).toEqual([
    `Revision 1 of ${CHART} has no position after the event before it`,
  ]);
  expect(logFaults(log, [first, { ...second, data: { note: 'other' } }, third])).toEqual([
    `Two reads differ at revision 1 of ${CHART}`,
  ]);
});

test('the log is read page by page, each from the last event on', async () => {
  const log = written(['one', 'two', 'three']);
  async function* readAllRaw({ after }: { after?: { commit: bigint } | undefined }) {
    yield* log.filter(({ position }) => position!.commit > (after?.commit ?? -1n)).slice(0, 2);
  }
  expect(await readWholeLog({ readAllRaw })).toEqual(log);
});

test('a rebuild that fails names each table that differs, or says why', () => {
  const said = 'compares the rows\nThe table review differs: a\nThe table patient differs: b\nNothing was switched.\n';
  expect(rebuildSentences(said, 1)).toEqual(['The table review differs: a', 'The table patient differs: b']);
  expect(rebuildSentences('makes the indexes\nAnother rebuild is running.\n', 1)).toEqual([
    'The rebuild ended with 1: Another rebuild is running.',
  ]);
});

const line = (entry: object): string => JSON.stringify({ level: 50, service: 'command-api', ...entry });

test('errors of the product that a killed engine explains are none; others are found, once a kind', () => {
  const [ended, start] = ['ended unexpectedly, is started again', 'could not start'];
  const away = 'terminating connection due to unexpected postmaster exit';
  const allowed = [
    { msg: ended, process: 'product', code: null },
    { service: 'postgres', severity: 'FATAL', msg: away },
    { msg: start, error: { code: '57P03' } },
    { msg: start, error: { message: 'COMMIT; - Connection terminated unexpectedly' } },
    { level: 'warn', msg: 'Acquire connection error: Error: read ECONNRESET\n    at TCP.onStreamRead (node:x:1:1)' },
    { msg: 'EVENTSTORE_URL: the server does not answer, the start waits for it', error: { type: 'LogUnavailable' } },
  ];
  expect(logFindings(allowed.map(line))).toEqual([]);
  const others = [
    { msg: ended, code: 134 },
    { service: 'projections', msg: away },
    { service: 'postgres', severity: 'ERROR', msg: 'deadlock detected' },
    { msg: start, error: { code: '42P01' } },
    { level: 'warn', msg: 'Acquire connection error: Error: password authentication failed\n    at x (node:x:1:1)' },
    { msg: 'unexpected failure' },
  ];
  expect(logFindings(others.map(line))).toHaveLength(others.length);
  expect(logFindings([line({ msg: 'no room' }), line({ msg: 'no room' })])).toEqual([
    `The product logged 2 times: ${line({ msg: 'no room' })}`,
  ]);
});

test('a stream with a poison event is parked, and another one is not', () => {
  const parked = line({ msg: 'stream parked: this event cannot be projected', stream: 'drug-d' });
  expect(logFindings([parked], ['drug-d'])).toEqual([]);
  expect(logFindings([parked])).toHaveLength(1);
});

test('errors and crashes are told from other lines of a log', () => {
  const crash = String.raw`{"level":40,"service":"x","msg":"Error: no\n    at run (file.js:1:1)"}`;
  for (const error of [
    '{"level":50,"msg":"x"}',
    '{"level":"fatal","msg":"x"}',
    crash,
    'TypeError: x is not a function',
  ])
    expect(isError(error)).toBe(true);
  const handled = String.raw`{"level":40,"error":{"stack":"Error\n    at run (file.js:1:1)"},"msg":"tried again"}`;
  for (const other of ['{"level":"warn","msg":"x"}', '{"level":40,"msg":"x"}', handled, 'ready http://localhost:8080'])
    expect(isError(other)).toBe(false);
});

test('a checker that cannot judge is a finding', async () => {
  const broken = () => Promise.reject(new Error('no connection'));
  expect(await judge('answers', broken)).toEqual([{ checker: 'answers', says: 'Unknown: no connection' }]);
});
