import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission, Problem, Team } from '../../contract/entities.ts';
import {
  type Caller,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

test('an offer is answered in the receiving team alone, and withdrawn in the team of the chart', async () => {
  const { mona, sami, admission } = ward;
  const { body: ccu } = await sami.post<Team>('/api/teams', { name: 'CCU', specialty: 1, about: '' });
  await sami.put(`/api/teams/${ccu._id}/edit`, { receivesTransfers: true });
  const path = `/api/admissions/${admission._id}/transfer`;
  const { body } = await mona.post<Admission>(path, { toTeam: ccu._id, note: '' });
  const offer = body.transfer!.offer;
  const stranger = await environment.signUp('Stranger');
  const answers = async (who: Caller, word: string): Promise<number> =>
    (await who.put<Problem>(`${path}/${word}`, { offer, ...(word === 'decline' ? { reason: 'x' } : {}) })).status;
  for (const who of [mona, stranger])
    for (const word of ['accept', 'decline']) expect([word, await answers(who, word)]).toEqual([word, 404]);
  for (const who of [sami, stranger]) expect(await answers(who, 'withdraw')).toBe(404);
  expect((await environment.events(`admission-${admission._id}`)).at(-1)?.type).toBe('TransferOffered');
  expect(await answers(sami, 'accept')).toBe(200);
});
