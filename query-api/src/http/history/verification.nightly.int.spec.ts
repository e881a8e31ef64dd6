import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeals } from 'service-kit/event-log/seals';
import { createSigning } from 'service-kit/security/signing';
import type { Tampering, Verification } from 'language/contract/history';
import { sealRound } from 'command-api/testing/seal-round';
import { day } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admitted,
  answer,
  ask,
  environment,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

/** Like the command API, which does it periodically. */
async function sealed(): Promise<void> {
  while (await sealRound({ log: environment.log, seals: createSeals(environment.pool) }));
}
const signing = () => createSigning(environment.rootKey);
const verified = (admissionId: string): Promise<Verification> =>
  answer<Verification>(`/api/history/admissions/${admissionId}/verify`);
/**
 * Checks an exported file with the auditor's program, which needs only Node.
 * @returns its exit code and output
 */
async function exportChecked(
  kind: 'admissions' | 'patients' | 'teams' | 'drugs',
  id: string,
  change = (text: string): string => text,
): Promise<[code: number, said: string]> {
  const response = await ask(`/api/history/${kind}/${id}/export`);
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'application/x-ndjson',
    `attachment; filename="${kind.slice(0, -1)}-${id}.ndjson"`,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  try {
    const file = join(folder, 'export.ndjson');
    await writeFile(file, change(await response.text()));
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        ['infra/operations/history/verify-export.mjs', file, '--key', signing().publicKey],
        (error, out, said) => resolve([typeof error?.code === 'number' ? error.code : 0, out + said]),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
/** Changes the database directly. @returns a function that restores it */
async function inTheDatabase(statement: string, ...values: unknown[]): Promise<() => Promise<void>> {
  await environment.pool.query('create table kept_event as table event_log.event');
  await environment.pool.query(statement, values);
  return async () => {
    await environment.pool.query('delete from event_log.event');
    await environment.pool.query('insert into event_log.event table kept_event');
    await environment.pool.query('drop table kept_event');
  };
}

test('an event that is altered, removed, swapped or added in the database is found and named', async () => {
  await environment.append('drug-d-h', [
    {
      type: 'DrugAdded',
      data: { label: 'Warfarin', tradeLabels: [{ _id: 'd-h.1', label: 'Marevan' }], errTemps: [], tags: [], tips: '' },
    },
  ]);
  const on = await admitted('p-proof', 'proof');
  for (const n of [1, 2, 3, 4])
    await on({
      type: 'PhysicianNoteAdded',
      data: { noteId: `proof.n${n}`, noteDate: day('2026-03-02'), note: `<p>${n}</p>` },
    });
  const { publicKey } = signing();
  expect(await verified('proof')).toEqual({
    stream: 'admission-proof',
    intact: true,
    checked: 5,
    sealed: 0,
    anchors: 0,
    publicKey,
  });
  // These events should be sealed by now and are not: neither the answer nor an exported file proves them.
  const written = '2026-01-02T03:04:05.678Z';
  await environment.pool.query(
    `update event_log.event set created = $1 where stream = 'admission-proof' and revision >= 1`,
    [written],
  );
  expect(await verified('proof')).toEqual({
    stream: 'admission-proof',
    intact: true,
    checked: 5,
    sealed: 0,
    anchors: 0,
    unsealed: { revision: 1, since: written },
    publicKey,
  });
  expect(await exportChecked('admissions', 'proof')).toEqual([
    0,
    expect.stringContaining(`not sealed: from event 1 on (written ${written})`),
  ]);
  await sealed();
  expect(await createSeals(environment.pool).anchor(signing(), new Date())).toBeGreaterThan(0);
  expect(await verified('proof')).toEqual({
    stream: 'admission-proof',
    intact: true,
    checked: 5,
    sealed: 5,
    anchors: 1,
    publicKey,
  });
  // Sealing the same events again changes nothing. This happens when another log is read from its beginning.
  await environment.pool.query(`update accounts.seal_position set event_id = 'another'`);
  await sealed();

  const ofStream = `stream = 'admission-proof'`;
  const moveUp = (by: number, from: number): string => /* sql */ `
    update event_log.event set revision = revision + 1000 where ${ofStream} and revision >= ${from};
    update event_log.event set revision = revision - 1000 + ${by} where ${ofStream} and revision > 1000`;
  const attempts: [statement: string, revision: number, reason: string, what: Tampering][] = [
    [
      /* sql */ `
      update event_log.event set metadata = convert_to(replace(convert_from(metadata, 'UTF8'), 'u-1', 'u-2'), 'UTF8')
      where ${ofStream} and revision = 2`,
      2,
      'not the one that was written',
      'altered',
    ],
    [
      `update event_log.event set type = 'PhysicianNoteEdited' where ${ofStream} and revision = 3`,
      3,
      'not the one that was written',
      'altered',
    ],
    [
      /* sql */ `
      update event_log.event e set data = other.data
      from event_log.event other
      where e.${ofStream} and e.revision = 1 and other.${ofStream} and other.revision = 2`,
      1,
      'not the one that was written',
      'altered',
    ],
    [`delete from event_log.event where ${ofStream} and revision = 2`, 2, 'missing', 'dropped'],
    [`delete from event_log.event where ${ofStream} and revision >= 3`, 3, 'missing', 'dropped'],
    [
      /* sql */ `
      update event_log.event set revision = case revision when 1 then 1001 else 1002 end
      where ${ofStream} and revision in (1, 2);
      update event_log.event set revision = case revision when 1001 then 2 else 1 end
      where ${ofStream} and revision > 1000`,
      1,
      'not the one that was written',
      'moved',
    ],
    [`delete from event_log.event where ${ofStream} and revision = 2; ${moveUp(-1, 3)}`, 2, 'was taken out', 'dropped'],
    [
      /* sql */ `
      ${moveUp(1, 2)};
      insert into event_log.event
      select (select max(position) + 1 from event_log.event), stream, 2, gen_random_uuid(), type, is_json, data,
             metadata, created
      from event_log.event where ${ofStream} and revision = 1`,
      2,
      'put in between',
      'inserted',
    ],
  ];
  for (const [statement, revision, reason, what] of attempts) {
    const putBack = await inTheDatabase(statement);
    expect([statement, await verified('proof')]).toMatchObject([
      statement,
      { intact: false, checked: revision, broken: { revision, reason: expect.stringContaining(reason), what } },
    ]);
    await putBack();
  }
  expect((await verified('proof')).intact).toBe(true);
  expect(await exportChecked('admissions', 'proof')).toEqual([
    0,
    expect.stringContaining('admission-proof: 5 events and 1 anchors, as they were signed'),
  ]);
  expect(await exportChecked('admissions', 'proof', (text) => text.replace('<p>3</p>', '<p>8</p>'))).toEqual([
    1,
    expect.stringContaining('altered: event 3 '),
  ]);
  // Every history can be exported, and verified on the screen.
  for (const [kind, id] of [
    ['patients', 'p-proof'],
    ['teams', 't-1'],
    ['drugs', 'd-h'],
  ] as const) {
    expect(await answer<Verification>(`/api/history/${kind}/${id}/verify`)).toMatchObject({
      stream: `${kind.slice(0, -1)}-${id}`,
      intact: true,
    });
    expect(await exportChecked(kind, id)).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^${kind.slice(0, -1)}-${id}: \\d+ events and \\d anchors, as they were signed`),
      ),
    ]);
    expect(await exportChecked(kind, id, (text) => text.replace('"revision":0', '"revision":7'))).toEqual([
      1,
      expect.stringContaining('is not as it was signed'),
    ]);
  }

  // The links are altered as well, so the anchor does not match.
  const putBack = await inTheDatabase(/* sql */ `
    update event_log.event set metadata = convert_to(replace(convert_from(metadata, 'UTF8'), 'u-1', 'u-2'), 'UTF8')
    where ${ofStream} and revision = 4`);
  await environment.pool.query(/* sql */ `
    create table kept_seal as table accounts.event_seal;
    delete from accounts.event_seal where ${ofStream} and revision = 4`);
  expect(await verified('proof')).toMatchObject({
    intact: false,
    broken: { revision: 4, reason: expect.stringContaining('anchor 1 was signed for') },
  });
  expect(await exportChecked('admissions', 'proof')).toEqual([
    1,
    expect.stringContaining('altered: event 4 (up to here the events are not those that anchor 1 was signed for'),
  ]);
  await putBack();
  await environment.pool.query(
    `insert into accounts.event_seal select * from kept_seal where ${ofStream} and revision = 4; drop table kept_seal`,
  );
  await environment.pool.query(`update accounts.anchor set said = replace(said, '"revision":4', '"revision":3')`);
  expect(await verified('proof')).toMatchObject({
    intact: false,
    broken: { reason: expect.stringContaining('not the one that was signed') },
  });
  await environment.pool.query(`update accounts.anchor set said = replace(said, '"revision":3', '"revision":4')`);
});
