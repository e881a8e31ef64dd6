import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { ConflictProblem } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { beforeEach, expect, test } from 'vitest';
import { errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { commandsOf, refusal, type Sent, serve } from '../../testing/screen.tsx';
import { show } from '../../testing/component.tsx';
import { errorTypeCalls } from './api.ts';
import { LabelList } from './label-list.tsx';

const types = [
  { ...NO_ERROR, version: 0 },
  { _id: 't1', label: 'Overdose', version: 3 },
  { _id: 't2', label: 'Allergy', version: 4 },
];

function List() {
  const query = useQuery(errorTypesQuery());
  return (
    <LabelList
      title="Error types"
      hint=""
      addLabel="New error type"
      query={query}
      queryKey={queryKeys.errorTypes}
      calls={errorTypeCalls}
    />
  );
}
beforeEach(() => queryClient.clear());
function open(calls: Record<string, (asked: Sent) => object> = {}) {
  const sent = serve({ 'GET /api/errtypes': types, ...calls });
  const asked = () => commandsOf(sent);
  return {
    ...show(
      <QueryClientProvider client={queryClient}>
        <List />
      </QueryClientProvider>,
    ),
    asked,
  };
}
const labels = () => screen.getAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent);
const written = { stream: 'catalogue', revision: 9 };

test('a new error type appears in the list when the server has saved it', async () => {
  const { user, asked } = open({
    'POST /api/errtypes': () => ({ _id: 't3', label: 'Wrong route', version: 9, ...written }),
  });
  await screen.findByText('Overdose');
  await user.type(screen.getByLabelText('New error type*'), ' Wrong route {Enter}');
  await waitFor(() => expect(labels()).toEqual(['No error', 'Overdose', 'Allergy', 'Wrong route']));
  expect(asked()[0]).toMatchObject({ call: 'POST /api/errtypes', body: { label: 'Wrong route' } });
  expect(screen.getByLabelText('New error type*')).toHaveValue('');
});

test('an error type is found by typing and renamed in its row; "No error" cannot be renamed', async () => {
  const { user, asked } = open({
    'PUT /api/errtypes/t1': () => ({ _id: 't1', label: 'Dose too high', version: 9, ...written }),
  });
  await user.type(await screen.findByLabelText('Find'), 'over');
  expect(labels()).toEqual(['Overdose']);
  await user.click(screen.getByRole('button', { name: 'Rename Overdose' }));
  await user.keyboard('Dose too high{Enter}');
  await user.clear(screen.getByLabelText('Find'));
  await waitFor(() => expect(labels()).toEqual(['No error', 'Dose too high', 'Allergy']));
  expect(asked()[0]).toMatchObject({ body: { label: 'Dose too high' } });
  expect(asked()[0]!.headers['if-match']).toBe('3');
  expect(screen.queryByRole('button', { name: 'Rename No error' })).not.toBeInTheDocument();
});

test('a name that another person has changed meanwhile is shown as a conflict', async () => {
  const { user, asked } = open({
    'PUT /api/errtypes/t1': ({ headers }) =>
      headers['if-match'] === '3'
        ? refusal(409, {
            message: 'Changed since',
            code: 'conflict',
            reason: 'changed-since',
            current: { _id: 't1', label: 'Dose above maximum', version: 7 },
            changedBy: { userId: 'u2', name: 'Omar' },
            changedAt: new Date().toISOString(),
          } as ConflictProblem)
        : { _id: 't1', label: 'Mine', version: 9, ...written },
  });
  await user.click(await screen.findByRole('button', { name: 'Rename Overdose' }));
  await user.keyboard('Mine{Enter}');
  const conflict = await screen.findByRole('alert');
  expect(within(conflict).getAllByRole('row')[1]).toHaveTextContent('NameOverdoseMineDose above maximum');
  await user.click(within(conflict).getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(labels()).toContain('Mine'));
  expect(asked().map(({ headers }) => headers['if-match'])).toEqual(['3', '7']);
});

test('a refused name shows its error at the field; Escape closes the form without a change', async () => {
  const { user, asked } = open({
    'POST /api/errtypes': () =>
      refusal(409, {
        message: 'This error type already exists',
        code: 'conflict',
        fields: { label: 'This error type already exists' },
      }),
  });
  await user.type(await screen.findByLabelText('New error type*'), 'Overdose{Enter}');
  expect(await screen.findAllByText('This error type already exists')).not.toHaveLength(0);
  await user.type(screen.getByLabelText('New error type*'), ' in renal failure');
  expect(screen.queryByText('This error type already exists')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Rename Allergy' }));
  await user.keyboard('Other{Escape}');
  expect(labels()).toEqual(['No error', 'Overdose', 'Allergy']);
  expect(asked()).toHaveLength(1);
});
