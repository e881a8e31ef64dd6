import { beforeAll, expect, test } from 'vitest';
import type { Admission, Problem, Team } from '../../contract/entities.ts';
import {
  type Caller,
  openWard,
  sharedTestEnvironment,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

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

test('after two transfers the teams of before are told so, and a stranger does not learn that the chart exists', async () => {
  const [ward7, third, stranger] = [
    await environment.signUp('Ward7'),
    await environment.signUp('Third'),
    await environment.signUp('Passer'),
  ];
  const admission = await ward.otherChart();
  const path = `/api/admissions/${admission._id}`;
  let sender = ward.mona;
  for (const receiver of [ward7, third]) {
    const { body: team } = await receiver.post<Team>('/api/teams', {
      name: receiver.me.firstName,
      specialty: 1,
      about: '',
    });
    await receiver.put(`/api/teams/${team._id}/edit`, { receivesTransfers: true });
    const { body } = await sender.post<Admission>(`${path}/transfer`, { toTeam: team._id, note: '' });
    const accepted = await receiver.put(`${path}/transfer/accept`, { offer: body.transfer?.offer });
    expect(accepted.status).toBe(200);
    sender = receiver;
  }
  const reasons = async (who: Caller) => [
    (await who.put<Problem>(`${path}/edit`, { room: '7' })).body.reason,
    (await who.put<Problem>(`/api/patients/${admission.patient}/edit`, { lastName: 'Ali' })).body.reason,
  ];
  for (const who of [ward.mona, ward7])
    expect(await reasons(who)).toEqual(['admission-transferred', 'patient-transferred']);
  expect(await reasons(stranger)).toEqual(['not-found', 'not-found']);
  expect(await reasons(third)).toEqual([undefined, undefined]);
});
