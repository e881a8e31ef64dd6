import { randomUUID } from 'node:crypto';
import type { Watch } from 'language/contract/live';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectListener, createListeners } from '../../testing/listener.ts';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';
import { PRESENCE_CHANNEL } from './presence-sync.ts';

let environment: TestEnvironment;
/** The clock, set by the tests. */
let clock = 0;
const { connect, closeAll } = createListeners(() => environment.url);

beforeAll(async () => {
  environment = await startTestEnvironment({ heartbeatMs: 3_600_000, presenceSweepMs: 10, now: () => clock });
});
afterEach(closeAll);
afterAll(() => environment.stop());

const admission: Watch = { admission: 'adm-1' };

describe('presence', () => {
  test('is shown to all watchers of the admission, also later ones, and lapses after 30 s', async () => {
    const [mona, karim] = [await connect(environment.tokens.mona), await connect(environment.tokens.karim)];
    await mona.watch(admission);
    expect(await karim.touch({ admission: 'adm-1', target: 'review:rev-first', mode: 'editing' })).toEqual({
      ok: false,
    });
    await karim.watch(admission);
    expect(await karim.touch({ admission: 'adm-1', target: 'review:rev-first', mode: 'editing' })).toEqual({
      ok: true,
    });
    const shown = {
      admission: 'adm-1',
      people: [{ userId: 'karim', name: 'Karim Nabil', target: 'review:rev-first', mode: 'editing' }],
    };
    expect(await mona.receives('presence', ({ people }) => people.length > 0)).toEqual(shown);
    const later = await connect(environment.tokens.mona);
    await later.watch(admission);
    expect(await later.receives('presence')).toEqual(shown);
    clock += 30_000;
    await mona.receives(
      'presence',
      (presence) => presence.people.length === 0 && mona.received.presence.indexOf(presence) > 1,
    );
  });

  test('shows only people who watch the admission', async () => {
    const [mona, karim, sami] = [
      await connect(environment.tokens.mona),
      await connect(environment.tokens.karim),
      await connect(environment.tokens.sami),
    ];
    await mona.watch(admission);
    await karim.watch(admission);
    expect(await sami.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' })).toEqual({ ok: false });
    await karim.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' });
    await mona.receives('presence', ({ people }) => people.some(({ userId }) => userId === 'karim'));
    const shown = mona.received.presence.flatMap(({ people }) => people.map(({ userId }) => userId));
    expect(new Set(shown)).toEqual(new Set(['karim']));
  });

  test('ends with the connection', async () => {
    const [mona, karim] = [await connect(environment.tokens.mona), await connect(environment.tokens.karim)];
    await mona.watch(admission);
    await karim.watch(admission);
    await karim.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' });
    await mona.receives('presence', ({ people }) => people.length === 1);
    karim.close();
    await mona.receives(
      'presence',
      (presence) => presence.people.length === 0 && mona.received.presence.indexOf(presence) > 1,
    );
  });
});

describe('presence over several instances', () => {
  const shown = (...people: [userId: string, name: string, target: string][]) => ({
    admission: 'adm-1',
    people: people.map(([userId, name, target]) => ({ userId, name, target, mode: 'editing' })),
  });
  const at =
    (userId: string) =>
    ({ people }: { people: readonly { userId: string }[] }) =>
      people.some((one) => one.userId === userId);

  test('is shared by running, starting and stopping instances', async () => {
    const mona = await connect(environment.tokens.mona);
    await mona.watch(admission);
    await mona.touch({ admission: 'adm-1', target: 'review:rev-first', mode: 'editing' });
    const second = await environment.another();
    const karim = await connectListener(second.url, { token: environment.tokens.karim });
    await karim.watch(admission);
    expect(await karim.receives('presence', at('mona'))).toEqual(shown(['mona', 'Mona Adel', 'review:rev-first']));
    await karim.touch({ admission: 'adm-1', target: 'note:note-1', mode: 'editing' });
    expect(await mona.receives('presence', at('karim'))).toEqual(
      shown(['karim', 'Karim Nabil', 'note:note-1'], ['mona', 'Mona Adel', 'review:rev-first']),
    );
    await second.stop();
    await mona.receives(
      'presence',
      (presence) =>
        mona.received.presence.some(at('karim')) &&
        mona.received.presence.indexOf(presence) > mona.received.presence.findIndex(at('karim')) &&
        !at('karim')(presence),
    );
  });

  test('of a silent instance lapses after 30 s, and not before', async () => {
    const line = await openTcpProxy(environment.databaseUrl);
    const second = await environment.another(
      { heartbeatMs: 3_600_000, presenceSweepMs: 10, presenceRepeatMs: 10, now: () => clock },
      line.databaseUrl,
    );
    const [mona, karim] = [
      await connect(environment.tokens.mona),
      await connectListener(second.url, { token: environment.tokens.karim }),
    ];
    await Promise.all([mona.watch(admission), karim.watch(admission)]);
    const editing = (target: 'note:note-1' | 'review:rev-first') =>
      karim.touch({ admission: 'adm-1', target, mode: 'editing' });
    await editing('note:note-1');
    await mona.receives('presence', at('karim'));
    clock += 20_000;
    await editing('review:rev-first');
    await mona.receives('presence', ({ people }) =>
      people.some(({ userId, target }) => userId === 'karim' && target === 'review:rev-first'),
    );
    line.fallSilent();
    // Notices that were on their way to Postgres must not arrive after the clock moves.
    const hasRecentQuery = /* sql */ `
      select from pg_stat_activity
      where datname = current_database() and application_name like 'query-api%'
        and state_change > now() - interval '100 ms'`;
    await expect.poll(async () => (await environment.rows.query(hasRecentQuery)).rowCount).toBe(0);
    // Earlier notices arrive before this one.
    await environment.rows.query('select pg_notify($1, $2)', [
      PRESENCE_CHANNEL,
      JSON.stringify({
        from: randomUUID(),
        admission: 'adm-1',
        people: [{ userId: 'sami', target: 'admission', mode: 'viewing' }],
      }),
    ]);
    await mona.receives('presence', ({ people }) => people.some(({ userId }) => userId === 'sami'));
    clock += 29_999;
    const later = await connect(environment.tokens.mona);
    await later.watch(admission);
    expect(at('karim')(await later.receives('presence'))).toBe(true);
    clock += 1;
    await mona.receives(
      'presence',
      ({ people }) => people.length === 0 && !at('karim')(mona.received.presence.at(-1)!),
    );
    karim.close();
    await line.close();
    await second.stop();
  });

  test('is exchanged as ids without names', async () => {
    const payloads: string[] = [];
    const listener = await environment.rows.connect();
    listener.on('notification', ({ payload }) => payloads.push(payload ?? ''));
    await listener.query('listen presence');
    const karim = await connect(environment.tokens.karim);
    await karim.watch(admission);
    await karim.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' });
    await expect.poll(() => payloads.some((payload) => payload.includes('"karim"'))).toBe(true);
    expect(payloads.join()).not.toMatch(/Karim|Nabil|@/);
    await listener.query('unlisten *');
    listener.release();
  });
});
