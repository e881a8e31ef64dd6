/** For specs of the form of an entry: the form with its catalogue, and a server whose answers the test gives. */
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ErrorType, TradeLabelRow } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { system } from '../components/theme/system.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { session } from '../platform/session/session.ts';
import type { EntryDraft } from '../features/entries/entry-draft.ts';
import { startEntryEditor, type EntryEditor } from '../features/entries/entry-editor.tsx';
import { EntryForm } from '../features/entries/entry-form.tsx';
import { forgetRecentTypes } from '../features/entries/recent-types.ts';

export const drugs: TradeLabelRow[] = [
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
export const sent: Sent[] = [];
const realFetch = globalThis.fetch;
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The server of each test of the file, with Mona signed in: a command is sent only for a person. */
export function playServer(): void {
  beforeAll(() =>
    session.send({ type: 'signedUp', user: { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' } }),
  );
  afterAll(() => session.send({ type: 'otherTab', user: undefined }));
  beforeEach(() => {
    sent.length = 0;
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
}

/** @param draft what the form begins with */
export function open(draft?: EntryDraft): {
  editor: EntryEditor;
  user: ReturnType<typeof userEvent.setup>;
  nexts: () => number;
} {
  const editor = startEntryEditor({ review: { _id: 'r1', admission: 'a1' }, ...(draft && { draft }) });
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
export async function pick(user: ReturnType<typeof userEvent.setup>, field: string, typed: string): Promise<void> {
  const input = screen.getByRole('combobox', { name: field });
  await user.click(input);
  fireEvent.change(input, { target: { value: typed } });
  await user.click(await screen.findByRole('option', { name: new RegExp(typed, 'i') }));
}
