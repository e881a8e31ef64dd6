import type { Fence } from 'service-kit/postgres/leader-lock';
import { placeOf } from 'service-kit/event-log/place';
import { teamStream } from 'language/domain/team/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../testing.ts';
import { resumePosition, storePosition } from './dispatcher-position.ts';

const fence: Fence = { name: 'dispatcher-of-spec', number: 1n };
const stream = teamStream('kept');
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.pool.query('insert into accounts.leader_fence (name, fence) values ($1, $2)', [
    fence.name,
    String(fence.number),
  ]);
});
afterAll(() => environment.stop());

const idOfLog = async (): Promise<string> =>
  (await environment.rows<{ id: string }>('select id from accounts.event_log_identity'))[0]!.id;
/** Up to which revisions people have seen charts. */
const seen = () => environment.rows('select revision from reading.chart_seen');
const resume = (log = environment.log) => resumePosition(log, environment.pool, fence, environment.logger);

test('a log keeps its id through restarts, and a log that was restored to an earlier point gets a new one', async () => {
  const began = await idOfLog();
  for (const type of ['TeamChatSwitchedOn', 'TeamChatSwitchedOff'])
    await environment.append(stream, [{ type, data: {} }]);
  const head = (await environment.log.headAt(stream, 'end'))!;
  await storePosition(environment.pool, fence, new Map([[stream, head.revision]]), placeOf(head));
  expect(await resume()).toEqual(placeOf(head));
  expect(await idOfLog()).toBe(began);

  await environment.pool.query(
    `insert into reading.chart_seen (user_id, admission_id, team_id, revision, at) values ('u', 'a', 'kept', 1, now())`,
  );
  expect(await resume()).toEqual(placeOf(head));
  expect(await seen()).toHaveLength(1);
  const restored = await environment.restoreBackup({ [stream]: 1 });
  expect(await resume(restored.log)).toBeUndefined();
  const after = await idOfLog();
  expect(after).not.toBe(began);
  expect(await seen()).toEqual([]);

  const first = (await restored.log.headAt(stream, 'end'))!;
  await storePosition(environment.pool, fence, new Map([[stream, first.revision]]), placeOf(first));
  expect(await resume(restored.log)).toEqual(placeOf(first));
  expect(await idOfLog()).toBe(after);
});
