import { randomUUID } from 'node:crypto';
import type { Problem } from 'command-api/contract/entities';
import { isReason } from 'command-api/domain/reasons/catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWhatChanged } from '../test/started-program.ts';
import type { CallAnswer } from './testing/calls.ts';
import { callOf, roleNames, roles, type Role, type Row, rows } from './table.ts';
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
const named = (role: Role): string => roles[role].name.toLowerCase();
const bodyOf = ({ text }: CallAnswer): Partial<Problem> => JSON.parse(text) as Partial<Problem>;

/** The exact body of each refusal. */
const refusals: Readonly<Record<number, { message?: string; code: string; reason?: string }>> = {
  400: { code: 'invalid' },
  401: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
  403: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
  404: { message: 'Not found', code: 'notFound', reason: 'not-found' },
  409: { code: 'conflict' },
};
function expectStatus(row: Pick<Row, 'method' | 'path'>, answer: CallAnswer, status: number): void {
  if (answer.status !== status)
    expect.fail(
      `${row.method} ${row.path}: the table says ${status}, ` +
        `the answer was ${answer.status} ${answer.text.slice(0, 300)}`,
    );
  if (!isRefused(status) || row.method === 'SOCKET') return;
  expect(bodyOf(answer)).toMatchObject(refusals[status]!);
  expect([row.path, isReason(bodyOf(answer).reason ?? '')]).toEqual([row.path, true]);
}

/**
 * Requests that name a thing of our team within the stranger's own team, and the role that may do the same within our
 * team.
 */
const image = { images: [{ image: '{path of an image}' }] };
const entry = { errType: '{error type}', errDrug: '{trade label}', _id: '{entry}' };
const crossTeamCalls = (
  [
    [
      'admits our patient',
      'POST /api/admissions',
      { patient: '{patient}', team: '{their team}', admissionDate: '2025-03-01' },
      404,
      'pharmacist',
    ],
    [
      'reviews our patient',
      'POST /api/reviews/addReview',
      { admissionId: '{admission}', teamId: '{their team}', reviewDate: '2025-03-02' },
      404,
      'pharmacist',
    ],
    [
      'changes our entry in their review',
      'PUT /api/reviews/updateRevMed/{their review}',
      { drugErr: entry },
      404,
      'author',
    ],
    [
      'removes our entry from their review',
      'POST /api/reviews/remRevMed/{their review}',
      { drugErr: { _id: '{entry}' } },
      404,
      'author',
    ],
    [
      'rates our entry in their review',
      'PUT /api/reviews/{their review}/editRating',
      { errId: '{entry}', rating: 1 },
      404,
      'teamAdmin',
    ],
    [
      'shows our image in their gallery',
      'POST /api/admissions/{their admission}/gallery',
      { title: 'Wound', ...image },
      400,
      'pharmacist',
    ],
    [
      'saves our image with their admission',
      'PUT /api/admissions/{their admission}/edit',
      { gallery: [{ title: 'Wound', ...image }] },
      400,
      'pharmacist',
    ],
    [
      'removes our images from their admission',
      'DELETE /api/admissions/{their admission}/gallery/{group}',
      {},
      404,
      'pharmacist',
    ],
    [
      'changes our medication in their admission',
      'PUT /api/admissions/{their admission}/medications/{medication}',
      { dose: '1 g' },
      404,
      'pharmacist',
    ],
    [
      'stops our medication in their admission',
      'POST /api/admissions/{their admission}/medications/{medication}/stop',
      {},
      404,
      'pharmacist',
    ],
    [
      'deletes our medication in their admission',
      'DELETE /api/admissions/{their admission}/medications/{medication}',
      {},
      404,
      'pharmacist',
    ],
    [
      'sorts our medication in their admission',
      'PUT /api/admissions/{their admission}/medications/sort',
      { ids: ['{medication}'] },
      400,
      'pharmacist',
    ],
    [
      'switches our member in their team',
      'PUT /api/teams/{their team}/members/{a member}',
      { role: 'physician' },
      404,
      'teamAdmin',
    ],
    ['removes our member from their team', 'DELETE /api/teams/{their team}/members/{a member}', {}, 404, 'teamAdmin'],
  ] as const
).map(([words, call, body, status, allowed]) => ({ words, ...callOf(call), body, status, allowed }));

describe('what is refused', () => {
  let before: number;
  beforeAll(async () => {
    before = await environment.events();
  });

  /** The answer to the row's request for a thing that does not exist. Each 404 must be identical to it. */
  const answersForMissing = new Map<Row, Promise<CallAnswer>>();
  const answerForMissing = (row: Row, role: Role): Promise<CallAnswer> => {
    const answer = answersForMissing.get(row) ?? environment.ask(row, role, environment.missing);
    answersForMissing.set(row, answer);
    return answer;
  };

  for (const { row, role, status } of cells.filter((cell) => isRefused(cell.status))) {
    test(`${row.words}: ${named(role)} gets ${status}`, async () => {
      const answer = await environment.ask(row, role, environment.existing);
      expectStatus(row, answer, status);
      // Neither body nor headers show whether the thing exists.
      if (status === 404) expect(answer).toEqual(await answerForMissing(row, role));
    });
  }

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

  describe('a stranger with every right in their own team reaches nothing of ours through it', () => {
    for (const { words, status, ...request } of crossTeamCalls) {
      const from =
        (things: Placeholders): Placeholders =>
        (name, who) =>
          name.startsWith('their ') ? environment.strangersOwn(name.slice('their '.length), who) : things(name, who);
      test(`${words}: ${status}, as for a missing thing`, async () => {
        const answer = await environment.ask({ words, ...request }, 'stranger', from(environment.existing));
        expectStatus(request, answer, status);
        expect(answer).toEqual(await environment.ask({ words, ...request }, 'stranger', from(environment.missing)));
      });
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

describe('what is allowed', () => {
  // A read gets the existing chart, a command a new one.
  const thingsFor = ({ method }: Row): Placeholders =>
    method === 'GET' || method === 'SOCKET' ? environment.existing : environment.fresh();

  for (const { row, role, status } of cells.filter((cell) => !isRefused(cell.status))) {
    test(`${row.words}: ${named(role)} gets ${status}`, async () =>
      expectStatus(row, await environment.ask(row, role, thingsFor(row)), status));
  }

  describe('what a stranger cannot reach through their own team is open to an allowed role', () => {
    for (const { words, status: _refused, allowed, ...request } of crossTeamCalls) {
      test(`${named(allowed)} ${words.replaceAll('their', 'our')}`, async () => {
        const ours = environment.fresh();
        const answer = await environment.ask({ words, ...request }, allowed, (name, who) =>
          ours(name.replace('their ', ''), who),
        );
        expect([answer.text, isRefused(answer.status)]).toEqual([answer.text, false]);
      });
    }
  });

  describe('the header of a team has no effect outside teams', () => {
    // A person can be recommended once only: each role has done so above.
    for (const row of rows.filter(
      (one) =>
        one.method !== 'SOCKET' &&
        one.otherTeam === undefined &&
        !isRefused(one.expected[firstAllowedRole(one)]) &&
        one.words !== 'Recommend another person',
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

  test('the collected report holds `csv` for the team admin only', async () => {
    const report = rows.find(({ words }) => words === 'Collected report')!;
    for (const role of ['pharmacist', 'physician', 'author', 'teamAdmin'] as const) {
      const answer = JSON.parse((await environment.ask(report, role, environment.existing)).text) as {
        result: unknown[];
        csv?: unknown[];
      };
      expect([role, answer.result.length, answer.csv?.length]).toEqual([
        role,
        expect.any(Number),
        role === 'teamAdmin' ? expect.any(Number) : undefined,
      ]);
    }
  });

  test('the author in a body is ignored', async () => {
    const row = rows.find(({ words }) => words === 'Add a review')!;
    expect(bodyOf(await environment.ask(row, 'pharmacist', environment.fresh()))).toMatchObject({
      userId: environment.people.pharmacist.id,
    });
  });

  test('a removed member can no longer reach their review, not even with a repeated key', async () => {
    const writer = await environment.newMember();
    const admissionId = await environment.fresh()('admission', writer);
    const once = { 'idempotency-key': randomUUID() };
    const add = (): Promise<CallAnswer> =>
      environment.askAs(writer, 'POST', '/api/reviews/addReview', { admissionId, reviewDate: '2025-03-02' }, once);
    const first = await add();
    expect(first.status).toBe(201);
    expect((await add()).text).toBe(first.text);
    await environment.removeMember(writer);
    const { _id } = JSON.parse(first.text) as { _id: string };
    const after = [
      await add(),
      await environment.askAs(writer, 'PUT', `/api/reviews/updateRevHead/${_id}`, {
        reviewDate: '2025-03-03',
        clinicalNote: '',
      }),
    ];
    for (const answer of after) expect([answer.status, bodyOf(answer)]).toEqual([404, refusals[404]]);
  });
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
