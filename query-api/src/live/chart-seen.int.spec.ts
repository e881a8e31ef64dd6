import type { Watch } from 'language/contract/live';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createListeners } from '../testing/listener.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
const { connect, closeAll } = createListeners(() => environment.url);

beforeAll(async () => {
  environment = await startTestEnvironment({ heartbeatMs: 3_600_000 });
});
afterEach(closeAll);
afterAll(() => environment.stop());

const admission: Watch = { admission: 'adm-1' };

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
        ('admission-adm-0', 13, '{medication:come-and-gone,findings:adm-0,admission:adm-0,patient:pat-1}', 'mona', 'icu',
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
    expect(await ofTeam(environment.tokens.mona)).toEqual({ charts: [] });
    await karim.markSeen({ admission: 'adm-0', revision: 10 });
    expect(await news(environment.tokens.karim)).toMatchObject({
      items: [{ thing: 'note:note-gone' }, { thing: 'stay' }],
    });
    await karim.markSeen({ admission: 'adm-0', revision: 13 });
    expect(await news(environment.tokens.karim)).toMatchObject({ items: [] });
    expect(await ofTeam(environment.tokens.karim)).toEqual({ charts: [] });
  });

  test('is listed in its own team only', async () => {
    await environment.rows.query(/* sql */ `
      insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_note,
                             version) values ('adm-ccu', 'pat-ccu', 'ccu', '2025-01-31', '', '', 0);
      insert into reading.chart_seen (user_id, admission_id, team_id, revision, at)
        values ('karim', 'adm-ccu', 'ccu', 0, now());
      insert into change (stream, revision, touched, actor_id, team_id, at) values
        ('admission-adm-ccu', 1, '{admission:adm-ccu}', 'sami', 'ccu', now())`);
    const { body } = await environment.get('/api/teams/icu/news', { token: environment.tokens.karim });
    expect(body).toEqual({ charts: [] });
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

describe('findings that were on a screen', () => {
  const shown = async () =>
    (
      await environment.rows.query<Record<'admission_id' | 'statement_id', string> & { statement_version: number }>(
        'select admission_id, statement_id, statement_version from reading.finding_shown order by 1, 2, 3',
      )
    ).rows;
  const finding = (statementId: string, statementVersion = 1, key = `${statementId} m-1`) => ({
    statementId,
    statementVersion,
    key,
  });
  const approve = (at: string) =>
    environment.rows.query(`update statement set approved_at = $1 where statement_id = 's-1'`, [at]);

  test('count once a stay, of approved statements in their version, from people who may read the chart', async () => {
    const content = '{"kind":"duplicate"}';
    await environment.rows.query(
      /* sql */ `
      insert into statement (statement_id, content, statement_version, approved_by, approved_at, position, version) values
        ('s-1', $1, 1, 'Dr. Hany', '2025-01-01', 1, 1), ('draft', $1, 1, '', null, 2, 2)`,
      [content],
    );
    const findings = [finding('s-1'), finding('s-1'), finding('s-1', 2), finding('draft'), finding('unknown')];
    const seen = { admission: 'adm-1', revision: 5, findings };
    const [karim, mona] = [await connect(environment.tokens.karim), await connect(environment.tokens.mona)];
    expect(await karim.markSeen(seen)).toEqual({ ok: false });
    expect(await shown()).toEqual([]);
    for (const person of [karim, mona]) {
      await person.watch(admission);
      expect(await person.markSeen(seen)).toEqual({ ok: true });
    }
    const once = { admission_id: 'adm-1', statement_id: 's-1', statement_version: 1 };
    expect(await shown()).toEqual([once]);
    // After a new approval the same finding counts again, and is still one row.
    const at = async () =>
      (await environment.rows.query<{ at: Date }>('select at from reading.finding_shown')).rows[0]!.at.getTime();
    const before = await at();
    await karim.markSeen(seen);
    expect(await at()).toBe(before);
    await approve(new Date(before + 1).toISOString());
    await karim.markSeen(seen);
    expect(await at()).toBeGreaterThan(before);
    expect(await shown()).toEqual([once]);
  });

  test('are refused beyond their bounds', async () => {
    const karim = await connect(environment.tokens.karim);
    await karim.watch(admission);
    for (const findings of [
      Array.from({ length: 201 }, (_, nth) => finding('s-1', 1, `key ${nth}`)),
      [finding('s-1', 2 ** 31)],
      [finding('s-1', 1, 'x'.repeat(2_001))],
      [{ ...finding('s-1'), patient: 'pat-1' }],
    ])
      expect(await karim.markSeen({ admission: 'adm-1', revision: 5, findings })).toEqual({ ok: false });
  });
});
