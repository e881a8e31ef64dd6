/** Requests beside the cells of the table: other headers, methods and tokens, missing things, a required second factor. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWhatChanged } from '../test/started-program.ts';
import { type Role, roleNames, type Row, rows } from './table.ts';
import { bodyOf, expectStatus, named, refusals } from './testing/expect-status.ts';
import { type TestEnvironment, isRefused, firstAllowedRole, startTestEnvironment } from './testing/test-environment.ts';
import type { Placeholders } from './testing/placeholders.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  await buildWhatChanged();
  environment = await startTestEnvironment();
});
afterAll(() => environment?.stop());

/** Each role of each row. */
const cells = rows.flatMap((row) => roleNames.map((role) => ({ row, role, status: row.expected[role] })));

describe('what is refused', () => {
  let before: number;
  beforeAll(async () => {
    before = await environment.events();
  });

  describe('an allowed person gets, for a missing thing, what a stranger gets for an existing one', () => {
    for (const row of rows.filter(({ expected }) => expected.stranger === 404 && expected.teamAdmin !== 404)) {
      test(`${row.words}: not found`, async () =>
        expect(await environment.ask(row, firstAllowedRole(row), environment.missing)).toEqual(
          await environment.ask(row, 'stranger', environment.existing),
        ));
    }
  });

  describe('the header of another team', () => {
    for (const row of rows.filter(({ otherTeam }) => otherTeam !== undefined)) {
      test(`${row.words}: ${row.otherTeam}`, async () => {
        expectStatus(
          row,
          await environment.ask(row, firstAllowedRole(row), environment.existing, {
            headers: { team: environment.otherTeam },
          }),
          row.otherTeam!,
        );
        // For a stranger the header has no effect, for each team that it may name.
        const without = await environment.ask(row, 'stranger', environment.existing);
        for (const team of [environment.otherTeam, await environment.existing('team', environment.bystander)])
          expect(await environment.ask(row, 'stranger', environment.existing, { headers: { team } })).toEqual(without);
      });
    }
  });

  describe('a token that', () => {
    for (const how of ['was signed out', 'has expired', 'never existed']) {
      for (const row of rows) {
        test(`${how} gets ${row.ended}: ${row.words}`, async () =>
          expectStatus(
            row,
            await environment.ask(row, 'teamAdmin', environment.existing, { token: environment.ended[how]! }),
            row.ended,
          ));
      }
    }
  });

  describe('an old `If-Match` shows no changes to a person without the right', () => {
    for (const { row, role, status } of cells.filter(
      (cell) => ['PUT', 'DELETE'].includes(cell.row.method) && [403, 404].includes(cell.status),
    )) {
      test(`${row.words}: ${named(role)} still gets ${status}`, async () =>
        expectStatus(
          row,
          await environment.ask(row, role, environment.existing, { headers: { 'if-match': '0' } }),
          status,
        ));
    }
  });

  describe('HEAD shows no more than GET', () => {
    for (const { row, role, status } of cells.filter((cell) => cell.row.method === 'GET' && isRefused(cell.status))) {
      test(`${row.words}: ${named(role)} gets ${status}`, async () => {
        const { status: answered, text } = await environment.ask(
          { ...row, method: 'HEAD' },
          role,
          environment.existing,
        );
        expect([answered, text]).toEqual([status, '']);
      });
    }
  });

  describe('a call without a row', () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
    const overHttp = rows.filter(({ method }) => method !== 'SOCKET');
    const patternOf = (path: string): string =>
      path
        .replace(/\?.*/, '')
        .replace(/\/$/, '')
        .replaceAll(/\{[^}]+\}/g, '*');
    const rowsByPattern = new Map(overHttp.map((row) => [patternOf(row.path), row]));
    for (const [pattern, row] of rowsByPattern) {
      const named = new Set(
        overHttp.filter(({ path }) => patternOf(path) === pattern).map(({ method }): string => method),
      );
      const others = methods.filter((method) => !named.has(method));
      test(`${others.join(', ')} ${pattern} is 404`, async () => {
        for (const method of others)
          expectStatus(
            row,
            await environment.ask({ words: '', method, path: row.path }, 'teamAdmin', environment.missing),
            404,
          );
      });
    }
    for (const path of ['/api', '/api/', '/api/nothing', '/api/users/../nothing']) {
      test(`${path} is 404 in words, for every method`, async () => {
        for (const method of methods) {
          const answer = await fetch(new URL(path, environment.url), { method });
          expect([method, answer.status, await answer.json()]).toEqual([method, 404, refusals[404]]);
        }
      });
    }
  });

  test('has written nothing', async () => expect(await environment.events()).toBe(before));
});

describe('the header of a team has no effect outside teams', () => {
  // A read gets the existing chart, a command a new one.
  const thingsFor = ({ method }: Row): Placeholders =>
    method === 'GET' || method === 'SOCKET' ? environment.existing : environment.fresh();

  for (const row of rows.filter(
    (one) => one.method !== 'SOCKET' && one.otherTeam === undefined && !isRefused(one.expected[firstAllowedRole(one)]),
  )) {
    const role = firstAllowedRole(row);
    test(`${row.words}: as without it`, async () =>
      expectStatus(
        row,
        await environment.ask(row, role, thingsFor(row), { headers: { team: environment.otherTeam } }),
        row.expected[role],
      ));
  }
});

/** The last block: the team stays like this. */
describe('in a team that requires a second factor, without one', () => {
  let before: number;
  beforeAll(async () => {
    await environment.requireSecondFactor();
    before = await environment.events();
  });

  for (const row of rows.filter(({ expected }) => expected.stranger === 404 && expected.teamAdmin !== 404)) {
    const members = new Set<Role>([firstAllowedRole(row), 'teamAdmin']);
    for (const role of members) {
      test(`${row.words}: ${named(role)} is refused`, async () => {
        const answer = await environment.ask(row, role, environment.existing);
        const { reason } = bodyOf(answer);
        if (row.method !== 'SOCKET') expect([answer.status, reason]).toEqual([403, 'second-factor-required']);
        else expect([answer.status, reason ?? '']).toEqual([404, expect.stringMatching(/^(second-factor-required)?$/)]);
      });
    }
    test(`${row.words}: a stranger learns nothing of it`, async () =>
      expect((await environment.ask(row, 'stranger', environment.existing)).status).toBe(404));
  }

  test('has written nothing', async () => expect(await environment.events()).toBe(before));
});
