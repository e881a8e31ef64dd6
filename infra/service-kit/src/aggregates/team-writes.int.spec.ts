import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEventLog } from '../event-log/eventstoredb.ts';
import { type EventLog, type NewEvent, UnknownOutcome, WrongExpectedRevision } from '../event-log/port.ts';
import { newEvent, noKeys, teamCreated } from '../event-log/testing.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { createLogger } from '../process/logger.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { createFoldCaches } from './fold-cache.ts';
import { markTeamWrites, teamMark } from './team-writes.ts';

let installation: Installation;
let pool: Pool;
let bare: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  bare = connectEventLog({
    url: installation.eventstoreUrl,
    keys: noKeys,
    logger: createLogger('spec', 'silent'),
  });
});
afterAll(async () => {
  await bare.close();
  await pool.end();
  await installation.stop();
});

const mark = async (): Promise<bigint | undefined> => {
  const { rows } = await pool.query<{ mark: string | null }>(`select ${teamMark} as mark`);
  const found = rows[0]?.mark;
  return typeof found === 'string' ? BigInt(found) : undefined;
};
const added = (userId: string): NewEvent =>
  newEvent('TeamMemberAdded', { userId, email: `${userId}@team.test`, role: 'pharmacist' });

test('each append to a team changes the mark, and there is none while it is under way', async () => {
  const during: (bigint | undefined)[] = [];
  const log = markTeamWrites(
    {
      ...bare,
      async append(...call) {
        during.push(await mark());
        return bare.append(...call);
      },
    },
    pool,
  );
  const stream = `team-${randomUUID()}`;
  const marks = [await mark()];
  await log.append(stream, 'no_stream', [teamCreated()]);
  marks.push(await mark());
  await log.append(stream, 0n, [added('omar')]);
  marks.push(await mark());
  await expect(log.append(stream, 0n, [added('late')])).rejects.toThrow(WrongExpectedRevision);
  marks.push(await mark());
  expect(during).toEqual([undefined, undefined, undefined]);
  expect(marks).not.toContain(undefined);
  expect(new Set(marks).size).toBe(4);
  await log.append(`catalogue-${randomUUID()}`, 'no_stream', [newEvent('TagAdded', { tagId: 't', label: 'l' })]);
  expect(await mark()).toBe(marks[3]);
  expect((await pool.query('select from accounts.team_write')).rowCount).toBe(1);
});

test('an append whose outcome is unknown may be written until its time is over', async () => {
  const before = await mark();
  const cutOff = { ...bare, append: () => Promise.reject(new UnknownOutcome('no answer')) };
  await expect(
    markTeamWrites(cutOff, pool).append(`team-${randomUUID()}`, 'no_stream', [teamCreated()]),
  ).rejects.toThrow(UnknownOutcome);
  expect(await mark()).toBeUndefined();
  await pool.query(`update accounts.team_write set began_at = now() - interval '31 seconds'`);
  const after = await mark();
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
});

test('a team is read from the log when its mark has changed, or there is none, and from the cache otherwise', async () => {
  let reads = 0;
  const { team } = createFoldCaches({
    ...bare,
    readStream(...call) {
      reads += 1;
      return bare.readStream(...call);
    },
  });
  // Another process writes.
  const log = markTeamWrites(bare, pool);
  const id = randomUUID();
  const members = async () => {
    const { state } = await team.load(id, undefined, await mark());
    return state.status === 'none' ? [] : state.members.map(({ userId }) => userId);
  };
  await log.append(`team-${id}`, 'no_stream', [teamCreated()]);
  expect(await members()).toEqual([]);
  expect(await members()).toEqual([]);
  expect(reads).toBe(1);
  await log.append(`team-${id}`, 0n, [added('omar')]);
  expect(await members()).toEqual(['omar']);
  expect(await members()).toEqual(['omar']);
  expect(reads).toBe(2);
  await team.load(id);
  await team.load(id, undefined, undefined);
  expect(reads).toBe(4);
});
