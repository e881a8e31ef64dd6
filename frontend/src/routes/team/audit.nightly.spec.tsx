import { screen, waitFor, within } from '@testing-library/react';
import type { TeamVerification } from 'language/contract/history';
import { expect, test } from 'vitest';
import { change, page, open, rows } from '../../testing/audit.ts';
import { refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

test('a former member can be chosen by name', async () => {
  const { user, asked } = await open(page([change('e1')], { left: [{ userId: 'u9', name: 'سامي X' }] }), {
    search: '?actor=u9',
  });
  await screen.findByText('1 change');
  await waitFor(() => expect(screen.getByLabelText('Changed by')).toHaveDisplayValue('سامي X'));
  expect(within(screen.getByRole('group', { name: 'Have left the team' })).getAllByRole('option')).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText('Changed by'), 'Anybody');
  await user.selectOptions(screen.getByLabelText('Changed by'), 'سامي X');
  await waitFor(() => expect(asked().at(-1)).toEqual({ actor: 'u9' }));
});

test('the search is sent to the server and is in the address, which restores it', async () => {
  const { user, asked, router } = await open(page([change('e1')]), { search: '?actor=u9&late=1&from=2026-03-01' });
  await screen.findByText('1 change');
  expect(asked().at(-1)).toEqual({ actor: 'u9', late: '1', from: '2026-03-01' });
  expect(screen.getByLabelText('Changed by')).toHaveDisplayValue('Unknown person');
  await user.selectOptions(screen.getByLabelText('Changed by'), 'هاني X');
  await user.selectOptions(screen.getByLabelText('Severity, before or after'), 'D: increased monitoring');
  await user.selectOptions(screen.getByLabelText('Response, before or after'), 'Pending');
  await user.selectOptions(await screen.findByLabelText('Error type'), 'Dose too high');
  await user.click(screen.getByLabelText('Late entries only'));
  await user.click(screen.getByLabelText('Deletions only'));
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      actor: 'u2',
      severity: 'D',
      response: 'pending',
      type: 'et-1',
      deleted: '1',
      from: '2026-03-01',
    }),
  );
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(asked().at(-1));
  expect(screen.queryByRole('option', { name: 'No error' })).not.toBeInTheDocument();
});

test('further pages follow the cursor of the last one', async () => {
  const { user, asked } = await open(({ search }) =>
    search['cursor'] === undefined
      ? page([change('e1')], { total: 1_000, more: true, next: 'c1' })
      : page([change('e2')], { total: 1_000, more: true }),
  );
  expect(await screen.findByText('More than 1,000 changes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(asked().at(-1)).toEqual({ cursor: 'c1' });
  expect(screen.queryByRole('button', { name: 'Show older changes' })).not.toBeInTheDocument();
});

test('a failed export shows its reason in place', async () => {
  const { user } = await open(({ search }) =>
    search['format'] === undefined
      ? page([change('e1')])
      : refusal(500, { message: 'The file is too long', code: 'internal' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Signed file' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The file is too long');
  expect(screen.getByRole('button', { name: 'CSV' })).toBeEnabled();
});

test('the anchors are exported as a file, and a refusal is shown in place', async () => {
  const answers = [
    new Response(JSON.stringify({ reason: 'unexpected', detail: 'Not now' }), { status: 503 }),
    new Response('{"format":"clinical-pharmacy-anchors-1"}\n', { headers: { 'content-type': 'application/x-ndjson' } }),
  ];
  const { user, sent } = await open(page([]), {
    also: { 'GET /api/history/teams/t1/anchors': () => answers.shift()! },
  });
  await user.click(screen.getByRole('button', { name: 'Export anchors' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
  expect(sent.filter(({ call }) => call.endsWith('anchors'))).toHaveLength(2);
});

test('a team with a missing seal is not called unaltered', async () => {
  const { user } = await open(page([]), {
    also: {
      'GET /api/history/teams/t1/verifyAll': () =>
        ({
          team: 't1',
          anchors: 2,
          streams: 3,
          events: 34,
          broken: [],
          all: { anchors: 2, streams: 3 },
          anchoredAt: null,
          unsealed: { since: '2026-03-02T10:00:00.000Z' },
          publicKey: 'the-key',
        }) satisfies TeamVerification,
    },
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Not sealed: not everything is proven.')).toBeInTheDocument();
  expect(screen.getByText(reads(/^What was written after 2026-03-02 12:00.* may have no seal/))).toBeInTheDocument();
  expect(screen.queryByText('Nothing has been altered.')).not.toBeInTheDocument();
});
