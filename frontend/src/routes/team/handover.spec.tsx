import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DrugErr } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { pendingEntry } from '../../features/handover/pending-entry.testdata.ts';
import { mine, omars, listed, answered, row, open, heard, unattended } from '../../testing/handover.ts';
import { dina, mona, review } from '../../testing/hospital.ts';
import { refusal, serve } from '../../testing/screen.tsx';

test.each([
  ['a digit', { key: '2', code: 'Digit2' }, 2],
  ['a digit of an Arabic keyboard', { key: '٣', code: 'Digit3' }, 3],
  ['a letter', { key: 'r', code: 'KeyR' }, 2],
  ['a letter of an Arabic keyboard', { key: 'أ', code: 'KeyH' }, 4],
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

test('the first row is one Tab away, and a letter without a meaning records nothing', async () => {
  const { user, commands } = open();
  await screen.findByText('Meronem');
  await user.tab();
  expect(document.activeElement).toBe(document.querySelector('[data-row-focus]'));
  await user.keyboard('c');
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
