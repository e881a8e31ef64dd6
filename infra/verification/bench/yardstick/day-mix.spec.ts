import { expect, test } from 'vitest';
import {
  type Action,
  actionAt,
  actionsOfVisit,
  actionsPerSecond,
  daysOfStay,
  isWrite,
  SECONDS_OF_VISIT,
} from './day-mix.ts';

const DRAWS = 20_000;
const counts = new Map<Action, number>();
for (let draw = 0; draw < DRAWS; draw += 1) {
  const action = actionAt((draw + 0.5) / DRAWS);
  counts.set(action, (counts.get(action) ?? 0) + 1);
}
const total = [...actionsOfVisit.values()].reduce((sum, share) => sum + share, 0);

test('each action is drawn as often as a visit has it', () => {
  for (const [action, share] of actionsOfVisit)
    expect((counts.get(action) ?? 0) / DRAWS, action).toBeCloseTo(share / total, 3);
});

test('the ends of the range are actions', () => {
  expect(actionsOfVisit.has(actionAt(0))).toBe(true);
  expect(actionsOfVisit.has(actionAt(1))).toBe(true);
});

test('500 people make some ten actions a second, of which between a tenth and a half write', () => {
  expect(actionsPerSecond(500)).toBeCloseTo((500 * total) / SECONDS_OF_VISIT);
  expect(actionsPerSecond(500)).toBeGreaterThan(8);
  const writes = [...actionsOfVisit].reduce((sum, [action, share]) => sum + (isWrite(action) ? share : 0), 0);
  expect(writes / total).toBeGreaterThan(0.1);
  expect(writes / total).toBeLessThan(0.5);
});

test('a stay is as long as its distribution says', () => {
  expect(daysOfStay).toBeCloseTo(8.7, 1);
});
