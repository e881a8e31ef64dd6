import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem, Team } from 'language/contract/entities';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';
import { RACE_COUNT, races, type TwoProcesses, withSecondProcess } from '../../testing/second-process.ts';

const HEAD_START_MS = 4;

let environment: TestEnvironment;
let ward: Ward;
let processes: TwoProcesses;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  processes = await withSecondProcess(environment);
});
afterAll(() => environment.stop());

test(`${RACE_COUNT} races that add one person three times write one event each`, async () => {
  const won = { single: 0, list: 0 };
  await races(RACE_COUNT, async (n) => {
    const { body: team } = await processes.ask<Team>(n, ward.mona, 'POST', '/api/teams', {
      name: `Ward ${n}`,
      specialty: 1,
    });
    const which = n >> 1;
    const { email } = ward.omar.me;
    const add = (process: number) =>
      processes.ask<Problem>(process, ward.mona, 'POST', `/api/teams/${team._id}/members`, { email });
    const update = (process: number) =>
      processes.ask(process, ward.mona, 'PUT', `/api/teams/${team._id}/edit`, {
        teamId: team._id,
        members: [{ user: email }],
      });
    const updating = update(which);
    // The list reads more before it writes: only with a head start, which differs from race to race, can it be the
    // first. The longest one is its whole time.
    await (n % 12 === 11 ? updating : setTimeout((n % 12) * HEAD_START_MS));
    const [updated, ...added] = await Promise.all([updating, add(which + 1), add(which)]);
    // One of them wrote it. After that the list had nothing to do, and a single addition found the person already
    // there.
    expect(updated.status).toBe(200);
    const written = added.filter(({ status }) => status === 201).length;
    for (const { status, body } of added)
      if (status !== 201)
        expect({ status, message: body.message }).toEqual({ status: 409, message: 'This member already added' });
    expect(written).toBeLessThanOrEqual(1);
    won[written === 1 ? 'single' : 'list'] += 1;
    const events = await environment.events(`team-${team._id}`);
    expect(events.map(({ type, data }) => [type, (data as { userId?: string }).userId])).toEqual([
      ['TeamCreated', undefined],
      ['TeamMemberAdded', ward.mona.me._id],
      ['TeamMemberAdded', ward.omar.me._id],
    ]);
  });
  process.stdout.write(
    `${RACE_COUNT} races of two processes: a single addition wrote ${won.single}, the list ${won.list}; ` +
      `${RACE_COUNT} members, ${RACE_COUNT} events\n`,
  );
  expect(won.single + won.list).toBe(RACE_COUNT);
  // Both outcomes occur, or it was no race.
  expect(Math.min(won.single, won.list)).toBeGreaterThan(0);
}, 600_000);
