import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { clearTradeLabels, tradeLabelCache } from '../../platform/storage/trade-label-cache.ts';
import { blankEntry } from './entry-draft.ts';
import { startEntryEditor } from './entry-editor.tsx';
import { EntryForm } from './entry-form.tsx';
import type { TemplatesProps } from './note-field.tsx';
import { forgetRecentTypes } from './recent-types.ts';
import { drugs, sent, playServer, open, pick } from '../../testing/entry-form.tsx';

playServer();

test('the trade labels of the last visit are offered at once, while the server is asked for newer ones', async () => {
  tradeLabelCache.set('"1"', drugs.slice(0, 1));
  let answer: (response: Response) => void = () => undefined;
  const asked: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (new URL(input instanceof Request ? input.url : input).pathname !== '/api/drugs') return others(input, init);
    asked.push(new Headers(init?.headers).get('if-none-match'));
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const { user } = open();
  await pick(user, 'Drug', 'Marevan');
  expect(asked).toEqual(['"1"']);
  answer(new Response(JSON.stringify(drugs), { headers: { etag: '"2"' } }));
  await waitFor(() => expect(tradeLabelCache.get()).toEqual({ version: '"2"', body: drugs }));
  clearTradeLabels();
});

test('a template is added after the text of the note, and only once drug and type are chosen', async () => {
  const editor = startEntryEditor({
    review: { _id: 'r1', admission: 'a1' },
    draft: { ...blankEntry, errNote: '<p>Seen today.</p>' },
  });
  const Templates = ({ open, onTake, onClose }: TemplatesProps) =>
    open ? (
      <button
        type="button"
        onClick={() => {
          onTake('<p>Hold warfarin</p>', []);
          onClose();
        }}
      >
        Take it
      </button>
    ) : null;
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <EntryForm editor={editor} onNext={() => undefined} Templates={Templates} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  const user = userEvent.setup();
  expect(await screen.findByRole('button', { name: /Templates/ })).toBeDisabled();
  act(() =>
    editor.send({
      type: 'change',
      patch: { errDrug: 'd1', errDrugLabel: 'Marevan', errType: 't1', errTypeLabel: 'Sub-therapeutic dose' },
    }),
  );
  await user.keyboard('{Alt>}t{/Alt}');
  await user.click(await screen.findByRole('button', { name: 'Take it' }));
  expect(editor.getSnapshot().context.draft.errNote).toBe('<p>Seen today.</p><p>Hold warfarin</p>');
  expect(screen.queryByRole('button', { name: 'Take it' })).not.toBeInTheDocument();
});

test('a follow-up date has its own field and shortcut, and is sent with the entry; "No error" has none', async () => {
  const { editor, user } = open();
  await pick(user, 'Drug', 'Meronem');
  await pick(user, 'Error type', 'Sub-ther');
  await user.keyboard('{Alt>}f{/Alt}');
  const field = screen.getByLabelText(/^Follow-up date/);
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: '2026-03-09' } });
  expect(editor.getSnapshot().context.draft.followUpDate).toBe('2026-03-09');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body.drugErr).toMatchObject({ followUpDate: '2026-03-09' });
  sent[0]!.answer(400, {
    message: 'The follow-up date is before the review date',
    code: 'invalid',
    fields: { followUpDate: 'The follow-up date is before the review date' },
  });
  expect(await screen.findAllByText('The follow-up date is before the review date')).toHaveLength(2);
  await pick(user, 'Error type', 'No error');
  expect(editor.getSnapshot().context.draft.followUpDate).toBeNull();
  expect(field).toBeDisabled();
});

test('a press on a type that was chosen before fills the field, and the severity has the focus', async () => {
  localStorage.setItem('recent-error-types', JSON.stringify(['t1', 'gone']));
  forgetRecentTypes();
  const { editor, user } = open();
  editor.send({ type: 'change', patch: { errDrug: 'd1', errDrugLabel: 'Marevan' } });
  // The buttons are shown on touch screens only.
  const quick = await screen.findByLabelText('No error and the last chosen types');
  const buttons = within(quick).getAllByRole('button', { hidden: true });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['No error', 'Sub-therapeutic dose']);
  await user.click(buttons[1]!);
  expect(screen.getByRole('combobox', { name: /Error type/ })).toHaveValue('Sub-therapeutic dose');
  expect(editor.getSnapshot().context.draft).toMatchObject({ errType: 't1', errTypeLabel: 'Sub-therapeutic dose' });
  expect(buttons[1]).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('radio', { name: 'Not graded' })).toHaveFocus();
});
