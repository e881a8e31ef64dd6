import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorChange } from 'language/contract/history';
import { parse } from 'csv-parse/sync';
import { type ReadCell, readXlsx, shownIn } from '../../testing/read-xlsx.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  answer,
  auditor,
  environment,
  errors,
  findErrors,
  get,
  otherAdmin,
  otherTeam,
  reader,
  signing,
  startAuditEnvironment,
  stopAuditEnvironment,
  team,
  ZONE,
} from '../../testing/audit-environment.ts';
import { people } from '../../testing/generated-log.ts';

beforeAll(startAuditEnvironment);
afterAll(stopAuditEnvironment);

describe('the rights of an audit', () => {
  test('are those of the team admin and the auditors, unless they are disabled', async () => {
    const asked = async (path: string) =>
      Object.fromEntries(
        await Promise.all(
          people.map(async (user) => {
            const answer = await get(path, user);
            // An answer that is not read to its end keeps a place among the long answers of its team.
            await answer.text();
            return [user, answer.status];
          }),
        ),
      );
    const expected = {
      ...Object.fromEntries(people.map((user) => [user, 403])),
      [admin]: 200,
      [auditor]: 200,
      [reader]: 404,
    };
    for (const path of [
      errors,
      `${errors}?format=csv`,
      `${errors}?format=xlsx`,
      `${errors}?format=ndjson`,
      `/api/history/teams/${team}/verifyAll`,
      `/api/history/teams/${team}/anchors`,
      `/api/teams/${team}/accesses`,
    ])
      expect([path, await asked(path)]).toEqual([path, expected]);
    expect((await get(`/api/history/teams/${otherTeam}/errors`, otherAdmin)).status).toBe(200);
    expect((await get(`/api/history/teams/${otherTeam}/errors`, auditor)).status).toBe(403);
  });

  test("show auditors the accesses to patients' data in the access log", async () => {
    await environment.pool.query(
      /* sql */ `
      insert into access (access_id, stream, team_id, at, actor_id, kind, patient_id, found)
      values ('a1', 's', $1, now(), 'u-mona', 'PatientOpened', 'p', null),
             ('a2', 's', $1, now(), 'u-mona', 'PatientsSearched', null, 3)`,
      [team],
    );
    const seen = async (user: string) =>
      (await answer<{ accesses: { _id: string }[]; total: number }>(`/api/teams/${team}/accesses`, user)).accesses
        .map(({ _id }) => _id)
        .toSorted();
    expect([await seen(admin), await seen(auditor)]).toEqual([['a1', 'a2'], ['a1']]);
  });
});

test('the CSV of all changes has those of the team, and none of another', async () => {
  const lines = parse(await (await get(`${errors}?format=csv&bom=0`)).text(), { columns: true }) as Record<
    string,
    string
  >[];
  expect(lines.map((line) => `${line['Entry id']}@${line['Revision']}`)).toEqual(
    (await findErrors({})).map(({ _id }) => _id),
  );
});

test('the CSV is in the language that its team has chosen', async () => {
  const header = async (of: string, user: string) =>
    (await (await get(`/api/history/teams/${of}/errors?format=csv&bom=0`, user)).text()).split(',')[0];
  expect([await header(team, admin), await header(otherTeam, otherAdmin)]).toEqual(['At (UTC)', 'At (UTC)']);
  for (const [chosen, [ours, theirs]] of [
    [team, ['الوقت (UTC)', 'At (UTC)']],
    [otherTeam, ['At (UTC)', 'الوقت (UTC)']],
  ] as const) {
    await environment.pool.query(`update team set export_language = case when team_id = $1 then 'ar' else 'en' end`, [
      chosen,
    ]);
    expect([await header(team, admin), await header(otherTeam, otherAdmin)]).toEqual([ours, theirs]);
  }
  await environment.pool.query(`update team set export_language = 'en'`);
});

test("the CSV gives the results of the search in words, without patients' names", async () => {
  const response = await get(`${errors}?format=csv&severity=C&bom=0`);
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="errors-${team}.csv"`,
  ]);
  const text = await response.text();
  const lines = parse(text, { columns: true }) as Record<string, string>[];
  const expected = await findErrors({ severity: 'C' });
  expect(lines.map((line) => `${line['Entry id']}@${line['Revision']}`)).toEqual(expected.map(({ _id }) => _id));
  expect(lines.some((line) => line['Severity before'] === 'C' && line['Severity'] !== 'C')).toBe(true);
  for (const { patientName } of expected.filter(({ patientName: name }) => name.length > 3))
    expect(text).not.toContain(patientName);
  expect(
    Buffer.from(await (await get(`${errors}?format=csv&sep=;`)).arrayBuffer())
      .toString()
      .slice(0, 12),
  ).toBe('\uFEFFAt (UTC);At');
});

test('the Excel file has the cells of the CSV, with numbers, days and times as such', async () => {
  const response = await get(`${errors}?format=xlsx&severity=C`);
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    `attachment; filename="errors-${team}.xlsx"`,
  ]);
  const { rows, isRightToLeft } = readXlsx(Buffer.from(await response.arrayBuffer()));
  const [headings = [], ...lines] = parse(await (await get(`${errors}?format=csv&severity=C&bom=0`)).text());
  expect(rows[0]?.map((cell) => cell?.value)).toEqual(headings);
  expect(isRightToLeft).toBe(false);
  const shown = (heading: string, of: (cell: ReadCell | undefined) => string): string[] =>
    rows.slice(1).map((row) => of(row[headings.indexOf(heading)]));
  const written = (heading: string): string[] => lines.map((line) => line[headings.indexOf(heading)] ?? '');
  expect(shown('At (UTC)', (cell) => `${shownIn(cell)}Z`)).toEqual(written('At (UTC)'));
  expect(shown('At (hospital’s time)', (cell) => shownIn(cell).slice(0, 19).replace('T', ' '))).toEqual(
    written('At (hospital’s time)').map((text) => text.slice(0, 19)),
  );
  for (const [heading, type] of [
    ['Entry id', 'string'],
    ['Revision', 'number'],
  ] as const) {
    expect(shown(heading, (cell) => String(cell?.value))).toEqual(written(heading));
    expect(new Set(shown(heading, (cell) => typeof cell?.value))).toEqual(new Set([type]));
  }
});

test('the signed file holds the search, and a changed line is found', async () => {
  const check = async (text: string): Promise<[code: number, said: string]> => {
    const folder = await mkdtemp(join(tmpdir(), 'errors-'));
    try {
      await writeFile(join(folder, 'file'), text);
      return await new Promise((resolve) =>
        execFile(
          process.execPath,
          ['infra/operations/history/verify-export.mjs', join(folder, 'file'), '--key', signing().publicKey],
          (error, out, said) => resolve([typeof error?.code === 'number' ? error.code : 0, out + said]),
        ),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const response = await get(`${errors}?format=ndjson&severity=C`, auditor);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const text = await response.text();
  const lines = text.trimEnd().split('\n');
  const expected = await findErrors({ severity: 'C' });
  expect(JSON.parse(lines[0]!)).toMatchObject({
    format: 'clinical-pharmacy-errors-1',
    team,
    search: { severity: 'C', timeZone: ZONE },
    exportedBy: auditor,
  });
  expect(lines.slice(1, -1).map((line) => (JSON.parse(line) as { change: ErrorChange }).change)).toEqual(expected);
  expect(await check(text)).toEqual([0, expect.stringContaining(`${expected.length} changes, as they were signed`)]);
  const [some] = expected;
  expect(await check(text.replace(`"actorId":"${some!.actorId}"`, '"actorId":"unknown"'))).toEqual([
    1,
    expect.stringContaining(`altered: change ${some!._id}`),
  ]);
  expect(await check(lines.filter((line) => !line.includes(`"_id":"${some!._id}"`)).join('\n'))).toEqual([
    1,
    expect.stringContaining(`dropped: change ${some!._id}`),
  ]);
});
