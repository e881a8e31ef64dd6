import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { WardPatient } from 'language/contract/handover';
import { priorityOf } from 'language/domain/priority/score';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { expect, test } from 'vitest';
import { wardBoard, wardPatient } from '../../features/ward/board-row.testdata.ts';
import { open, written } from '../../testing/team-admin.ts';
import { commandsOf } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';
import '../../features/ward/priority-table/priority-table.tsx';

const today = '2026-03-05';
const scored = (_id: string, facts: Partial<WardPatient['facts']>): WardPatient => {
  const one = wardPatient(_id);
  const known = { ...one.facts, ...facts };
  return { ...one, facts: known, priority: priorityOf(known, defaultPriorityTable, today) };
};
const board = wardBoard(scored('Ali', { medicines: 12 }), scored('Huda', { akiStage: 2 }));
const table = { ...defaultPriorityTable, version: 3 };
const read = { 'GET /api/ward/t1': { ...board, priorityTable: table } };

const form = async () => within(await screen.findByRole('form', { name: 'Priority of inpatients' }));
const setMany = async (value: string) =>
  fireEvent.change((await form()).getByLabelText(/^Many medicines\s*As many/), { target: { value } });
const save = async (user: UserEvent) => user.click((await form()).getByRole('button', { name: 'Save' }));

test('the preview shows the new places while the admin types, and the whole table is saved', async () => {
  const { user, sent } = await open({
    ...read,
    'PUT /api/teams/t1/priorityTable': ({ body }) => ({ ...(body as object), version: 6, ...written }),
  });
  await setMany('60');
  const preview = within(screen.getByRole('region', { name: 'Today’s list with this table' }));
  expect(await preview.findByText('2 patients move.', { exact: false })).toBeInTheDocument();
  expect(
    preview
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['2 → 1 ▲ Ali12 medicines10 → 60', '1 → 2 ▼ HudaKidney function falling (KDIGO stage 2)25']);
  await save(user);
  await waitFor(async () => expect((await form()).getByRole('button', { name: 'Save' })).toBeDisabled());
  expect(commandsOf(sent)).toMatchObject([
    {
      headers: { 'if-match': '3' },
      body: { ...defaultPriorityTable, points: { ...defaultPriorityTable.points, manyMedicines: 60 } },
    },
  ]);
});

test('another number that a colleague has changed since is kept', async () => {
  const theirs = { ...table, most: 50, version: 5 };
  let isFirst = true;
  const { user, sent } = await open({
    ...read,
    'PUT /api/teams/t1/priorityTable': ({ body }) => {
      const conflict = isFirst;
      isFirst = false;
      return conflict
        ? new Response(
            JSON.stringify({
              message: 'Changed since',
              code: 'conflict',
              reason: 'changed-since',
              current: theirs,
              changedBy: { userId: 'u2', name: 'Hany X' },
              changedAt: '2026-03-05T10:00:00Z',
            }),
            { status: 409 },
          )
        : { ...(body as object), version: 6, ...written };
    },
  });
  await setMany('60');
  await save(user);
  await waitFor(() => expect(commandsOf(sent)).toHaveLength(2));
  expect(commandsOf(sent)[1]).toMatchObject({
    headers: { 'if-match': '5' },
    body: { most: 50, points: { manyMedicines: 60 } },
  });
});

test('what is typed is kept as a draft, and the defaults come back on a press', async () => {
  const first = await open({ 'GET /api/ward/t1': { ...board, priorityTable: { ...table, most: 50 } } });
  await setMany('60');
  first.unmount();
  const { user } = await open(read);
  const offer = await screen.findByText(reads(/^Draft of/));
  await user.click(within(offer.closest<HTMLElement>('[role=status]')!).getByRole('button', { name: 'Restore' }));
  expect((await form()).getByLabelText(/^Many medicines\s*As many/)).toHaveValue(60);
  await user.click((await form()).getByRole('button', { name: 'Back to the defaults' }));
  expect((await form()).getByLabelText(/^Many medicines\s*As many/)).toHaveValue(10);
});
