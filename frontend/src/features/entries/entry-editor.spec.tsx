import type { Answer, DrugErr, Review } from 'language/contract/entities';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { withdraw, onOutcome } from '../../outbox/outbox.ts';
import { session, sessionReady } from '../../platform/session/session.ts';
import { entry as entryOf, mona, review as reviewOf } from '../../testing/hospital.ts';
import { entryFields, isEntryDraft, type EntryDraft } from './entry-draft.ts';
import { startEntryEditor } from './entry-editor.tsx';

interface Call {
  method: string;
  path: string;
  key: string | null;
  ifMatch: string | null;
  note: string;
}
const realFetch = globalThis.fetch;
let calls: Call[];
let answer: (call: Call, index: number) => { status: number; body: unknown };

const entry = (version: number, errNote: string): DrugErr => entryOf('e9', 'Marevan', { version, errNote });
const review = (held: DrugErr): Answer<Review> => ({
  ...reviewOf('r1', '2026-03-02', mona, [{ ...entry(2, '<p>older</p>'), _id: 'e1' }, held]),
  stream: 'admission-a',
  revision: held.version,
});

beforeAll(async () => {
  await sessionReady();
  session.send({ type: 'signedUp', user: { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' } });
});
afterAll(() => session.send({ type: 'otherTab', user: undefined }));
beforeEach(() => {
  calls = [];
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const body = JSON.parse(String(init?.body)) as { drugErr: { errNote: string } };
    const call = {
      method: init?.method ?? '',
      path: new URL(input instanceof Request ? input.url : input).pathname,
      key: headers.get('idempotency-key'),
      ifMatch: headers.get('if-match'),
      note: body.drugErr.errNote,
    };
    const { status, body: said } = answer(call, calls.push(call) - 1);
    return new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const held = { _id: 'r1', admission: 'a' };
const filled = { errDrug: 'd1', errType: 't1', errNote: '<p>first</p>' };
const away = {
  status: 503,
  body: { message: 'The server cannot save right now, please try again', code: 'unavailable' },
};

test('an entry without an answer waits; taken back and changed, it is added once and then updated', async () => {
  const editor = startEntryEditor({ review: held });
  answer = () => away;
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('closed'), { timeout: 10_000 });
  const firstKey = calls[0]?.key ?? '';
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([firstKey]));

  const back = withdraw(firstKey);
  if (!back || !isEntryDraft(back.draft)) throw new Error('The entry is not in the queue');
  expect(back.tried).toBe(true);
  calls = [];
  // The first attempt had arrived: its key is answered with the entry that it wrote.
  answer = (call) => ({
    status: 200,
    body: review(call.method === 'POST' ? entry(7, '<p>first</p>') : entry(8, call.note)),
  });
  const again = startEntryEditor({ review: held, draft: back.draft, sent: back });
  again.send({ type: 'change', patch: { errNote: '<p>second</p>' } });
  again.send({ type: 'save' });
  await waitFor(again, (state) => state.matches('added'));
  expect(calls).toEqual([
    { method: 'POST', path: '/api/reviews/addRevMed/r1', key: firstKey, ifMatch: null, note: '<p>first</p>' },
    {
      method: 'PUT',
      path: '/api/reviews/updateRevMed/r1',
      key: expect.not.stringMatching(firstKey),
      // The version of the answer: another tab may have changed it since.
      ifMatch: '7',
      note: '<p>second</p>',
    },
  ]);
  expect(again.getSnapshot().context.saved).toMatchObject({ _id: 'e9', version: 8, errNote: '<p>second</p>' });
}, 15_000);

test('a changed entry takes the place of an earlier text that is refused: no text is sent with the key of another', async () => {
  const editor = startEntryEditor({ review: held });
  answer = () => away;
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('closed'), { timeout: 10_000 });
  const back = withdraw(calls[0]?.key ?? '');
  if (!back || !isEntryDraft(back.draft)) throw new Error('The entry is not in the queue');
  calls = [];
  answer = (call) =>
    call.note === '<p>first</p>'
      ? { status: 400, body: { message: 'Too long', code: 'invalid' } }
      : { status: 200, body: review(entry(7, call.note)) };
  const again = startEntryEditor({ review: held, draft: back.draft, sent: back });
  again.send({ type: 'change', patch: { errNote: '<p>second</p>' } });
  again.send({ type: 'save' });
  await waitFor(again, (state) => state.matches('added'));
  expect(calls.map(({ method, note }) => [method, note])).toEqual([
    ['POST', '<p>first</p>'],
    ['POST', '<p>second</p>'],
  ]);
}, 15_000);

test('an entry that is refused while its form is open stays in the form and leaves the outbox', async () => {
  const editor = startEntryEditor({ review: held });
  answer = () => ({ status: 400, body: { message: 'This drug is not in the catalogue', code: 'invalid' } });
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing') && state.context.error !== undefined);
  expect(editor.getSnapshot().context).toMatchObject({
    draft: filled,
    error: { message: 'This drug is not in the catalogue' },
  });
  expect(withdraw(calls[0]?.key ?? '')).toBeUndefined();
});

test('an entry that is refused after its form was closed stays in the outbox for its author', async () => {
  const editor = startEntryEditor({ review: held });
  let refuse: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  answer = () => ({ status: 400, body: { message: 'This drug is not in the catalogue', code: 'invalid' } });
  const real = globalThis.fetch;
  globalThis.fetch = async (...sent) => {
    await asked;
    return real(...sent);
  };
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'save' });
  editor.stop();
  const said = new Promise<string>((resolve) => onOutcome((news) => news.type === 'refused' && resolve(news.item.key)));
  refuse();
  expect(withdraw(await said)).toMatchObject({ draft: filled, refused: { status: 400 } });
});

test('an edit is sent with the version that it is based on', async () => {
  const editor = startEntryEditor({ review: held, saved: entry(5, '<p>first</p>') });
  answer = (call) => ({ status: 200, body: review(entry(6, call.note)) });
  editor.send({ type: 'edit' });
  editor.send({ type: 'change', patch: { errNote: '<p>second</p>' } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(calls).toMatchObject([{ method: 'PUT', ifMatch: '5', note: '<p>second</p>' }]);
});

test('a draft stored before follow-up dates existed keeps the date of its entry', () => {
  const saved = { ...entry(4, '<p>INR 1.2</p>'), followUpDate: '2026-03-09' };
  const { followUpDate: _none, ...older } = entryFields.savedContent(saved);
  expect(isEntryDraft(older)).toBe(true);
  const editor = startEntryEditor({ review: held, saved, draft: older as EntryDraft });
  expect(editor.getSnapshot().context.draft.followUpDate).toBe('2026-03-09');
});
