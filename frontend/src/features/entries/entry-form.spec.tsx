import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ErrorType, TradeLabelRow } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { session } from '../../platform/session/session.ts';
import { clearTradeLabels, tradeLabelCache } from '../../platform/storage/trade-label-cache.ts';
import { blankEntry } from './entry-draft.ts';
import { startEntryEditor, type EntryEditor } from './entry-editor.tsx';
import { EntryForm } from './entry-form.tsx';
import type { TemplatesProps } from './note-field.tsx';
import { forgetRecentTypes } from './recent-types.ts';

const drugs: TradeLabelRow[] = [
  { _id: 'd1', label: 'Marevan', drug: 'x1', drugLabel: 'Warfarin', drugTags: [{ name: 'anticoagulant' }] },
  { _id: 'd2', label: 'Meronem', drug: 'x2', drugLabel: 'Meropenem', drugTags: [] },
];
const types: ErrorType[] = [
  { ...NO_ERROR, version: 0 },
  { _id: 't1', label: 'Sub-therapeutic dose', version: 1 },
];

/** A command that was sent. The test answers it; the catalogue is answered at once. */
interface Sent {
  path: string;
  key: string | null;
  body: { drugErr: Record<string, unknown> };
  answer: (status: number, body: unknown) => void;
}
let sent: Sent[];
const realFetch = globalThis.fetch;
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

// A command is sent only for a person who is signed in.
beforeAll(() =>
  session.send({ type: 'signedUp', user: { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' } }),
);
afterAll(() => session.send({ type: 'otherTab', user: undefined }));
beforeEach(() => {
  sent = [];
  queryClient.clear();
  globalThis.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    if (path === '/api/drugs') return json(200, drugs);
    if (path === '/api/errtypes') return json(200, types);
    return new Promise((resolve) => {
      sent.push({
        path,
        key: new Headers(init?.headers).get('idempotency-key'),
        body: JSON.parse(String(init?.body)),
        answer: (status, body) => resolve(json(status, body)),
      });
    });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  localStorage.removeItem('recent-error-types');
  forgetRecentTypes();
  // A command that one test leaves unanswered must not delay the next test's.
  drafts.clear('u1');
  drafts.enable();
});

function open(): { editor: EntryEditor; user: ReturnType<typeof userEvent.setup>; nexts: () => number } {
  const editor = startEntryEditor({ review: { _id: 'r1', admission: 'a1' } });
  let nexts = 0;
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <EntryForm
          editor={editor}
          onNext={() => {
            nexts += 1;
          }}
        />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return { editor, user: userEvent.setup(), nexts: () => nexts };
}
/**
 * Sets the text at once: in jsdom the single keys of user-event are faster than the combobox. In a real browser they
 * are not, also when it is slowed down 20 times.
 */
async function pick(user: ReturnType<typeof userEvent.setup>, field: string, typed: string): Promise<void> {
  const input = screen.getByRole('combobox', { name: field });
  await user.click(input);
  fireEvent.change(input, { target: { value: typed } });
  await user.click(await screen.findByRole('option', { name: new RegExp(typed, 'i') }));
}
const severities = () => screen.getByRole('group', { name: /Severity/ });
const responses = () => screen.getByRole('group', { name: /Response/ });

test('the form begins at the drug, and a chosen drug brings its tags', async () => {
  const { editor, user } = open();
  expect(screen.getByRole('combobox', { name: 'Drug' })).toHaveFocus();
  await pick(user, 'Drug', 'warf');
  expect(editor.getSnapshot().context.draft).toMatchObject({
    errDrug: 'd1',
    errDrugLabel: 'Marevan',
    drugTags: [{ name: 'anticoagulant' }],
  });
});

test('severity is chosen by its letter and the response by its digit, on an Arabic keyboard too', async () => {
  const { editor } = open();
  await screen.findByRole('group', { name: /Severity/ });
  fireEvent.keyDown(within(severities()).getByRole('radio', { name: 'Not graded' }), { key: 'ي', code: 'KeyD' });
  expect(within(severities()).getByRole('radio', { name: 'D: increased monitoring' })).toBeChecked();
  fireEvent.keyDown(within(severities()).getByRole('radio', { name: 'D: increased monitoring' }), {
    key: '2',
    code: 'Digit2',
  });
  expect(within(responses()).getByRole('radio', { name: '2: Reject' })).toBeChecked();
  expect(editor.getSnapshot().context.draft).toMatchObject({ errSeverity: 'D', errRes: 2 });
});

test('"No error" clears and locks severity and response', async () => {
  const { editor, user } = open();
  await screen.findByRole('group', { name: /Severity/ });
  await user.click(within(severities()).getByRole('radio', { name: 'F: hospitalization' }));
  await pick(user, 'Error type', 'No error');
  expect(editor.getSnapshot().context.draft).toMatchObject({ errType: NO_ERROR._id, errSeverity: null, errRes: null });
  expect(severities()).toBeDisabled();
  expect(responses()).toBeDisabled();
});

test('without drug and type nothing is sent, and each field says so', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Choose a drug')).toBeInTheDocument();
  expect(screen.getByText('Choose an error type')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('Ctrl+Enter sends the codes and opens the next entry; nothing is called saved before the answer', async () => {
  const { editor, user, nexts } = open();
  await pick(user, 'Drug', 'Meronem');
  await pick(user, 'Error type', 'Sub-ther');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(nexts()).toBe(1);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: '/api/reviews/addRevMed/r1',
    body: { drugErr: { errDrug: 'd2', errType: 't1', errSeverity: null, errRes: null } },
  });
  expect(sent[0]!.body.drugErr).not.toHaveProperty('errDrugLabel');
  expect(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled();
  expect(editor.getSnapshot().value).toBe('saving');
});

test('a refusal is shown in place, and what was typed stays', async () => {
  const { editor, user } = open();
  await pick(user, 'Drug', 'Meronem');
  await pick(user, 'Error type', 'Sub-ther');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]!.answer(403, { message: 'Not allowed', code: 'forbidden' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed');
  expect(editor.getSnapshot().context.draft.errDrug).toBe('d2');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('Escape leaves an untouched entry without asking', async () => {
  const { editor } = open();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Save' }), { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(editor.getSnapshot().value).toBe('closed'));
});

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
          onTake('<p>Hold warfarin</p>');
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

test('"No error" is one press, and Save is next', async () => {
  const { editor, user } = open();
  editor.send({ type: 'change', patch: { errDrug: 'd1', errDrugLabel: 'Marevan' } });
  const quick = await screen.findByLabelText('No error and the last chosen types');
  await user.click(within(quick).getAllByRole('button', { hidden: true })[0]!);
  expect(editor.getSnapshot().context.draft.errType).toBe(NO_ERROR._id);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});
