import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admin,
  environment,
  errors,
  get,
  startAuditEnvironment,
  stopAuditEnvironment,
  team,
} from '../../testing/audit-environment.ts';

beforeAll(startAuditEnvironment);
afterAll(stopAuditEnvironment);

const period = 'startDate=2025-01-01&endDate=2025-01-31';
const exports = [
  `${errors}?format=csv`,
  `${errors}?format=xlsx`,
  `${errors}?format=ndjson`,
  `/api/history/teams/${team}/export`,
  `/api/history/teams/${team}/anchors`,
  `/api/reviews/export.csv?team=${team}&${period}`,
  `/api/reviews/export.xlsx?team=${team}&${period}`,
  `/api/reviews?team=${team}&${period}`,
];
const statuses = async (paths: readonly string[]): Promise<number[]> => {
  const found: number[] = [];
  for (const path of paths) {
    const { status, body } = await get(path, admin);
    found.push(status);
    // No one reads the rest.
    await body?.cancel();
  }
  return found;
};

test('exports need a fresh proof in a page; other reads, and other API clients, do not', async () => {
  expect(await statuses(exports)).toEqual(exports.map(() => 200));
  await environment.pool.query(
    `insert into accounts.session_proof (session_id, proven_at)
     select session_id, now() - interval '11 minutes' from accounts.session where user_id = $1`,
    [admin],
  );
  expect(await statuses(exports)).toEqual(exports.map(() => 403));
  expect(await (await get(exports[0] ?? '', admin)).json()).toMatchObject({ reason: 'proof-needed' });
  expect(await statuses([errors, `/api/reviews?team=${team}&${period}&csv=0`])).toEqual([200, 200]);

  await environment.pool.query(`update accounts.session_proof set proven_at = now() - interval '9 minutes'`);
  expect(await statuses(exports)).toEqual(exports.map(() => 200));
});
