import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

test('what the admin account does to an account is in the security log once, without the reason', async () => {
  const { admin, sami } = ward;
  const path = `/api/accounts/${sami.me._id}`;
  expect(await admin.delete(`${path}/sessions`)).toMatchObject({ status: 200, body: { ended: 1 } });
  for (let times = 0; times < 2; times += 1) await admin.put(path, { disabled: true, reason: 'CANARY-REASON' });
  for (let times = 0; times < 2; times += 1) await admin.put(path, { disabled: false });
  const { rows } = await environment.pool.query(
    'select kind, actor_id, address, data from accounts.security_line where user_id = $1 order by number',
    [sami.me._id],
  );
  const byAdmin = { actor_id: admin.me._id, address: '127.0.0.1' };
  expect(rows).toEqual([
    { kind: 'SessionsEnded', ...byAdmin, data: { by: 'admin', sessions: 1 } },
    { kind: 'AccountDisabled', ...byAdmin, data: {} },
    { kind: 'AccountEnabled', ...byAdmin, data: {} },
  ]);
});
