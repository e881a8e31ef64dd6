import { createSeals } from 'service-kit/event-log/seals';
import type { TeamVerification } from 'command-api/contract/history';
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
    const kept = [
      'event_log.event',
      'accounts.event_seal',
      'accounts.sealed_stream',
      'accounts.anchor',
      'accounts.anchored_head',
    ];
    for (const table of kept) await environment.pool.query(`create table "kept ${table}" as table ${table}`);
    for (const [statement, part, expected] of attempts) {
      await environment.pool.query(statement);
      const { broken: named } = await answer<TeamVerification>(`/api/history/teams/${team}/verifyAll?after=${part}`);
      expect([statement, named]).toEqual([statement, expect.arrayContaining([expect.objectContaining(expected)])]);
      for (const table of kept.toReversed()) await environment.pool.query(`delete from ${table}`);
      for (const table of kept) await environment.pool.query(`insert into ${table} table "kept ${table}"`);
    }
    expect(await broken()).toEqual([]);
  });
});
