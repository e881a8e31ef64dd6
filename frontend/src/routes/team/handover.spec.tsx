import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PendingEntry, PendingPage } from 'command-api/contract/handover';
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import { pendingEntry } from '../../features/handover/pending-entry.testdata.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { dina, mona, review, team, written } from '../../testing/chart.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';
import './handover.tsx';

const mine = pendingEntry('e1', { userId: mona._id, userName: 'Mona X', review: 'a1.r2' });
const omars = pendingEntry('e2', {
  errDrugLabel: 'Zyvox',
  errSeverity: null,
  overdue: true,
  followUpDate: '2026-03-04',
});
const listed = (...pending: PendingEntry[]): PendingPage => ({
  pending,
  overdue: pending.filter(({ overdue }) => overdue).length,
  page: 1,
  pages: 1,
  total: pending.length,
});
const answered = (entry: PendingEntry, over: Partial<DrugErr>): Answer<Review> => ({
  ...review(entry.review, entry.reviewDate, mona, [{ ...entry, version: 9, ...over }]),
  ...written,
});
const row = (drug: string) => screen.getByText(drug).closest<HTMLElement>('[data-row]')!;
const open = (replies: Parameters<typeof serve>[0] = {}, { as = mona, search = '' } = {}) => {
  const sent = serve({ 'GET /api/teams/t1': team, 'GET /api/handover/t1': listed(mine, omars), ...replies });
  return {
    ...visit(`/handover/t1${search}`, { as }),
    sent,
    commands: () => sent.filter(({ call }) => !call.startsWith('GET')),
  };
};
/** A live note of a teammate's change arrives. */
const heard = () => act(() => queryClient.invalidateQueries({ queryKey: ['handover'] }));

test.each([
  ['a digit', { key: '2', code: 'Digit2' }, 2],
  ['a digit of an Arabic keyboard', { key: '٣', code: 'Digit3' }, 3],
])(
  'the author records a response by %s on the focused row, which stays and can be pending again',
  async (_which, key, errRes) => {
    const { commands } = open({
      'PUT /api/reviews/a1.r2/response': ({ body }) => answered(mine, { errRes: (body as DrugErr).errRes }),
    });
    await screen.findByText('2 without a response, 1 overdue');
    const link = within(row('Meronem')).getByRole('link', { name: /هدى/ });
    link.focus();
    fireEvent.keyDown(link, key);
    await within(row('Meronem')).findByText(/ recorded$/);
    expect(within(row('Meronem')).getByRole('button', { pressed: true })).toHaveAccessibleName(
      ['Accept', 'Reject', 'Missed', 'Harm'][errRes - 1]!,
    );
    expect(commands()).toMatchObject([
      {
        headers: { 'if-match': '2' },
        body: { reviewId: 'a1.r2', errId: 'e1', errRes },
      },
    ]);
    fireEvent.keyDown(link, { key: '0', code: 'Digit0' });
    await waitFor(() => expect(commands()).toHaveLength(2));
    expect(commands()[1]).toMatchObject({ headers: { 'if-match': '9' }, body: { errId: 'e1', errRes: null } });
    await waitFor(() =>
      expect(within(row('Meronem')).queryByRole('button', { pressed: true })).not.toBeInTheDocument(),
    );
  },
);

test('a letter records no response: in the form of an entry it is a severity', async () => {
  const { commands } = open();
  await screen.findByText('Meronem');
  const link = within(row('Meronem')).getByRole('link', { name: /هدى/ });
  for (const key of ['a', 'h']) fireEvent.keyDown(link, { key, code: `Key${key.toUpperCase()}` });
  expect(row('Meronem')).not.toHaveTextContent('Saving');
  expect(commands()).toEqual([]);
});

test('another person than the author sees who records the response, and no key sends a command', async () => {
  const { commands } = open();
  await screen.findByText('Zyvox');
  const zyvox = within(row('Zyvox'));
  expect(zyvox.getByText('Omar X')).toBeInTheDocument();
  expect(zyvox.getByText('The author records the response')).toBeInTheDocument();
  expect(zyvox.getByRole('link', { name: /Contact Omar X/ })).toHaveAttribute('href', 'https://wa.me/201001234567');
  expect(zyvox.queryByRole('button', { name: /Accept/ })).not.toBeInTheDocument();
  fireEvent.keyDown(zyvox.getByRole('link', { name: /هدى/ }), { key: '1', code: 'Digit1' });
  expect(zyvox.getAllByRole('status').some((status) => status.textContent?.includes('records the response'))).toBe(
    true,
  );
  expect(commands()).toEqual([]);
});

test('a clinical pharmacist sets the follow-up date of a teammate’s entry and sees the result', async () => {
  let page = listed(mine, omars);
  const { user, commands } = open({
    'GET /api/handover/t1': () => page,
    'PUT /api/reviews/a1.r1/followUp': answered(omars, { followUpDate: '2026-03-20' }),
    'GET /api/reviews/listAdmissionReviews/a1': [
      review('a1.r1', '2026-03-02', mona, [{ ...omars, version: 12, errRes: 1 }]),
    ],
  });
  await screen.findByText('Zyvox');
  fireEvent.keyDown(within(row('Zyvox')).getByRole('link', { name: /هدى/ }), { key: 'f', code: 'KeyF' });
  const date = within(row('Zyvox')).getByLabelText('Follow-up date');
  expect(date).toHaveFocus();
  expect(date).toHaveValue('2026-03-04');
  fireEvent.change(date, { target: { value: '20/3/26' } });
  await user.click(within(row('Zyvox')).getByRole('button', { name: 'Save' }));
  expect(date).toHaveAccessibleErrorMessage('Write the year with four digits.');
  expect(commands()).toEqual([]);
  fireEvent.change(date, { target: { value: '20/3/2026' } });
  await user.click(within(row('Zyvox')).getByRole('button', { name: 'Save' }));
  expect(await within(row('Zyvox')).findByText(/2026-03-20/)).toBeInTheDocument();
  expect(commands()).toMatchObject([
    { headers: { 'if-match': '2' }, body: { reviewId: 'a1.r1', errId: 'e2', followUpDate: '2026-03-20' } },
  ]);
  page = listed(mine);
  await heard();
  expect(await within(row('Zyvox')).findByText('No longer waiting')).toBeInTheDocument();
  expect(await within(row('Zyvox')).findByText('Accept')).toBeInTheDocument();
});
const takenByMona: Parameters<typeof serve>[0] = {
  'PUT /api/reviews/a1.r1/takeOver': answered(omars, { responsible: mona._id }),
  'PUT /api/reviews/a1.r1/response': answered(omars, { responsible: mona._id, version: 10, errRes: 2 }),
};
test.each([
  ['by key', 't'],
  ['by its button', undefined],
])('a teammate’s entry is taken over %s, and then its response is recorded', async (_how, key) => {
  const { user, commands } = open(takenByMona);
  await screen.findByText('Zyvox');
  const zyvox = within(row('Zyvox'));
  const link = zyvox.getByRole('link', { name: /هدى/ });
  link.focus();
  if (key) fireEvent.keyDown(link, { key, code: 'KeyT' });
  else await user.click(zyvox.getByRole('button', { name: 'Take over: Zyvox' }));
  expect(await zyvox.findByText(/You have taken it over/)).toBeInTheDocument();
  expect(zyvox.getByText('Omar X')).toBeInTheDocument();
  expect(link).toHaveFocus();
  fireEvent.keyDown(link, { key: '2', code: 'Digit2' });
  expect(await zyvox.findByText('Reject recorded')).toBeInTheDocument();
  expect(commands()).toMatchObject([
    { call: 'PUT /api/reviews/a1.r1/takeOver', headers: { 'if-match': '2' }, body: { reviewId: 'a1.r1', errId: 'e2' } },
    { call: 'PUT /api/reviews/a1.r1/response', headers: { 'if-match': '9' }, body: { errId: 'e2', errRes: 2 } },
  ]);
});

test('a row says who has taken the entry over, and who is not in the team', async () => {
  const unattended = pendingEntry('e3', { errDrugLabel: 'Tienam', responsible: 'u2', responsibleName: 'Hany X' });
  const nameless = pendingEntry('e4', { errDrugLabel: 'Clexane', responsible: 'gone' });
  open({ 'GET /api/handover/t1': listed(mine, unattended, nameless, omars) });
  await screen.findByText('Zyvox');
  expect(row('Tienam')).toHaveTextContent(/Omar X.*u2 X has taken it over/);
  expect(row('Clexane')).toHaveTextContent('Unknown person has taken it over · not in the team');
  expect(row('Tienam')).not.toHaveTextContent('not in the team');
  expect(row('Zyvox')).toHaveTextContent('not in the team');
  expect(row('Meronem')).not.toHaveTextContent(/taken it over|not in the team/);
});

test('an own entry and an entry of a reader’s list cannot be taken over', async () => {
  const first = open();
  await screen.findByText('Meronem');
  expect(within(row('Meronem')).queryByRole('button', { name: /Take over/ })).not.toBeInTheDocument();
  first.unmount();
  const { commands } = open({}, { as: dina });
  await screen.findByText('Zyvox');
  fireEvent.keyDown(within(row('Zyvox')).getByRole('link', { name: /هدى/ }), { key: 't', code: 'KeyT' });
  expect(screen.queryByRole('button', { name: /Take over/ })).not.toBeInTheDocument();
  expect(commands()).toEqual([]);
});

test('an entry that another person takes over first is not taken from them', async () => {
  const current = { ...omars, version: 5, responsible: 'u2' };
  const { user, commands } = open({
    'PUT /api/reviews/a1.r1/takeOver': () =>
      refusal(409, { message: 'Changed', code: 'conflict', reason: 'changed-since', current } as never),
  });
  await screen.findByText('Zyvox');
  await user.click(within(row('Zyvox')).getByRole('button', { name: 'Take over: Zyvox' }));
  expect(await within(row('Zyvox')).findByRole('alert')).toBeInTheDocument();
  expect(commands()).toHaveLength(1);
});

/** Omar's entries on the server, in pages of two. Those that were taken over are not in the list any more. */
const unattended = (count: number) => {
  const waiting = new Map(
    Array.from({ length: count }, (_, nth) => pendingEntry(`e${nth}`, { errDrugLabel: `Drug ${nth}` })).map(
      (entry) => [entry._id, entry] as const,
    ),
  );
  return {
    waiting,
    list: ({ search }: { search: Record<string, string> }): PendingPage => {
      const page = Number(search['pageNumber'] ?? 1);
      const all = [...waiting.values()];
      return {
        ...listed(...all.slice(2 * (page - 1), 2 * page)),
        page,
        pages: Math.ceil(all.length / 2),
        total: all.length,
      };
    },
    take: ({ body }: { body: unknown }) => {
      const { errId } = body as { errId: string };
      const entry = waiting.get(errId)!;
      waiting.delete(errId);
      return answered(entry, { responsible: mona._id });
    },
  };
};

test('all entries of people who are not in the team are taken over, also those that no page has shown', async () => {
  const { list, take, waiting } = unattended(5);
  const { user, commands, sent } = open(
    {
      'GET /api/handover/t1': list,
      'PUT /api/reviews/a1.r1/takeOver': (command) =>
        (command.body as { errId: string }).errId === 'e3'
          ? refusal(403, { message: 'Not allowed', code: 'forbidden' })
          : take(command),
    },
    { search: '?of=left' },
  );
  expect(await screen.findByText('Drug 1')).toBeInTheDocument();
  expect(screen.queryByText('Drug 2')).not.toBeInTheDocument();
  expect(sent.find(({ call }) => call === 'GET /api/handover/t1')?.search).toMatchObject({ of: 'left' });
  expect(screen.getByLabelText('Whose')).toHaveDisplayValue('Of people not in the team');
  await user.click(screen.getByRole('button', { name: 'Take over all 5 entries' }));
  expect(
    await screen.findByText(/4 entries were taken over: they are in “Mine”\..*1 entry was not/),
  ).toBeInTheDocument();
  expect(commands().map(({ body }) => (body as { errId: string }).errId)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
  expect([...waiting.keys()]).toEqual(['e3']);
  expect(await screen.findByText('Drug 3')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Take over 1 entry' })).toBeInTheDocument();
});

test('a failure that concerns no single entry ends the taking over, and a retry goes on', async () => {
  const { list, take, waiting } = unattended(4);
  let failures = 1;
  const { user, commands } = open(
    {
      'GET /api/handover/t1': list,
      'PUT /api/reviews/a1.r1/takeOver': (command) =>
        (command.body as { errId: string }).errId === 'e2' && failures-- > 0
          ? refusal(500, { message: 'The database is away', code: 'internal' })
          : take(command),
    },
    { search: '?of=left' },
  );
  await user.click(await screen.findByRole('button', { name: 'Take over all 4 entries' }));
  expect(await screen.findByText(/2 entries were taken over/)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('The database is away');
  expect(commands()).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Take over all 2 entries' })).toBeInTheDocument();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(await screen.findByText(/2 entries were taken over/)).toBeInTheDocument();
  expect(waiting.size).toBe(0);
});

test('the taking over can be stopped', async () => {
  const { list, take } = unattended(5);
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, commands } = open(
    {
      'GET /api/handover/t1': list,
      'PUT /api/reviews/a1.r1/takeOver': async (command) => {
        if ((command.body as { errId: string }).errId === 'e1') await isAnswered;
        return take(command);
      },
    },
    { search: '?of=left' },
  );
  await user.click(await screen.findByRole('button', { name: 'Take over all 5 entries' }));
  expect(await screen.findByText('1 of 5')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  answer();
  expect(await screen.findByText(/2 entries were taken over/)).toBeInTheDocument();
  expect(commands()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Take over all 3 entries' })).toBeInTheDocument();
});

test('a row says that a teammate has taken its entry over', async () => {
  let page = listed(omars);
  open(
    {
      'GET /api/handover/t1': () => page,
      'GET /api/reviews/listAdmissionReviews/a1': [
        review('a1.r1', '2026-03-02', mona, [{ ...omars, version: 9, responsible: 'u2' }]),
      ],
    },
    { search: '?of=left' },
  );
  await screen.findByText('Zyvox');
  page = listed();
  await heard();
  expect(await within(row('Zyvox')).findByText('u2 X has taken it over')).toBeInTheDocument();
});

test('a reader cannot set a follow-up date', async () => {
  open({}, { as: dina });
  await screen.findByText('Zyvox');
  fireEvent.keyDown(within(row('Zyvox')).getByRole('link', { name: /هدى/ }), { key: 'f', code: 'KeyF' });
  expect(screen.queryByLabelText('Follow-up date')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Follow-up date|Move): / })).not.toBeInTheDocument();
});

test('a rating by another person does not refuse a response, a changed severity does', async () => {
  const rated = { ...mine, version: 5, rating: 4 };
  const conflict = (current: DrugErr) =>
    refusal(409, {
      message: 'Somebody changed this since you opened it',
      code: 'conflict',
      reason: 'changed-since',
      current,
    } as never);
  const first = open({
    'PUT /api/reviews/a1.r2/response': ({ headers }) =>
      headers['if-match'] === '5' ? answered(rated, { errRes: 1 }) : conflict(rated),
  });
  await screen.findByText('Meronem');
  await first.user.click(within(row('Meronem')).getByRole('button', { name: 'Accept' }));
  await within(row('Meronem')).findByRole('button', { pressed: true });
  expect(first.commands().map(({ headers }) => headers['if-match'])).toEqual(['2', '5']);
  first.unmount();

  const { user, commands } = open({
    'PUT /api/reviews/a1.r2/response': () => conflict({ ...rated, errSeverity: 'F' }),
  });
  await screen.findByText('Meronem');
  await user.click(within(row('Meronem')).getByRole('button', { name: 'Accept' }));
  expect(await within(row('Meronem')).findByRole('alert')).toHaveTextContent(
    'Somebody changed this since you opened it',
  );
  expect(commands()).toHaveLength(1);
});

test('a row that a teammate answered is marked in place, and new rows appear on Refresh', async () => {
  let page = listed(mine, omars);
  const { user } = open({
    'GET /api/handover/t1': () => page,
    'GET /api/reviews/listAdmissionReviews/a1': [
      review('a1.r1', '2026-03-02', mona, [{ ...omars, version: 9, errRes: 2 }]),
    ],
  });
  await screen.findByText('Zyvox');
  page = listed(pendingEntry('e0', { errDrugLabel: 'Tienam' }), mine);
  await heard();
  expect(await within(row('Zyvox')).findByText('Reject')).toBeInTheDocument();
  expect(row('Zyvox')).toHaveTextContent('No longer waiting');
  expect([...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row'))).toEqual(['e1', 'e2']);
  expect(screen.queryByText('Tienam')).not.toBeInTheDocument();
  expect(screen.getByText(/Others have changed what is to be shown here/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Tienam');
  expect([...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row'))).toEqual(['e0', 'e1']);
});

test('the filters of the address are sent, and a chosen filter goes to the address and the server', async () => {
  const { user, sent, router } = open({}, { search: '?severity=E&overdue=1' });
  await screen.findByText('Zyvox');
  const asked = () => sent.filter(({ call }) => call === 'GET /api/handover/t1').at(-1)?.search;
  expect(asked()).toEqual({ severity: 'E', overdue: '1', pageNumber: '1' });
  await user.selectOptions(screen.getByLabelText('Whose'), 'Mine');
  await user.type(screen.getByLabelText('Drug'), 'mero');
  await waitFor(() =>
    expect(asked()).toEqual({ mine: '1', severity: 'E', overdue: '1', drug: 'mero', pageNumber: '1' }),
  );
  expect(router.state.location.search).toBe('?mine=1&severity=E&overdue=1&drug=mero');
});

test('arrow keys move between rows, and an empty list says so', async () => {
  const first = open();
  await screen.findByText('Zyvox');
  const links = screen.getAllByRole('link', { name: /هدى/ });
  links[0]!.focus();
  fireEvent.keyDown(links[0]!, { key: 'ArrowDown', code: 'ArrowDown' });
  expect(links[1]).toHaveFocus();
  fireEvent.keyDown(links[1]!, { key: 'ArrowUp', code: 'ArrowUp' });
  expect(links[0]).toHaveFocus();
  first.unmount();
  open({ 'GET /api/handover/t1': listed() });
  expect(await screen.findByRole('heading', { name: 'Nothing waits for a response' })).toBeInTheDocument();
});

test('a list that fails to load shows its reason in place', async () => {
  open({ 'GET /api/handover/t1': () => refusal(500, { message: 'The database is away', code: 'internal' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
});
