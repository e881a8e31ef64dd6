import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DrugErr } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { pendingEntry } from '../../features/handover/pending-entry.testdata.ts';
import { mine, omars, listed, answered, row, open, heard, unattended } from '../../testing/handover.ts';
import { dina, mona, review } from '../../testing/hospital.ts';
import { refusal } from '../../testing/screen.tsx';

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
