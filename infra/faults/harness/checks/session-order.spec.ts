import { expect, test } from 'vitest';
import { orderFaults } from './session-order.ts';
import { acknowledged, CHART, opened, written } from './testing.ts';

const faults = (intentions: ReturnType<typeof acknowledged>[]) =>
  orderFaults(intentions, new Map([[CHART, opened(written(['one', 'two', 'three']))]]));

test('commands that were sent one after the other are in the log in that order', () => {
  expect(
    faults([
      acknowledged('one', 0, { sentAt: 0, answeredAt: 1 }),
      acknowledged('two', 1, { sentAt: 2, answeredAt: 3 }),
      acknowledged('three', 2, { sentAt: 4, answeredAt: 5 }),
    ]),
  ).toEqual([]);
});
test('commands that were under way at the same time may be in either order', () => {
  expect(
    faults([
      acknowledged('two', 1, { sentAt: 0, answeredAt: 3 }),
      acknowledged('one', 0, { sentAt: 2, answeredAt: 4 }),
    ]),
  ).toEqual([]);
});
test('a command that was sent after an answer, and stands before it, is found', () => {
  expect(
    faults([
      acknowledged('two', 1, { sentAt: 0, answeredAt: 1 }),
      acknowledged('one', 0, { sentAt: 2, answeredAt: 3 }),
    ]),
  ).toEqual([`one is revision 0 of ${CHART}, but two, answered before, is 1`]);
});
