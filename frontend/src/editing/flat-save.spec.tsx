import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../platform/http/api.ts';
import { useFlatForm } from './flat-form.tsx';
import { FormConflict, useFlatSave } from './flat-save.tsx';
import { session } from '../platform/session/session.ts';
import { createVersionReader } from './merge.ts';
import { show } from '../testing/component.tsx';
import { mona } from '../testing/screen.tsx';
// Loaded before the first test: its timeout is for what the test waits for.
import './conflict-table.tsx';

type Fields = Readonly<Record<'dose' | 'frequency' | 'note', string>>;
type Order = Fields & { version: number };
const was: Order = { dose: '1 g', frequency: 'Every 8 h', note: 'with food', version: 3 };
const read = createVersionReader<Order, Fields>(['dose', 'frequency', 'note'], ({ dose, frequency, note }) => ({
  dose,
  frequency,
  note,
}));

/** A server that refuses a save of an older version as the real one does. */
function server(first: Order, by = 'Omar Shaker') {
  let now = first;
  const sent: { changed: Partial<Fields>; version: number }[] = [];
  return {
    sent,
    send: async (changed: Partial<Fields>, version: number): Promise<Order> => {
      sent.push({ changed, version });
      if (version < now.version)
        throw new ApiError(409, 'Changed since', {
          message: 'Changed since',
          code: 'conflict',
          reason: 'changed-since',
          current: now,
          changedBy: { userId: 'u2', name: by },
          changedAt: '2026-01-05T10:42:00Z',
        });
      now = { ...now, ...changed, version: now.version + 1 };
      return now;
    },
  };
}

function Form({
  send,
  onSaved,
}: {
  send: (changed: Partial<Fields>, version: number) => Promise<Order>;
  onSaved: (mergedWith: string | undefined) => void;
}) {
  const form = useFlatForm<Fields>({ dose: was.dose, frequency: was.frequency, note: was.note }, was.version);
  const saving = useFlatSave(form, {
    groups: [['dose', 'frequency'], ['note']],
    read,
    send,
    onSaved: (_, mergedWith) => onSaved(mergedWith),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.save();
      }}
    >
      <FormConflict saving={saving} labels={{ dose: 'Dose', frequency: 'Frequency', note: 'Note' }} />
      {(['dose', 'frequency', 'note'] as const).map((field) => (
        <input
          key={field}
          aria-label={field}
          value={form.draft[field]}
          onChange={(event) => form.change({ [field]: event.target.value })}
        />
      ))}
      <button type="submit">Save</button>
    </form>
  );
}
function open(now: Order, by?: string) {
  const { sent, send } = server(now, by);
  const saved: (string | undefined)[] = [];
  const { user } = show(<Form send={send} onSaved={(mergedWith) => saved.push(mergedWith)} />);
  const type = async (field: string, text: string) => {
    await user.clear(screen.getByLabelText(field));
    await user.type(screen.getByLabelText(field), text);
  };
  return { user, sent, saved, type };
}
const comparison = () => screen.findByRole('alert');

test('a change of another field is merged with mine, sent on the newer version and shown with its author', async () => {
  const { user, sent, saved, type } = open({ ...was, note: 'before meals', version: 7 });
  await type('dose', '500 mg');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual(['Omar Shaker']));
  expect(sent).toEqual([
    { changed: { dose: '500 mg' }, version: 3 },
    { changed: { dose: '500 mg' }, version: 7 },
  ]);
  expect(screen.getByLabelText('note')).toHaveValue('before meals');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a conflict shows was, yours and theirs, marks the different words and takes the focus', async () => {
  const { user, type } = open({ ...was, note: 'with food بعد الأكل at noon', version: 7 });
  await type('note', 'with food بعد الأكل at night');
  await user.keyboard('{Enter}');
  const shown = await comparison();
  expect(shown).toHaveTextContent('Omar Shaker changed this at');
  expect(shown).toHaveFocus();
  const [row] = within(shown).getAllByRole('row').slice(1);
  expect(
    within(row!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['with food', 'with food بعد الأكل at night', 'with food بعد الأكل at noon']);
  expect([...shown.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['night', 'noon']);
});

test('a conflict with a person whose account has no name says so', async () => {
  const { user, type } = open({ ...was, note: 'theirs', version: 7 }, '');
  await type('note', 'mine');
  await user.keyboard('{Enter}');
  expect(await comparison()).toHaveTextContent('Unknown person changed this at');
});

test('by keyboard, Tab reaches the three choices, and going on leads back into the field', async () => {
  const { user, sent, type } = open({ ...was, note: 'theirs', version: 7 });
  await type('note', 'mine');
  await user.keyboard('{Enter}');
  await comparison();
  for (const name of ['Keep mine and save', 'Use theirs', 'Go on editing']) {
    await user.tab();
    expect(screen.getByRole('button', { name })).toHaveFocus();
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('note')).toHaveFocus());
  expect(screen.getByLabelText('note')).toHaveValue('mine');
  expect(sent).toHaveLength(1);
});

test('keeping mine sends whole groups, and undoes nothing else of theirs', async () => {
  const { user, sent, type } = open({ dose: '2 g', frequency: 'Every 12 h', note: 'before meals', version: 7 });
  await type('dose', '500 mg');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(within(await comparison()).getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  // My dose with my frequency: the two orders are never mixed.
  expect(sent[1]).toEqual({ changed: { dose: '500 mg', frequency: 'Every 8 h' }, version: 7 });
  await waitFor(() => expect(screen.getByLabelText('note')).toHaveValue('before meals'));
});

test('taking theirs replaces what both changed; what only I changed stays, to be saved', async () => {
  const { user, saved, type } = open({ ...was, dose: '2 g', version: 7 });
  await type('dose', '500 mg');
  await type('note', 'before meals');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(within(await comparison()).getByRole('button', { name: 'Use theirs' }));
  expect(screen.getByLabelText('dose')).toHaveValue('2 g');
  expect(screen.getByLabelText('note')).toHaveValue('before meals');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual([undefined]));
});

test('a person who typed on after the save keeps the focus, and the words', async () => {
  let refuse: (error: ApiError) => void = () => undefined;
  const { user } = show(
    <Form
      send={() =>
        new Promise((_, reject) => {
          refuse = reject;
        })
      }
      onSaved={() => undefined}
    />,
  );
  await user.type(screen.getByLabelText('note'), ', mine');
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('note'), ' and more');
  act(() =>
    refuse(
      new ApiError(409, 'x', {
        message: 'x',
        code: 'conflict',
        reason: 'changed-since',
        current: { ...was, note: 'theirs', version: 7 },
        changedBy: { userId: 'u2', name: 'Omar Shaker' },
      }),
    ),
  );
  await comparison();
  expect(screen.getByLabelText('note')).toHaveFocus();
  expect(screen.getByLabelText('note')).toHaveValue('with food, mine and more');
});

test('the answer to a save does not replace what was typed meanwhile', async () => {
  let answer: (saved: Order) => void = () => undefined;
  const { user } = show(
    <Form
      send={() =>
        new Promise((resolve) => {
          answer = resolve;
        })
      }
      onSaved={() => undefined}
    />,
  );
  await user.type(screen.getByLabelText('note'), '!');
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('dose'), ' daily');
  await act(async () => answer({ ...was, note: 'with food!', version: 4 }));
  expect(screen.getByLabelText('dose')).toHaveValue('1 g daily');
});

test('a person’s own change from another window is named as such', async () => {
  session.send({ type: 'signedUp', user: mona });
  onTestFinished(() => session.send({ type: 'otherTab', user: undefined }));
  const { user, type } = open({ ...was, note: 'theirs', version: 7 }, 'Mona Farouk');
  await type('note', 'mine');
  await user.keyboard('{Enter}');
  expect(await comparison()).toHaveTextContent('You (in another window) changed this');
  expect(screen.getByRole('button', { name: 'Use the other' })).toBeInTheDocument();
});
