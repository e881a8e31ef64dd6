import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Patient, Problem } from 'language/contract/entities';
import type { RegisteredPatient } from 'language/domain/patient/state';
import { RACE_COUNT, races, type TwoProcesses, withSecondProcess } from '../../testing/second-process.ts';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
let processes: TwoProcesses;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  processes = await withSecondProcess(environment);
});
afterAll(() => environment.stop());

const registered = async (n: number): Promise<string> =>
  (
    await processes.ask<Patient>(n, ward.mona, 'POST', '/api/patients', {
      team: ward.team._id,
      firstName: `مريض ${n}`,
      birthdate: '1960-01-01',
    })
  ).body._id;
const merge = (n: number, into: string, patient: string) =>
  processes.ask<Patient & Problem>(n, n % 2 === 0 ? ward.mona : ward.omar, 'POST', `/api/patients/${into}/merged`, {
    patient,
  });

/** Each merge is on both streams or on none, and following them ends. @returns who is merged into whom */
async function linksOf(ids: readonly string[]): Promise<Map<string, string>> {
  const { patient: fold } = createFoldCaches(environment.log);
  const states = new Map<string, RegisteredPatient>();
  for (const id of ids) {
    const { state } = await fold.load(id);
    if (state.status === 'registered') states.set(id, state);
  }
  const merged = [...states].flatMap(([id, { mergedInto }]) => (mergedInto ? [`${id} ${mergedInto.patientId}`] : []));
  const absorbed = [...states].flatMap(([id, state]) => state.absorbed.map((one) => `${one.patientId} ${id}`));
  expect(merged.toSorted()).toEqual(absorbed.toSorted());
  const links = new Map(merged.map((link) => link.split(' ') as [string, string]));
  for (const id of ids) {
    let steps = 0;
    for (let at = links.get(id); at !== undefined; at = links.get(at)) expect((steps += 1)).toBeLessThan(ids.length);
  }
  return links;
}

/** Three patients each, so fewer than of other races. */
const COUNT = Math.ceil(RACE_COUNT / 4);

test(`${COUNT} races of merges into each other, in a circle, and beside a deletion leave no hole`, async () => {
  const outcomes = new Map<string, number>();
  await races(COUNT, async (n) => {
    const [one, two, three] = [await registered(n), await registered(n + 1), await registered(n)];
    const which = n >> 1;
    const begin = [
      () => [merge(which, one, two), merge(which + 1, two, one)],
      () => [merge(which, two, one), merge(which + 1, three, two), merge(which, one, three)],
      () => [merge(which, two, one), processes.ask<Problem>(which + 1, ward.omar, 'DELETE', `/api/patients/${two}`)],
    ][n % 3];
    const answers = await Promise.all<{ status: number }>(begin?.() ?? []);
    const links = await linksOf([one, two, three]);
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    // A merge that was answered with success holds; the deletion beside it is none.
    expect(links.size).toBe(n % 3 === 2 && answers[1]?.status === 200 ? 0 : done);
    expect(done).toBeLessThan(n % 3 === 1 ? 3 : 2);
    const outcome = `${['pair', 'circle', 'deletion'][n % 3]}: ${done}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  process.stdout.write(`merge races: ${[...outcomes].map(([what, count]) => `${what} × ${count}`).join(', ')}\n`);
}, 120_000);
