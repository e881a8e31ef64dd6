import { beforeAll, expect, test } from 'vitest';
import type { Admission, Problem, Team } from 'language/contract/entities';
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
    const stream = `patient-${admission.patient}`;
    const moved = (await environment.events(stream)).findLastIndex(({ type }) => type === 'PatientTransferred');
    expect(accepted).toMatchObject({ status: 200, body: { alsoWritten: [{ stream, revision: moved }] } });
    sender = receiver;
  }
  const patient = `/api/patients/${admission.patient}`;
  const reasonsOf = async (who: Caller): Promise<(string | undefined)[]> => {
    const answers = await Promise.all([
      who.put<Problem>(`${path}/edit`, { room: '7' }),
      who.post<Problem>(`/api/reviews/${admission._id}.none/printed`, {}),
      who.post<Problem>(`${path}/chatAsked`, { reviews: 1 }),
      who.put<Problem>(`${patient}/edit`, { lastName: 'Ali' }),
      who.post<Problem>(`${patient}/merged`, { patient: admission.patient }),
      who.delete<Problem>(`${patient}/merged/${admission.patient}`),
      who.post<Problem>(`${patient}/erasure`, { category: 'wish', reason: 'x' }),
      who.delete<Problem>(`${patient}/erasure`),
      who.put<Problem>(`${patient}/erasure/refuse`, {}),
      who.put<Problem>(`${patient}/erasure/agree`, {}, { 'if-match': '1' }),
    ]);
    return answers.map(({ body }) => body.reason);
  };
  const [first, second, never] = await Promise.all([ward.mona, ward7, stranger].map(reasonsOf));
  for (const found of [first, second])
    expect(found).toEqual([
      ...Array.from({ length: 3 }, () => 'admission-transferred'),
      ...Array.from({ length: 7 }, () => 'patient-transferred'),
    ]);
  expect(new Set(never)).toEqual(new Set(['not-found']));
  expect((await third.put(`${path}/edit`, { room: '8' })).status).toBe(200);
});
