import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnchorStatements } from 'service-kit/event-log/anchor-statements';
import { createSeals } from 'service-kit/event-log/seals';
import type { TeamVerification } from 'language/contract/history';
import { sealRound } from 'command-api/testing/seal-round';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  drawn,
  environment,
  get,
  signing,
  startAuditEnvironment,
  stopAuditEnvironment,
  team,
} from '../../testing/audit-environment.ts';

beforeAll(startAuditEnvironment);
afterAll(stopAuditEnvironment);

const tables = [
  'event_log.event',
  'accounts.event_seal',
  'accounts.sealed_stream',
  'accounts.anchor',
  'accounts.anchored_head',
];
const keep = async (): Promise<void> => {
  for (const table of tables) await environment.pool.query(`create table "kept ${table}" as table ${table}`);
};
const restore = async (): Promise<void> => {
  for (const table of tables.toReversed()) await environment.pool.query(`delete from ${table}`);
  for (const table of tables) await environment.pool.query(`insert into ${table} table "kept ${table}"`);
};

describe('the verification of a team', () => {
  /** All parts. */
  async function verified(): Promise<TeamVerification[]> {
    const parts: TeamVerification[] = [];
    for (let after: string | undefined = ''; after !== undefined; after = parts.at(-1)!.next)
      parts.push(
        await answer<TeamVerification>(`/api/history/teams/${team}/verifyAll${after === '' ? '' : `?after=${after}`}`),
      );
    return parts;
  }
  const broken = async () => (await verified()).flatMap((part) => part.broken);

  beforeAll(async () => {
    const seals = createSeals(environment.pool);
    while (await sealRound({ log: environment.log, seals }));
    await seals.anchor(signing(), new Date('2026-03-02T10:00:00Z'));
    // A second anchor, of the later events.
    await environment.log.append(`access-${team}-2026-03`, 'no_stream', [
      {
        id: crypto.randomUUID(),
        type: 'PatientsListed',
        data: { list: 'ward', found: 1 },
        metadata: {
          commandId: 'c',
          command: 'Spec',
          actorId: 'u',
          occurredAt: '2026-03-02T10:00:00.000Z',
          schemaVersion: 1,
          teamId: team,
        },
      },
    ]);
    await sealRound({ log: environment.log, seals });
    await seals.anchor(signing(), new Date('2026-03-02T10:10:00Z'));
  });

  test('goes anchor by anchor and stream by stream to the last event', async () => {
    const parts = await verified();
    const ofTeam = drawn.filter(({ events }) => events[0]?.metadata.teamId === team);
    const sum = (count: 'anchors' | 'streams' | 'events'): number =>
      parts.reduce((before, part) => before + part[count], 0);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]).toMatchObject({
      team,
      anchors: 2,
      streams: 0,
      all: { anchors: 2, streams: ofTeam.length + 1 },
      anchoredAt: '2026-03-02T10:10:00.000Z',
      publicKey: signing().publicKey,
    });
    expect([sum('anchors'), sum('streams'), sum('events')]).toEqual([
      2,
      ofTeam.length + 1,
      ofTeam.reduce((before, { events }) => before + events.length, 1),
    ]);
    expect(parts.flatMap((part) => part.broken)).toEqual([]);
    expect((await get(`/api/history/teams/${team}/verifyAll?after=nonsense`)).status).toBe(400);
  });

  test('names what was changed in the database', async () => {
    const ofPatients = drawn
      .filter(
        (one) => one.stream.startsWith('patient-') && one.events.length > 2 && one.events[0]?.metadata.teamId === team,
      )
      .map((one) => one.stream);
    const stream = ofPatients.toSorted().at(-1)!;
    // The first part that reports it.
    const of = `s${stream.slice(0, -1)}`;
    const attempts: [statement: string, part: string, expected: object][] = [
      [
        `update event_log.event set type = 'ErrorRated' where stream = '${stream}' and revision = 2`,
        of,
        { stream, revision: 2 },
      ],
      [`delete from event_log.event where stream = '${stream}'`, of, { stream, revision: 0 }],
      [
        `update accounts.event_seal set link = decode('00', 'hex') where stream = '${stream}'`,
        'a0',
        { anchor: 1, stream },
      ],
      [
        /* sql */ `
        delete from event_log.event where stream = '${stream}';
        delete from accounts.event_seal where stream = '${stream}';
        delete from accounts.sealed_stream where stream = '${stream}'`,
        'a0',
        { anchor: 1, stream, reason: expect.stringContaining('signed for') },
      ],
      [
        /* sql */ `
        update accounts.anchor set said = replace(said, '${stream}', 'admission-other')
        where team_id = '${team}' and number = 1`,
        'a0',
        { anchor: 1, reason: 'This anchor is not the one that was signed' },
      ],
      [
        /* sql */ `
        delete from accounts.anchored_head where team_id = '${team}' and number = 1;
        delete from accounts.anchor where team_id = '${team}' and number = 1`,
        'a0',
        { anchor: 1, reason: 'This anchor is missing' },
      ],
    ];
    await keep();
    for (const [statement, part, expected] of attempts) {
      await environment.pool.query(statement);
      const { broken: named } = await answer<TeamVerification>(`/api/history/teams/${team}/verifyAll?after=${part}`);
      expect([statement, named]).toEqual([statement, expect.arrayContaining([expect.objectContaining(expected)])]);
      await restore();
    }
    expect(await broken()).toEqual([]);
  });

  test('does not see a log that was cut with its anchors; the exported anchors and a statement show it', async () => {
    const statements = createAnchorStatements(environment.pool);
    const statement = JSON.stringify(await statements.make(signing(), new Date('2026-03-02T11:00:00Z')));
    const { rows } = await environment.pool.query<{ stream: string; revision: number }>(
      `select stream, max(revision)::int as revision from accounts.anchored_head
       where team_id = $1 and stream like 'admission-%' group by stream having max(revision) > 2 order by stream limit 1`,
      [team],
    );
    const { stream, revision } = rows[0]!;
    const chart = `/api/history/admissions/${stream.slice('admission-'.length)}/export`;
    const files = async () => ({
      'anchors.ndjson': await (await get(`/api/history/teams/${team}/anchors`)).text(),
      'chart.ndjson': await (await get(chart)).text(),
      'statement.json': statement,
    });
    const [whole, other] = [await files(), await (await get(chart)).text()];
    expect(await check(whole)).toEqual([0, expect.stringContaining('statement 1 of 2026-03-02T11:00:00.000Z')]);
    expect(other).not.toBe('');

    // An administrator without the key can delete the end of the chart, its seals, and the anchors that name them.
    await environment.pool.query('delete from event_log.event where stream = $1 and revision = $2', [stream, revision]);
    await environment.pool.query('delete from accounts.event_seal where stream = $1 and revision = $2', [
      stream,
      revision,
    ]);
    await environment.pool.query(
      `update accounts.sealed_stream s set revision = $2, anchored_revision = $2,
         link = (select link from accounts.event_seal e where e.stream = s.stream and e.revision = $2)
       where stream = $1`,
      [stream, revision - 1],
    );
    await environment.pool.query('delete from accounts.anchored_head where team_id = $1', [team]);
    await environment.pool.query('delete from accounts.anchor where team_id = $1', [team]);
    expect((await verified()).flatMap((part) => part.broken)).toEqual([]);
    const cut = await files();
    const { 'statement.json': kept, ...withoutStatement } = cut;
    expect(kept).toBe(statement);
    expect((await check(withoutStatement))[0]).toBe(0);
    expect(await check(cut)).toEqual([1, expect.stringContaining('cut off: anchor 2')]);
    // Anchors that were exported before show it too, and name the event.
    expect(await check({ ...cut, 'anchors.ndjson': whole['anchors.ndjson'] })).toEqual([
      1,
      expect.stringContaining(`cut off: event ${revision}`),
    ]);

    // With the key, the rest can be signed again: the statement knows another anchor.
    for (const at of ['2026-03-02T12:00:00Z', '2026-03-02T12:10:00Z']) {
      await environment.pool.query('update accounts.sealed_stream set anchored_revision = null');
      await environment.pool.query('delete from accounts.anchored_head');
      await createSeals(environment.pool).anchor(signing(), new Date(at));
    }
    expect(await check(await files())).toEqual([
      1,
      expect.stringContaining(
        'altered: anchor 2 (it is not the one that the statement of 2026-03-02T11:00:00.000Z names)',
      ),
    ]);
    await restore();

    expect(await check({ ...whole, 'statement.json': statement.replace('icu', 'ward') })).toEqual([
      1,
      expect.stringContaining('statement.json is not as it was signed'),
    ]);
    const { 'anchors.ndjson': _anchors, ...withoutAnchors } = whole;
    expect(await check(withoutAnchors)).toEqual([2, expect.stringContaining('name that file too')]);
  });
});

/** Runs the program on files. A file in JSON is a statement. @returns its exit code and what it said */
async function check(files: Readonly<Record<string, string>>): Promise<[number, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'cut-'));
  try {
    const args: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      await writeFile(file, content);
      args.push(...(name.endsWith('.json') ? ['--statement', file] : [file]));
    }
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        ['infra/operations/history/verify-export.mjs', ...args, '--key', signing().publicKey],
        (error, out, said) => resolve([typeof error?.code === 'number' ? error.code : 0, out + said]),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
