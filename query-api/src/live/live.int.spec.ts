import { randomUUID } from 'node:crypto';
import type { Watch } from 'command-api/contract/live';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';
import { connectListener, type Listener } from '../testing/listener.ts';
import { PRESENCE_CHANNEL } from './presence/presence-sync.ts';

let environment: TestEnvironment;
/** The clock, set by the tests. */
let clock = 0;
const opened: Listener[] = [];

beforeAll(async () => {
  environment = await startTestEnvironment({ heartbeatMs: 3_600_000, presenceSweepMs: 10, now: () => clock });
});
afterEach(() => {
  for (const listener of opened.splice(0)) listener.close();
});
afterAll(() => environment.stop());

async function connect(token: string): Promise<Listener> {
  const listener = await connectListener(environment.url, { token });
  opened.push(listener);
  return listener;
}
const admission: Watch = { admission: 'adm-1' };
const team: Watch = { team: 'icu' };
/** When the answer comes, earlier messages to this listener have arrived. */
const caughtUp = (listener: Listener) => listener.unwatch({ admission: 'nothing' });

describe('the handshake', () => {
  test('is refused without a valid token', async () => {
    for (const auth of [{}, { token: 'unknown' }, { token: 7 }, { token: '' }, { token: 'x'.repeat(500) }])
      await expect(connectListener(environment.url, auth)).rejects.toThrow('Not authorized, token failed');
  });
});

describe('watching', () => {
  test('answers the stream and its revision', async () => {
    const karim = await connect(environment.tokens.karim);
    expect(await karim.watch(admission)).toEqual({ ok: true, stream: 'admission-adm-1', revision: 9 });
    expect(await karim.watch({ admission: 'adm-1', revision: 3 })).toMatchObject({ ok: true });
    expect(await karim.watch(team)).toEqual({ ok: true, stream: 'team-icu', revision: 4 });
  });

  test('is refused to strangers and disabled members, and for unknown things', async () => {
    const refused = { ok: false, message: 'Not found', reason: 'not-found' };
    for (const token of [environment.tokens.sami, environment.tokens.dina]) {
      const stranger = await connect(token);
      expect(await stranger.watch(admission)).toEqual(refused);
      expect(await stranger.watch(team)).toEqual(refused);
    }
    expect(await (await connect(environment.tokens.mona)).watch({ admission: 'none' })).toEqual(refused);
  });

  test('sends nothing after a refusal', async () => {
    const [stranger, karim] = [await connect(environment.tokens.sami), await connect(environment.tokens.karim)];
    await stranger.watch(admission);
    await karim.watch(admission);
    await environment.notice({ stream: 'admission-adm-1', revision: '10', teamId: 'icu' });
    await karim.receives('changed');
    await caughtUp(stranger);
    expect(stranger.received.changed).toEqual([]);
  });

  test('answers a malformed request with a sentence', async () => {
    const karim = await connect(environment.tokens.karim);
    for (const nonsense of [
      undefined,
      null,
      7,
      'adm-1',
      {},
      { admission: '' },
      { admission: ['adm-1'] },
      { admission: 'adm-1', team: 'icu' },
      { team: "icu'" },
    ])
      expect(await karim.watch(nonsense as unknown as Watch)).toMatchObject({
        ok: false,
        message: expect.any(String),
        reason: 'watch-what',
      });
    expect(await karim.touch({ admission: 'adm-1', target: 'elsewhere', mode: 'viewing' } as never)).toEqual({
      ok: false,
    });
    karim.socket.emit('watch', admission, undefined as never);
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('refuses too many messages', async () => {
    const karim = await connect(environment.tokens.karim);
    const answers = await Promise.all(Array.from({ length: 60 }, () => karim.watch(admission)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    expect(answers.at(-1)).toEqual({
      ok: false,
      message: 'Too many messages, please slow down',
      reason: 'too-many-messages',
    });
    clock += 10_000;
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('allows a person at most twenty connections', async () => {
    for (let count = 0; count < 20; count += 1) await connect(environment.tokens.mona);
    await expect(connectListener(environment.url, { token: environment.tokens.mona })).rejects.toThrow(
      'Too many connections of this account',
    );
  });
});

describe('a change', () => {
  test('is sent once to a watcher of its admission and team, with the name of the author', async () => {
    const mona = await connect(environment.tokens.mona);
    await mona.watch(admission);
    await mona.watch(team);
    await environment.notice({
      stream: 'admission-adm-1',
      revision: '11',
      touched: ['review:rev-first', 'entry:ent-1', 'gallery:grp-1', 'medication:med-1', 'unheard-of:1'],
      teamId: 'icu',
    });
    await environment.notice({
      stream: 'admission-adm-1',
      revision: '12',
      from: '11',
      touched: ['note:note-1'],
      teamId: 'icu',
      actorId: 'nobody',
    });
    await mona.receives('changed', ({ revision }) => revision === 12);
    expect(mona.received.changed).toEqual([
      {
        stream: 'admission-adm-1',
        revision: 11,
        from: 11,
        touched: ['review:rev-first', 'entry:ent-1', 'gallery:grp-1', 'medication:med-1'],
        actorId: 'karim',
        actorName: 'Karim Nabil',
        at: '2025-02-03T10:00:00.000Z',
      },
      {
        stream: 'admission-adm-1',
        revision: 12,
        from: 11,
        touched: ['note:note-1'],
        actorId: 'nobody',
        actorName: '',
        at: '2025-02-03T10:00:00.000Z',
      },
    ]);
  });

  test('of a patient or another admission is sent to the team, and not to the watcher of one admission', async () => {
    const [ofTeam, ofAdmission] = [await connect(environment.tokens.mona), await connect(environment.tokens.karim)];
    await ofTeam.watch(team);
    await ofAdmission.watch(admission);
    await environment.notice({ stream: 'patient-pat-1', revision: '2', touched: ['patient:pat-1'], teamId: 'icu' });
    await environment.notice({ stream: 'admission-adm-0', revision: '8', touched: ['admission:adm-0'], teamId: 'icu' });
    await environment.notice({ stream: 'admission-other', revision: '8', touched: ['admission:other'], teamId: 'ccu' });
    await environment.notice({ stream: 'admission-adm-1', revision: '13', teamId: 'icu' });
    await ofAdmission.receives('changed', ({ revision }) => revision === 13);
    await ofTeam.receives('changed', ({ revision }) => revision === 13);
    expect(ofAdmission.received.changed.map(({ stream }) => stream)).toEqual(['admission-adm-1']);
    expect(ofTeam.received.changed.map(({ stream }) => stream)).toEqual([
      'patient-pat-1',
      'admission-adm-0',
      'admission-adm-1',
    ]);
  });

  test('of the catalogue is sent to everyone', async () => {
    const sami = await connect(environment.tokens.sami);
    await environment.notice({ stream: 'catalogue', revision: '5', touched: ['catalogue:tags'] });
    expect(await sami.receives('changed')).toMatchObject({ stream: 'catalogue', touched: ['catalogue:tags'] });
  });

  test('of a person is sent to all their windows, and to the teams that show their name', async () => {
    const [karim, ofTeam, sami] = [
      await connect(environment.tokens.karim),
      await connect(environment.tokens.mona),
      await connect(environment.tokens.sami),
    ];
    await ofTeam.watch(team);
    await environment.notice({ stream: 'user-karim', revision: '1', touched: ['user:karim'] });
    for (const listener of [karim, ofTeam])
      expect(await listener.receives('changed')).toMatchObject({ stream: 'user-karim', touched: ['user:karim'] });
    await caughtUp(sami);
    expect(sami.received.changed).toEqual([]);
  });

  test('of a team is sent to a person whom it touches and who is not in its room yet', async () => {
    const sami = await connect(environment.tokens.sami);
    await environment.notice({
      stream: 'team-icu',
      revision: '5',
      touched: ['team:icu', 'user:sami'],
      teamId: 'icu',
      actorId: 'mona',
    });
    expect(await sami.receives('changed')).toMatchObject({ stream: 'team-icu', touched: ['team:icu', 'user:sami'] });
  });

  test('is not sent after unwatch', async () => {
    const [gone, still] = [await connect(environment.tokens.mona), await connect(environment.tokens.karim)];
    await gone.watch(admission);
    await still.watch(admission);
    expect(await gone.unwatch(admission)).toEqual({ ok: true });
    await environment.notice({ stream: 'admission-adm-1', revision: '14', teamId: 'icu' });
    await still.receives('changed');
    await caughtUp(gone);
    expect(gone.received.changed).toEqual([]);
  });

  test('that cannot be read does not stop the next one', async () => {
    const mona = await connect(environment.tokens.mona);
    await mona.watch(admission);
    await environment.rows.query(`select pg_notify('read_model_changed', 'no json')`);
    await environment.notice({ stream: 'admission-adm-1', revision: '15', teamId: 'icu' });
    await mona.receives('changed', ({ revision }) => revision === 15);
  });
});

describe('rights that end', () => {
  test('remove a member from the rooms of the team and its admissions at once', async () => {
    const [karim, mona] = [await connect(environment.tokens.karim), await connect(environment.tokens.mona)];
    for (const listener of [karim, mona]) {
      await listener.watch(team);
      await listener.watch(admission);
    }
    await environment.rows.query(`update team_member set disabled = true where user_id = 'karim'`);
    await environment.notice({
      stream: 'team-icu',
      revision: '5',
      touched: ['team:icu'],
      teamId: 'icu',
      actorId: 'mona',
    });
    await environment.notice({ stream: 'admission-adm-1', revision: '16', teamId: 'icu' });
    await mona.receives('changed', ({ revision }) => revision === 16);
    await caughtUp(karim);
    // The change of the team is the last message that he gets: his screen reads again and finds no access.
    expect(karim.received.changed.map(({ stream }) => stream)).toEqual(['team-icu']);
    expect(await karim.watch(admission)).toMatchObject({ ok: false });
    await environment.rows.query(`update team_member set disabled = false where user_id = 'karim'`);
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('close the sockets of a signed-out session at once, and of no other session', async () => {
    const token = await environment.signIn('karim');
    const [ended, tab, other] = [await connect(token), await connect(token), await connect(environment.tokens.karim)];
    await environment.signOut(token);
    await Promise.all([
      ended.receives('signedOut'),
      ended.disconnected(),
      tab.receives('signedOut'),
      tab.disconnected(),
    ]);
    expect(await other.watch(admission)).toMatchObject({ ok: true });
    await expect(connectListener(environment.url, { token })).rejects.toThrow('Not authorized, token failed');
  });
});

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
    // Its earlier messages arrive before this one.
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
    const told: string[] = [];
    const ear = await environment.rows.connect();
    ear.on('notification', ({ payload }) => told.push(payload ?? ''));
    await ear.query('listen presence');
    const karim = await connect(environment.tokens.karim);
    await karim.watch(admission);
    await karim.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' });
    await expect.poll(() => told.some((payload) => payload.includes('"karim"'))).toBe(true);
    expect(told.join()).not.toMatch(/Karim|Nabil|@/);
    await ear.query('unlisten *');
    ear.release();
  });
});

describe('a chart that was seen', () => {
  const seen = async () =>
    (
      await environment.rows.query<{ user_id: string; revision: string }>(
        'select user_id, revision::text from reading.chart_seen order by user_id',
      )
    ).rows;

  test('is recorded for the person, never goes back, and never goes beyond the projected revision', async () => {
    const [karim, window] = [await connect(environment.tokens.karim), await connect(environment.tokens.karim)];
    expect(await karim.markSeen({ admission: 'adm-1', revision: 5 })).toEqual({ ok: false });
    await karim.watch(admission);
    const { revision } = (await karim.watch(admission)) as { revision: number };
    expect(await karim.markSeen({ admission: 'adm-1', revision: 5 })).toEqual({ ok: true });
    expect(await seen()).toEqual([{ user_id: 'karim', revision: '5' }]);
    expect(await karim.markSeen({ admission: 'adm-1', revision: 1_000_000 })).toEqual({ ok: true });
    expect(await karim.markSeen({ admission: 'adm-1', revision: 3 })).toEqual({ ok: true });
    expect(await seen()).toEqual([{ user_id: 'karim', revision: String(revision) }]);
    // Also in his other window.
    expect(await window.receives('seen')).toEqual({ admission: 'adm-1' });
  });

  test('lists the things that others have changed since, without own changes', async () => {
    const news = async (token: string) => (await environment.get('/api/admissions/adm-0/news', { token })).body;
    const ofTeam = async (token: string) => (await environment.get('/api/teams/icu/news', { token })).body;
    const karim = await connect(environment.tokens.karim);
    await karim.watch({ admission: 'adm-0' });
    await environment.project('admission-adm-0', 7);
    expect(await news(environment.tokens.karim)).toEqual({ _id: 'adm-0', seenAt: null, revision: 7, items: [] });
    await karim.markSeen({ admission: 'adm-0', revision: 7 });
    await environment.rows.query(/* sql */ `
      insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id,
                          created_at, version) values
        ('rev-new', 'adm-0', 'pat-1', 'icu', '2024-06-02', '', 'mona', now(), 8),
        ('rev-old', 'adm-0', 'pat-1', 'icu', '2024-06-01', '', 'mona', now(), 3);
      update review set entries_version = 10 where review_id = 'rev-old';
      insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position,
                                err_type, err_type_label, err_drug, err_drug_label, err_note, err_res, err_severity,
                                rating, drug_tags, version) values
        ('ent-of-old', 'rev-old', 'adm-0', 'icu', '2024-06-01', 1,
         'dose', '', 'drug-a.0', '', '', null, null, null, '[]', 10),
        ('ent-of-new', 'rev-new', 'adm-0', 'icu', '2024-06-02', 1,
         'dose', '', 'drug-a.0', '', '', null, null, null, '[]', 9);
      insert into physician_note (note_id, admission_id, patient_id, team_id, note_date, note, author_id, created_at,
                                  version) values
        ('note-own', 'adm-0', 'pat-1', 'icu', '2024-06-02', '', 'karim', now(), 11);
      insert into change (stream, revision, touched, actor_id, team_id, at) values
        ('admission-adm-0', 3, '{review:rev-old,admission:adm-0}', 'mona', 'icu', '2024-06-01T08:00:00Z'),
        ('admission-adm-0', 5, '{note:note-gone,admission:adm-0}', 'mona', 'icu', '2024-06-01T08:00:00Z'),
        ('admission-adm-0', 8, '{review:rev-new,admission:adm-0}', 'mona', 'icu', '2024-06-02T08:00:00Z'),
        ('admission-adm-0', 9, '{entry:ent-of-new,review:rev-new}', 'mona', 'icu', '2024-06-02T08:30:00Z'),
        ('admission-adm-0', 10, '{entry:ent-of-old,review:rev-old}', 'mona', 'icu', '2024-06-02T09:00:00Z'),
        ('admission-adm-0', 11, '{note:note-own,admission:adm-0}', 'karim', 'icu', '2024-06-02T10:00:00Z'),
        ('admission-adm-0', 12, '{note:note-gone,admission:adm-0}', 'mona', 'icu', '2024-06-02T11:00:00Z'),
        ('admission-adm-0', 13, '{medication:come-and-gone,admission:adm-0,patient:pat-1}', 'mona', 'icu',
         '2024-06-02T12:00:00Z')`);
    await environment.project('admission-adm-0', 13);
    const item = (thing: string, what: string, revision: number, at: string, more: object = {}) => ({
      thing,
      what,
      revision,
      userName: 'Mona Adel',
      at: `2024-06-02T${at}:00.000Z`,
      ...more,
    });
    expect(await news(environment.tokens.karim)).toEqual({
      _id: 'adm-0',
      seenAt: expect.any(String),
      revision: 13,
      items: [
        item('review:rev-new', 'added', 9, '08:30'),
        item('entry:ent-of-old', 'added', 10, '09:00', { review: 'rev-old' }),
        item('note:note-gone', 'removed', 12, '11:00'),
        item('stay', 'changed', 13, '12:00'),
      ],
    });
    expect(await ofTeam(environment.tokens.karim)).toEqual({ charts: [{ admission: 'adm-0', patient: 'pat-1' }] });
    // She has not seen it yet, and the changes are hers.
    expect(await news(environment.tokens.mona)).toEqual({ _id: 'adm-0', seenAt: null, revision: 13, items: [] });
    await karim.markSeen({ admission: 'adm-0', revision: 10 });
    expect(await news(environment.tokens.karim)).toMatchObject({
      items: [{ thing: 'note:note-gone' }, { thing: 'stay' }],
    });
    await karim.markSeen({ admission: 'adm-0', revision: 13 });
    expect(await news(environment.tokens.karim)).toMatchObject({ items: [] });
    expect(await ofTeam(environment.tokens.karim)).toEqual({ charts: [] });
  });

  test('cannot be recorded without the right to watch it', async () => {
    const sami = await connect(environment.tokens.sami);
    await sami.watch(admission);
    expect(await sami.markSeen({ admission: 'adm-1', revision: 1 })).toEqual({ ok: false });
    for (const nonsense of [
      undefined,
      {},
      { admission: 'adm-1' },
      { admission: 'adm-1', revision: -1 },
      { admission: 'adm-1', revision: 'all' },
    ])
      expect(await sami.markSeen(nonsense as never)).toEqual({ ok: false });
    expect((await seen()).map(({ user_id }) => user_id)).not.toContain('sami');
  });
});

describe('after the listening connection was lost', () => {
  test('current revisions are sent, and rights and sessions are checked again', async () => {
    const lost = await environment.signIn('karim');
    const [mona, karim] = [await connect(environment.tokens.mona), await connect(lost)];
    await mona.watch(admission);
    // Neither the revision nor the end of the session is notified, as during a lost connection.
    await environment.project('admission-adm-1', 20);
    await environment.rows.query(/* sql */ `
      delete
      from accounts.session
      where user_id = 'karim' and used_at = (select max(used_at) from accounts.session where user_id = 'karim')`);
    await environment.rows.query(/* sql */ `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'query-api listen' and datname = current_database()`);
    await mona.receives('revisions', (current) => current['admission-adm-1'] === 20);
    await karim.receives('signedOut');
    await environment.notice({ stream: 'admission-adm-1', revision: '21', teamId: 'icu' });
    await mona.receives('changed', ({ revision }) => revision === 21);
  });
});
