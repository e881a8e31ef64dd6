import { expect, test } from 'vitest';
import { answerFaults, commandFaults } from './acknowledged.ts';
import { acknowledged, CHART, opened, written } from './testing.ts';

const inChart = (commands: Parameters<typeof written>[0]) => new Map([[CHART, opened(written(commands))]]);

test('an acknowledged command is in the log once, at its revision', () => {
  expect(answerFaults([acknowledged('one', 1)], [], inChart(['two', 'one']))).toEqual([]);
  expect(answerFaults([acknowledged('one', 1)], [], inChart(['two']))).toEqual([
    'Acknowledged, and not in the log: one',
  ]);
  expect(answerFaults([acknowledged('one', 0)], [], inChart(['two', 'one']))).toEqual([
    'Acknowledged at another revision than in the log: one',
  ]);
});
test('a run in which nothing was acknowledged has proven nothing', () => {
  expect(answerFaults([], [], inChart(['one']))).toEqual(['No command was acknowledged']);
});

test('the events of a command stand together, from its first on', () => {
  expect(commandFaults(written(['one', 'one', 'two']))).toEqual([]);
  expect(commandFaults([...written(['one']), ...written(['one'], 'patient-p')])).toEqual([]);
});
test('a command that was done a second time is found', () => {
  const [first, other, again] = written(['one', 'two', 'one']);
  expect(commandFaults([first!, other!, again!])).toEqual([
    `The command of PhysicianNoteEdited, revision 2 of ${CHART}, was written a second time`,
  ]);
});
test('an append without its first event is found', () => {
  const [, second] = written(['one', 'one']);
  expect(commandFaults([{ ...second!, revision: 0n }])).toEqual([
    `PhysicianNoteEdited, revision 0 of ${CHART}, is not event 0 of its command`,
  ]);
});
test('an event whose id does not derive from its command is found', () => {
  const [first] = written(['one']);
  expect(commandFaults([{ ...first!, id: 'another' }])).toHaveLength(1);
});
