import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ConflictProblem } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { unsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { warfarin, open, answer } from '../../testing/drug-form.tsx';
import { refusal } from '../../testing/screen.tsx';

test('a new drug is typed in by keyboard alone: Enter makes rows, Ctrl+Enter sends', async () => {
  const { user, asked, added } = open(undefined, { 'POST /api/drugs': () => answer({}) });
  expect(screen.getByRole('form', { name: 'ADD NEW DRUG' })).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText(/Root name/), { target: { value: ' Warfarin ' } });
  await user.click(screen.getByLabelText('Trade label 1'));
  await user.keyboard('M 1{Enter}M 5{Enter}');
  expect(screen.getByLabelText('Trade label 3')).toHaveFocus();
  await user.keyboard('{Backspace}');
  expect(screen.getByLabelText('Trade label 2')).toHaveFocus();
  expect(asked()).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(added).toHaveLength(1));
  expect(asked()[0]).toMatchObject({
    call: 'POST /api/drugs',
    body: { label: 'Warfarin', tradeLabels: [{ label: 'M 1' }, { label: 'M 5' }], errTemps: [], tags: [], tips: '' },
  });
  expect(asked()[0]!.body).not.toHaveProperty('compatibility');
  expect(unsavedEdits().size).toBe(0);
});

test('a pasted list becomes one row for each line', async () => {
  const { user } = open(undefined);
  await user.click(screen.getByLabelText('Trade label 1'));
  await user.paste('Meronem\n  Mirage \n\nWinpenem');
  expect([1, 2, 3].map((number) => screen.getByLabelText(`Trade label ${number}`))).toMatchObject([
    { value: 'Meronem' },
    { value: 'Mirage' },
    { value: 'Winpenem' },
  ]);
});

test('without a name or a trade label nothing is sent, and each field says so', async () => {
  const { user, asked } = open(undefined);
  await user.click(screen.getByRole('button', { name: 'Submit New Drug' }));
  expect(screen.getByText('Enter the root name')).toBeInTheDocument();
  expect(screen.getByText('Enter at least one trade label')).toBeInTheDocument();
  expect(screen.getByLabelText(/Root name/)).toHaveFocus();
  expect(asked()).toEqual([]);
});

test('a new drug with the name of an existing one is warned about, and the existing one can be opened', async () => {
  const { user, opened } = open(undefined);
  fireEvent.change(screen.getByLabelText(/Root name/), { target: { value: 'meropenem' } });
  await user.click(await screen.findByRole('button', { name: 'Update it instead' }));
  expect(opened).toEqual(['x2.1']);
});

test('an update sends the ids of the kept trade labels and the version; leaving asks until then', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  expect(screen.getByRole('form', { name: 'UPDATE DRUG DATA' })).toBeInTheDocument();
  expect(unsavedEdits().size).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Remove Marevan 1 mg' }));
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'INR twice a week' } });
  expect([...unsavedEdits().values()]).toEqual(['Drug: Warfarin']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(unsavedEdits().size).toBe(0));
  expect(asked()[0]).toMatchObject({
    call: 'PUT /api/drugs',
    body: {
      _id: 'x1',
      label: 'Warfarin',
      tradeLabels: [{ _id: 'x1.2', label: 'Marevan 5 mg' }],
      tips: 'INR twice a week',
      tags: ['g1'],
      compatibility: [],
    },
  });
  expect(asked()[0]!.headers['if-match']).toBe('3');
});

test('a colleague’s change of the same field is shown, and mine is saved only when the person says so', async () => {
  const theirs = { ...warfarin, tips: 'Theirs', version: 7 };
  const { user, asked } = open(warfarin, {
    'PUT /api/drugs': ({ headers, body }) =>
      headers['if-match'] === '3'
        ? refusal(409, {
            message: 'Changed since',
            code: 'conflict',
            reason: 'changed-since',
            current: theirs,
            changedBy: { userId: 'u2', name: 'Omar Shaker' },
            changedAt: new Date().toISOString(),
          } as ConflictProblem)
        : answer(body as object),
  });
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'Mine' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Omar Shaker');
  expect(within(conflict).getAllByRole('row')[1]).toHaveTextContent('TipsINR dailyMineTheirs');
  await user.click(within(conflict).getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(asked().map(({ headers }) => headers['if-match'])).toEqual(['3', '7']);
});
