import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWhatChanged } from '../test/started-program.ts';
import type { CallAnswer } from './testing/calls.ts';
import { callOf, roleNames, type Row, rows } from './table.ts';
import { bodyOf, expectStatus, named, refusals } from './testing/expect-status.ts';
import { type TestEnvironment, isRefused, startTestEnvironment } from './testing/test-environment.ts';
import type { Placeholders } from './testing/placeholders.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  await buildWhatChanged();
  environment = await startTestEnvironment();
});
afterAll(() => environment?.stop());

/** The rows with a role whose status is chosen, and these roles. */
const rowsWith = (isChosen: (status: number) => boolean) =>
  rows
    .map((row) => ({ row, chosen: roleNames.filter((role) => isChosen(row.expected[role])) }))
    .filter(({ chosen }) => chosen.length > 0);

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

  for (const { row, chosen } of rowsWith(isRefused)) {
    test(`${row.words}: refused`, async () => {
      /** The answer to the row's request for a thing that does not exist. Each 404 must be identical to it. */
      let forMissing: CallAnswer | undefined;
      for (const role of chosen) {
        const answer = await environment.ask(row, role, environment.existing);
        expectStatus(row, answer, row.expected[role], named(role));
        if (row.expected[role] !== 404) continue;
        // Neither body nor headers show whether the thing exists.
        forMissing ??= await environment.ask(row, role, environment.missing);
        expect({ role, answer }).toEqual({ role, answer: forMissing });
      }
    });
  }

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

  test('has written nothing', async () => expect(await environment.events()).toBe(before));
});

describe('what is allowed', () => {
  // A read gets the existing chart, a command a new one.
  const thingsFor = ({ method }: Row): Placeholders =>
    method === 'GET' || method === 'SOCKET' ? environment.existing : environment.fresh();

  for (const { row, chosen } of rowsWith((status) => !isRefused(status))) {
    test(`${row.words}: allowed`, async () => {
      for (const role of chosen)
        expectStatus(row, await environment.ask(row, role, thingsFor(row)), row.expected[role], named(role));
    });
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
