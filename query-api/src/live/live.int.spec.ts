import type { Watch } from 'command-api/contract/live';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { type Hospital, openHospital } from '../testing/hospital.ts';
import { connectListener, type Listener } from '../testing/listener.ts';

let hospital: Hospital;
/** Moved by the specs. */
let clock = 0;
const opened: Listener[] = [];

beforeAll(async () => {
  hospital = await openHospital({ heartbeatMs: 3_600_000, presenceSweepMs: 10, now: () => clock });
});
afterEach(() => {
  for (const listener of opened.splice(0)) listener.close();
});
afterAll(() => hospital.stop());

async function connect(token: string): Promise<Listener> {
  const listener = await connectListener(hospital.url, { token });
  opened.push(listener);
  return listener;
}
const admission: Watch = { admission: 'adm-1' };
const team: Watch = { team: 'icu' };
/** What was sent to this listener before now has arrived when its answer comes. */
const caughtUp = (listener: Listener) => listener.unwatch({ admission: 'nothing' });

describe('the handshake', () => {
  test('is refused without a good token', async () => {
    for (const auth of [{}, { token: 'unknown' }, { token: 7 }, { token: '' }, { token: 'x'.repeat(500) }])
      await expect(connectListener(hospital.url, auth)).rejects.toThrow('Not authorized, token failed');
  });
});

describe('watching', () => {
  test('answers the stream and how far it is', async () => {
    const karim = await connect(hospital.tokens.karim);
    expect(await karim.watch(admission)).toEqual({ ok: true, stream: 'admission-adm-1', revision: 9 });
    expect(await karim.watch({ admission: 'adm-1', revision: 3 })).toMatchObject({ ok: true });
    expect(await karim.watch(team)).toEqual({ ok: true, stream: 'team-icu', revision: 4 });
  });

  test('is refused to strangers and to disabled members, and for what is not there', async () => {
    const refused = { ok: false, message: 'Not found' };
    for (const token of [hospital.tokens.sami, hospital.tokens.dina]) {
      const stranger = await connect(token);
      expect(await stranger.watch(admission)).toEqual(refused);
      expect(await stranger.watch(team)).toEqual(refused);
    }
    expect(await (await connect(hospital.tokens.mona)).watch({ admission: 'none' })).toEqual(refused);
  });

  test('a refused one hears nothing', async () => {
    const [stranger, karim] = [await connect(hospital.tokens.sami), await connect(hospital.tokens.karim)];
    await stranger.watch(admission);
    await karim.watch(admission);
    await hospital.notice({ stream: 'admission-adm-1', revision: '10', teamId: 'icu' });
    await karim.hears('changed');
    await caughtUp(stranger);
    expect(stranger.told.changed).toEqual([]);
  });

  test('nonsense is answered with a sentence', async () => {
    const karim = await connect(hospital.tokens.karim);
    for (const nonsense of [undefined, null, 7, 'adm-1', {}, { admission: '' }, { admission: ['adm-1'] }, { admission: 'adm-1', team: 'icu' }, { team: "icu'" }])
      expect(await karim.watch(nonsense as unknown as Watch)).toMatchObject({ ok: false, message: expect.any(String) });
    expect(await karim.touch({ admission: 'adm-1', target: 'elsewhere', mode: 'viewing' } as never)).toEqual({ ok: false });
    karim.socket.emit('watch', admission, undefined as never);
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('a flood is not answered with work', async () => {
    const karim = await connect(hospital.tokens.karim);
    const answers = await Promise.all(Array.from({ length: 60 }, () => karim.watch(admission)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    expect(answers.at(-1)).toEqual({ ok: false, message: 'Too many messages, please slow down' });
    clock += 10_000;
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('one person has at most twenty connections', async () => {
    for (let count = 0; count < 20; count += 1) await connect(hospital.tokens.mona);
    await expect(connectListener(hospital.url, { token: hospital.tokens.mona })).rejects.toThrow('Too many connections of this account');
  });
});

describe('a change', () => {
  test('is told once to who watches its admission and its team, with the name of who did it', async () => {
    const mona = await connect(hospital.tokens.mona);
    await mona.watch(admission);
    await mona.watch(team);
    await hospital.notice({ stream: 'admission-adm-1', revision: '11', touched: ['review:rev-first', 'entry:ent-1', 'gallery:grp-1', 'medication:med-1', 'unheard-of:1'], teamId: 'icu' });
    await hospital.notice({ stream: 'admission-adm-1', revision: '12', touched: ['note:note-1'], teamId: 'icu', actorId: 'nobody' });
    await mona.hears('changed', ({ revision }) => revision === 12);
    expect(mona.told.changed).toEqual([
      { stream: 'admission-adm-1', revision: 11, touched: ['review:rev-first', 'entry:ent-1', 'gallery:grp-1', 'medication:med-1'], actorId: 'karim', actorName: 'Karim Nabil', at: '2025-02-03T10:00:00.000Z' },
      { stream: 'admission-adm-1', revision: 12, touched: ['note:note-1'], actorId: 'nobody', actorName: '', at: '2025-02-03T10:00:00.000Z' },
    ]);
  });

  test('of a patient or another admission is told to the team, and not to who watches one admission', async () => {
    const [ofTeam, ofAdmission] = [await connect(hospital.tokens.mona), await connect(hospital.tokens.karim)];
    await ofTeam.watch(team);
    await ofAdmission.watch(admission);
    await hospital.notice({ stream: 'patient-pat-1', revision: '2', touched: ['patient:pat-1'], teamId: 'icu' });
    await hospital.notice({ stream: 'admission-adm-0', revision: '8', touched: ['admission:adm-0'], teamId: 'icu' });
    await hospital.notice({ stream: 'admission-other', revision: '8', touched: ['admission:other'], teamId: 'ccu' });
    await hospital.notice({ stream: 'admission-adm-1', revision: '13', teamId: 'icu' });
    await ofAdmission.hears('changed', ({ revision }) => revision === 13);
    await ofTeam.hears('changed', ({ revision }) => revision === 13);
    expect(ofAdmission.told.changed.map(({ stream }) => stream)).toEqual(['admission-adm-1']);
    expect(ofTeam.told.changed.map(({ stream }) => stream)).toEqual(['patient-pat-1', 'admission-adm-0', 'admission-adm-1']);
  });

  test('of the catalogue is told to everybody', async () => {
    const sami = await connect(hospital.tokens.sami);
    await hospital.notice({ stream: 'catalogue', revision: '5', touched: ['catalogue:tags'] });
    expect(await sami.hears('changed')).toMatchObject({ stream: 'catalogue', touched: ['catalogue:tags'] });
  });

  test('is not told any more after unwatch', async () => {
    const [gone, still] = [await connect(hospital.tokens.mona), await connect(hospital.tokens.karim)];
    await gone.watch(admission);
    await still.watch(admission);
    expect(await gone.unwatch(admission)).toEqual({ ok: true });
    await hospital.notice({ stream: 'admission-adm-1', revision: '14', teamId: 'icu' });
    await still.hears('changed');
    await caughtUp(gone);
    expect(gone.told.changed).toEqual([]);
  });

  test('that cannot be read does not stop the next', async () => {
    const mona = await connect(hospital.tokens.mona);
    await mona.watch(admission);
    await hospital.rows.query(`select pg_notify('read_model_changed', 'no json')`);
    await hospital.notice({ stream: 'admission-adm-1', revision: '15', teamId: 'icu' });
    await mona.hears('changed', ({ revision }) => revision === 15);
  });
});

describe('rights that end', () => {
  test('a removed member is out of the rooms of the team and of its admissions at once', async () => {
    const [karim, mona] = [await connect(hospital.tokens.karim), await connect(hospital.tokens.mona)];
    for (const listener of [karim, mona]) {
      await listener.watch(team);
      await listener.watch(admission);
    }
    await hospital.rows.query(`update team_member set disabled = true where user_id = 'karim'`);
    await hospital.notice({ stream: 'team-icu', revision: '5', touched: ['team:icu'], teamId: 'icu', actorId: 'mona' });
    await hospital.notice({ stream: 'admission-adm-1', revision: '16', teamId: 'icu' });
    await mona.hears('changed', ({ revision }) => revision === 16);
    await caughtUp(karim);
    // That the team has changed is the last that he is told: his screen asks again and learns it.
    expect(karim.told.changed.map(({ stream }) => stream)).toEqual(['team-icu']);
    expect(await karim.watch(admission)).toMatchObject({ ok: false });
    await hospital.rows.query(`update team_member set disabled = false where user_id = 'karim'`);
    expect(await karim.watch(admission)).toMatchObject({ ok: true });
  });

  test('a session that is signed out loses its sockets at once, other sessions of the person stay', async () => {
    const token = await hospital.signIn('karim');
    const [ended, tab, other] = [await connect(token), await connect(token), await connect(hospital.tokens.karim)];
    await hospital.signOut(token);
    await Promise.all([ended.hears('signedOut'), ended.disconnected(), tab.hears('signedOut'), tab.disconnected()]);
    expect(await other.watch(admission)).toMatchObject({ ok: true });
    await expect(connectListener(hospital.url, { token })).rejects.toThrow('Not authorized, token failed');
  });
});

describe('presence', () => {
  test('is shown to who watches the admission, also to who comes later, and lapses after 30 s', async () => {
    const [mona, karim] = [await connect(hospital.tokens.mona), await connect(hospital.tokens.karim)];
    await mona.watch(admission);
    expect(await karim.touch({ admission: 'adm-1', target: 'review:rev-first', mode: 'editing' })).toEqual({ ok: false });
    await karim.watch(admission);
    expect(await karim.touch({ admission: 'adm-1', target: 'review:rev-first', mode: 'editing' })).toEqual({ ok: true });
    const shown = { admission: 'adm-1', people: [{ userId: 'karim', name: 'Karim Nabil', target: 'review:rev-first', mode: 'editing' }] };
    expect(await mona.hears('presence')).toEqual(shown);
    const later = await connect(hospital.tokens.mona);
    await later.watch(admission);
    expect(await later.hears('presence')).toEqual(shown);
    clock += 30_000;
    expect(await mona.hears('presence', ({ people }) => people.length === 0)).toEqual({ admission: 'adm-1', people: [] });
  });

  test('ends with the connection', async () => {
    const [mona, karim] = [await connect(hospital.tokens.mona), await connect(hospital.tokens.karim)];
    await mona.watch(admission);
    await karim.watch(admission);
    await karim.touch({ admission: 'adm-1', target: 'admission', mode: 'viewing' });
    await mona.hears('presence', ({ people }) => people.length === 1);
    karim.close();
    await mona.hears('presence', ({ people }) => people.length === 0);
  });
});

describe('after the listening connection was lost', () => {
  test('everything is told anew, and rights and sessions are looked at again', async () => {
    const lost = await hospital.signIn('karim');
    const [mona, karim] = [await connect(hospital.tokens.mona), await connect(lost)];
    await mona.watch(admission);
    // Neither the revision nor the end of the session is notified: as if it had happened while nobody listened.
    await hospital.project('admission-adm-1', 20);
    await hospital.rows.query(`delete from accounts.session where user_id = 'karim' and used_at = (select max(used_at) from accounts.session where user_id = 'karim')`);
    await hospital.rows.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'query-api listen' and datname = current_database()`);
    await mona.hears('revisions', (current) => current['admission-adm-1'] === 20);
    await karim.hears('signedOut');
    await hospital.notice({ stream: 'admission-adm-1', revision: '21', teamId: 'icu' });
    await mona.hears('changed', ({ revision }) => revision === 21);
  });
});
