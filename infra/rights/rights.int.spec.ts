import { randomUUID } from 'node:crypto';
import type { Problem } from 'command-api/contract/entities';
import { isReason } from 'command-api/domain/reasons/catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answered } from './asking.ts';
import { callOf, roleNames, roles, type Role, type Row, rows } from './table.ts';
import { type TestEnvironment, isRefused, mayAsk, startTestEnvironment } from './testing.ts';
import type { Things } from './things.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment?.stop());

/** Row by row, role by role. */
const cells = rows.flatMap((row) => roleNames.map((role) => ({ row, role, status: row.expected[role] })));
const named = (role: Role): string => roles[role].name.toLowerCase();
const bodyOf = ({ text }: Answered): Partial<Problem> => JSON.parse(text) as Partial<Problem>;

/** What each refusal says, word by word. */
const said: Readonly<Record<number, { message?: string; code: string; reason?: string }>> = {
  400: { code: 'invalid' },
  401: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
  403: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
  404: { message: 'Not found', code: 'notFound', reason: 'not-found' },
  409: { code: 'conflict' },
};
function expectStatus(row: Pick<Row, 'method' | 'path'>, answer: Answered, status: number): void {
  if (answer.status !== status)
    expect.fail(
      `${row.method} ${row.path}: the table says ${status}, the answer was ${answer.status} ${answer.text.slice(0, 300)}`,
    );
  if (!isRefused(status) || row.method === 'SOCKET') return;
  expect(bodyOf(answer)).toMatchObject(said[status]!);
  expect([row.path, isReason(bodyOf(answer).reason ?? '')]).toEqual([row.path, true]);
}

/**
 * Requests that name a thing of ours within one of the stranger's own team, and who may do the same where all of it is
 * ours.
 */
const image = { images: [{ image: '{path of an image}' }] };
const entry = { errType: '{error type}', errDrug: '{trade label}', _id: '{entry}' };
const reachingOver = (
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
).map(([words, call, body, status, whoMay]) => ({ words, ...callOf(call), body, status, whoMay }));

describe('what is refused', () => {
  let before: number;
  beforeAll(async () => {
    before = await environment.events();
  });

  /**
   * What the first who is told that a thing is not there hears where it truly is not: nobody else may hear anything
   * else.
   */
  const ofNothing = new Map<Row, Promise<Answered>>();
  const toldOfNothing = (row: Row, role: Role): Promise<Answered> => {
    const told = ofNothing.get(row) ?? environment.ask(row, role, environment.nothing);
    ofNothing.set(row, told);
    return told;
  };

  for (const { row, role, status } of cells.filter((cell) => isRefused(cell.status))) {
    test(`${row.words}: ${named(role)} gets ${status}`, async () => {
      const answer = await environment.ask(row, role, environment.shown);
      expectStatus(row, answer, status);
      // Neither body nor header tells a thing that is there from one that is not.
      if (status === 404) expect(answer).toEqual(await toldOfNothing(row, role));
    });
  }

  describe('whoever may, of a thing that is not there, hears what a stranger hears of one that is', () => {
    for (const row of rows.filter(({ expected }) => expected.stranger === 404 && expected.teamAdmin !== 404)) {
      test(`${row.words}: not found`, async () =>
        expect(await environment.ask(row, mayAsk(row), environment.nothing)).toEqual(
          await environment.ask(row, 'stranger', environment.shown),
        ));
    }
  });

  describe('the header of another team', () => {
    for (const row of rows.filter(({ otherTeam }) => otherTeam !== undefined)) {
      test(`${row.words}: ${row.otherTeam}`, async () => {
        expectStatus(
          row,
          await environment.ask(row, mayAsk(row), environment.shown, { headers: { team: environment.otherTeam } }),
          row.otherTeam!,
        );
        // To a stranger it says nothing, whichever team it names.
        const without = await environment.ask(row, 'stranger', environment.shown);
        for (const team of [environment.otherTeam, await environment.shown('team', environment.bystander)])
          expect(await environment.ask(row, 'stranger', environment.shown, { headers: { team } })).toEqual(without);
      });
    }
  });

  describe('a token that', () => {
    for (const how of ['was signed out', 'has expired', 'never was']) {
      for (const row of rows) {
        test(`${how} gets ${row.ended}: ${row.words}`, async () =>
          expectStatus(
            row,
            await environment.ask(row, 'teamAdmin', environment.shown, { token: environment.ended[how]! }),
            row.ended,
          ));
      }
    }
  });

  describe('an old `If-Match` is no way to see what has changed', () => {
    for (const { row, role, status } of cells.filter(
      (cell) => ['PUT', 'DELETE'].includes(cell.row.method) && [403, 404].includes(cell.status),
    )) {
      test(`${row.words}: ${named(role)} still gets ${status}`, async () =>
        expectStatus(
          row,
          await environment.ask(row, role, environment.shown, { headers: { 'if-match': '0' } }),
          status,
        ));
    }
  });

  describe('with every right at home, a stranger reaches nothing of ours from there', () => {
    for (const { words, status, ...asked } of reachingOver) {
      const from =
        (things: Things): Things =>
        (name, who) =>
          name.startsWith('their ') ? environment.home(name.slice('their '.length), who) : things(name, who);
      test(`${words}: ${status}, as for what is not there`, async () => {
        const answer = await environment.ask({ words, ...asked }, 'stranger', from(environment.shown));
        expectStatus(asked, answer, status);
        expect(answer).toEqual(await environment.ask({ words, ...asked }, 'stranger', from(environment.nothing)));
      });
    }
  });

  describe('HEAD tells nothing that GET does not', () => {
    for (const { row, role, status } of cells.filter((cell) => cell.row.method === 'GET' && isRefused(cell.status))) {
      test(`${row.words}: ${named(role)} gets ${status}`, async () => {
        const { status: answered, text } = await environment.ask({ ...row, method: 'HEAD' }, role, environment.shown);
        expect([answered, text]).toEqual([status, '']);
      });
    }
  });

  describe('what no row names', () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
    const overHttp = rows.filter(({ method }) => method !== 'SOCKET');
    const patternOf = (path: string): string =>
      path
        .replace(/\?.*/, '')
        .replace(/\/$/, '')
        .replaceAll(/\{[^}]+\}/g, '*');
    const asked = new Map(overHttp.map((row) => [patternOf(row.path), row]));
    for (const [pattern, row] of asked) {
      const named = new Set(
        overHttp.filter(({ path }) => patternOf(path) === pattern).map(({ method }): string => method),
      );
      const others = methods.filter((method) => !named.has(method));
      test(`${others.join(', ')} ${pattern} is 404`, async () => {
        for (const method of others)
          expectStatus(
            row,
            await environment.ask({ words: '', method, path: row.path }, 'teamAdmin', environment.nothing),
            404,
          );
      });
    }
    for (const path of ['/api', '/api/', '/api/nothing', '/api/users/../nothing']) {
      test(`${path} is 404 in words, for every method`, async () => {
        for (const method of methods) {
          const answer = await fetch(new URL(path, environment.url), { method });
          expect([method, answer.status, await answer.json()]).toEqual([method, 404, said[404]]);
        }
      });
    }
  });

  test('has written nothing', async () => expect(await environment.events()).toBe(before));
});

describe('what is allowed', () => {
  // A read is of what has been there for long; a command gets things of its own.
  const thingsFor = ({ method }: Row): Things =>
    method === 'GET' || method === 'SOCKET' ? environment.shown : environment.fresh();

  for (const { row, role, status } of cells.filter((cell) => !isRefused(cell.status))) {
    test(`${row.words}: ${named(role)} gets ${status}`, async () =>
      expectStatus(row, await environment.ask(row, role, thingsFor(row)), status));
  }

  describe('what a stranger cannot reach from their own team is there for whoever may', () => {
    for (const { words, status: _refused, whoMay, ...asked } of reachingOver) {
      test(`${named(whoMay)} ${words.replaceAll('their', 'our')}`, async () => {
        const ours = environment.fresh();
        const answer = await environment.ask({ words, ...asked }, whoMay, (name, who) =>
          ours(name.replace('their ', ''), who),
        );
        expect([answer.text, isRefused(answer.status)]).toEqual([answer.text, false]);
      });
    }
  });

  describe('outside of teams the header of a team says nothing', () => {
    // Somebody is recommended once only: each role has done so above.
    for (const row of rows.filter(
      (one) =>
        one.method !== 'SOCKET' &&
        one.otherTeam === undefined &&
        !isRefused(one.expected[mayAsk(one)]) &&
        one.words !== 'Recommend somebody',
    )) {
      const role = mayAsk(row);
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
      const answer = JSON.parse((await environment.ask(report, role, environment.shown)).text) as {
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

  test('what a body says of its author is never believed', async () => {
    const row = rows.find(({ words }) => words === 'Add a review')!;
    expect(bodyOf(await environment.ask(row, 'pharmacist', environment.fresh()))).toMatchObject({
      userId: environment.people.pharmacist.id,
    });
  });

  test('whoever wrote a review and was removed has lost it, and a repeated key tells them nothing', async () => {
    const writer = await environment.joined();
    const admissionId = await environment.fresh()('admission', writer);
    const once = { 'idempotency-key': randomUUID() };
    const add = (): Promise<Answered> =>
      environment.as(writer, 'POST', '/api/reviews/addReview', { admissionId, reviewDate: '2025-03-02' }, once);
    const first = await add();
    expect(first.status).toBe(201);
    expect((await add()).text).toBe(first.text);
    await environment.leaves(writer);
    const { _id } = JSON.parse(first.text) as { _id: string };
    const after = [
      await add(),
      await environment.as(writer, 'PUT', `/api/reviews/updateRevHead/${_id}`, {
        reviewDate: '2025-03-03',
        clinicalNote: '',
      }),
    ];
    for (const answer of after) expect([answer.status, bodyOf(answer)]).toEqual([404, said[404]]);
  });
});
