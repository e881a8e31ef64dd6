// @vitest-environment jsdom
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { startEntryEditor } from './entry-editor.ts';

interface Call { method: string; path: string; key: string | null; ifMatch: string | null; note: string }
const realFetch = globalThis.fetch;
let calls: Call[];
let answer: (call: Call, index: number) => { status: number; body: unknown };

const entry = (version: number, errNote: string): DrugErr => ({ _id: 'e9', version, errType: 't1', errTypeLabel: 'Dose', errDrug: 'd1', errDrugLabel: 'Marevan', errNote, errRes: null, errSeverity: null, followUpDate: null, rating: null, drugTags: [] });
const review = (held: DrugErr): Answer<Review> => ({
  _id: 'r1', version: 1, headVersion: 1, admission: 'a', patient: 'p', team: 't', reviewDate: '2026-03-02', clinicalNote: '', drugErrs: [{ ...entry(2, '<p>older</p>'), _id: 'e1' }, held],
  userId: 'u', userEmail: '', userName: '', userPhone: '', stream: 'admission-a', revision: held.version,
});

beforeEach(() => {
  calls = [];
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const body = JSON.parse(String(init?.body)) as { drugErr: { errNote: string } };
    const call = { method: init?.method ?? '', path: new URL(input instanceof Request ? input.url : input).pathname, key: headers.get('idempotency-key'), ifMatch: headers.get('if-match'), note: body.drugErr.errNote };
    const { status, body: said } = answer(call, calls.push(call) - 1);
    return new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const filled = { errDrug: 'd1', errType: 't1', errNote: '<p>first</p>' };
const away = { status: 503, body: { message: 'The server cannot save right now, please try again', code: 'unavailable' } };

test('an entry whose first sending went unanswered is not added twice, also when it was changed in between', async () => {
  const editor = startEntryEditor({ reviewId: 'r1' });
  answer = () => away;
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing') && state.context.error !== undefined, { timeout: 10_000 });
  const firstKey = calls[0]?.key;
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([firstKey]));

  calls = [];
  answer = (call) => ({ status: 200, body: review(entry(call.method === 'POST' ? 7 : 8, call.note)) });
  editor.send({ type: 'change', patch: { errNote: '<p>second</p>' } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(calls).toEqual([
    { method: 'POST', path: '/api/reviews/addRevMed/r1', key: firstKey, ifMatch: null, note: '<p>first</p>' },
    { method: 'PUT', path: '/api/reviews/updateRevMed/r1', key: expect.not.stringMatching(String(firstKey)), ifMatch: '7', note: '<p>second</p>' },
  ]);
  expect(editor.getSnapshot().context.saved).toMatchObject({ _id: 'e9', version: 8 });
}, 15_000);

test('an edit says which version it is based on', async () => {
  const editor = startEntryEditor({ reviewId: 'r1', saved: entry(5, '<p>first</p>') });
  answer = (call) => ({ status: 200, body: review(entry(6, call.note)) });
  editor.send({ type: 'edit' });
  editor.send({ type: 'change', patch: { errNote: '<p>second</p>' } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(calls).toMatchObject([{ method: 'PUT', ifMatch: '5', note: '<p>second</p>' }]);
});
