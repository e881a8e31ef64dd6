import { act, screen, waitFor, within } from '@testing-library/react';
import type { AskedEntry, AskedPage } from 'language/contract/handover';
import type { Answer, DrugErr, EntryAnswer, Review } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { entry, hany, mona, patient, review, team, written } from '../../testing/hospital.ts';
import { commandsOf, refusal, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';
import './asked.tsx';

const asked = { at: '2026-03-02T08:00:00.000Z', address: null, answer: null, reportedBy: null };
const of = (_id: string, drug: string, over: Partial<AskedEntry> = {}): AskedEntry => {
  const {
    copiedFrom: _copy,
    firstId: _first,
    movedFrom: _moved,
    asked: _asked,
    ...fields
  } = entry(_id, drug, {
    errRes: null,
    errSeverity: 'E',
    errNote: '<p>Halve the dose</p>',
  });
  return {
    ...fields,
    asked,
    isToMe: true,
    review: 'a1.r2',
    reviewDate: '2026-03-02',
    admission: 'a1',
    team: 't1',
    room: '2',
    bed: '4',
    consultant: '',
    patient: 'p1',
    patientDetails: patient,
    order: { dose: '1 g', route: 'IV', frequency: 'every 8 hours' },
    userId: mona._id,
    userName: 'Mona X',
    userPhone: '',
    ...over,
  };
};
const page = (...entries: AskedEntry[]): AskedPage => ({
  entries,
  page: 1,
  pages: 1,
  total: entries.length,
  teams: [{ _id: 't1', name: 'Adult ICU', refusalReasons: ['Benefit outweighs risk'] }],
});
const answered = (given: AskedEntry, errRes: DrugErr['errRes'], said: Partial<EntryAnswer>): Answer<Review> => ({
  ...review('a1.r2', '2026-03-02', mona, [
    {
      ...given,
      errRes,
      version: 9,
      asked: {
        ...asked,
        answer: { answer: 'accepted', text: '', reason: '', userId: hany._id, at: '2026-03-02T09:00:00.000Z', ...said },
      },
    },
  ]),
  ...written,
});
const meronem = of('e1', 'Meronem');
const open = (replies: Parameters<typeof serve>[0] = {}, list = page(meronem, of('e2', 'Zyvox'))) => {
  const sent = serve({ 'GET /api/users/me/asked': list, 'GET /api/teams/t1': team, ...replies });
  return { ...visit('/asked', { as: hany }), commands: () => commandsOf(sent) };
};
const card = (drug: string) => within(screen.getByText(drug).closest<HTMLElement>('[data-card]')!);

test('one touch accepts; the card says so in its place, and Undo takes it back', async () => {
  const { user, commands } = open({
    'PUT /api/reviews/a1.r2/answer': ({ body }) =>
      (body as EntryAnswer).answer === 'seen'
        ? answered(meronem, null, { answer: 'seen' })
        : answered(meronem, 1, { answer: 'accepted' }),
  });
  await screen.findByText('Meronem');
  expect(document.title).toBe('(2) Asked of me · Clinical Pharmacy');
  expect(card('Meronem').getByText(reads(/1 g · IV/))).toBeInTheDocument();
  await user.click(card('Meronem').getByRole('button', { name: 'Accept' }));
  await card('Meronem').findByText(reads(/Accepted by you/));
  expect(card('Meronem').queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  expect(commands()).toMatchObject([
    {
      body: { entryId: 'e1', answer: 'accepted', text: '', reason: '' },
      headers: { 'if-match': String(meronem.version) },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await card('Meronem').findByText(reads(/Seen by you/));
  expect(commands()[1]).toMatchObject({ body: { answer: 'seen' }, headers: { 'if-match': '9' } });
  expect(card('Meronem').getByRole('button', { name: 'Accept' })).toBeEnabled();
});

test('a reason of the team refuses at once, with what is typed; without one a refusal and a change need a text', async () => {
  const { user, commands } = open({
    'PUT /api/reviews/a1.r2/answer': ({ body }) => answered(meronem, 2, body as EntryAnswer),
  });
  await screen.findByText('Meronem');
  await user.click(card('Meronem').getByRole('button', { name: 'Accept with a change' }));
  expect(card('Meronem').getByRole('button', { name: 'Accept with this change' })).toBeDisabled();
  await user.click(card('Meronem').getByRole('button', { name: 'Refuse', expanded: false }));
  expect(card('Meronem').getAllByRole('button', { name: 'Refuse' }).at(-1)!).toBeDisabled();
  await user.type(card('Meronem').getByRole('textbox', { name: 'Why' }), 'Dialysis');
  await user.click(card('Meronem').getByRole('button', { name: 'Benefit outweighs risk' }));
  await card('Meronem').findByText(reads(/Refused by you/));
  expect(commands()).toMatchObject([
    { body: { answer: 'refused', reason: 'Benefit outweighs risk', text: 'Dialysis' } },
  ]);
});

test('a refused command says why, and the buttons stay', async () => {
  const { user } = open({
    'PUT /api/reviews/a1.r2/answer': refusal(409, {
      message: 'Recorded',
      code: 'conflict',
      reason: 'outcome-recorded',
    }),
  });
  await screen.findByText('Meronem');
  await user.click(card('Meronem').getByRole('button', { name: 'Accept' }));
  expect(await card('Meronem').findByRole('alert')).toHaveTextContent('Recorded');
  expect(card('Meronem').getByRole('button', { name: 'Accept' })).toBeEnabled();
});

test('an answer waits while the server is away', async () => {
  const { user } = open({ 'PUT /api/reviews/a1.r2/answer': new Response('', { status: 503 }) });
  await screen.findByText('Meronem');
  await user.click(card('Meronem').getByRole('button', { name: 'Accept' }));
  await card('Meronem').findByText(reads(/Waiting for the network/), {}, { timeout: 10_000 });
  expect(card('Meronem').queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
});

test('new ones do not move the cards; what another person has answered says so', async () => {
  let list = page(meronem, of('e2', 'Zyvox'));
  const { user } = open({ 'GET /api/users/me/asked': () => list });
  await screen.findByText('Meronem');
  list = page(of('e3', 'Cordarone'), meronem);
  await act(() => queryClient.invalidateQueries({ queryKey: ['asked'] }));
  await user.click(await screen.findByRole('button', { name: '1 new: show it' }));
  await screen.findByText('Cordarone');
  await waitFor(() => expect(screen.queryByText('Zyvox')).not.toBeInTheDocument());
});

test('a person who is no physician is told so', async () => {
  open({}, { ...page(), teams: [] });
  await screen.findByText('Nothing is asked of you');
  expect(screen.getByText(/You are no physician of a team/)).toBeInTheDocument();
});
