import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { conflictWith, openEditor, testEditor } from '../testing/editor-contract.ts';
import { clinicalTextFields, isClinicalTextDirty, type ClinicalTextContent } from './clinical-text-editor.tsx';

const saved: ClinicalTextContent = { id: 'r1', version: 4, date: '2026-03-01', html: '<p>stable</p>' };
const fields = { ...clinicalTextFields, read: (current: unknown) => current as ClinicalTextContent | undefined };
const blank = { date: '2026-03-02', html: '' };

testEditor('a clinical text', {
  fields,
  saved,
  blank,
  filled: { html: '<p>new</p>' },
  incomplete: { date: '' },
  mine: { html: '<p>mine</p>' },
  theirs: { html: '<p>theirs</p>' },
  mineElsewhere: { date: '2026-03-09' },
  theirsElsewhere: { date: '2026-03-03' },
  savedAs: (draft, version) => ({ id: 'r1', version, ...draft }),
});

test('a text with a half-typed date is not saved, and its draft keeps what was typed', () => {
  expect(fields.isComplete({ date: '2/3/20', html: '' })).toBe(false);
  expect(fields.draftContent({ date: '2/3/20', html: '' })).toEqual({ date: '2/3/20', html: '' });
});

test('a new text with its date alone can be saved, and is nothing that leaving would lose', async () => {
  const { editor, context, news } = openEditor(
    fields,
    { draft: blank },
    { save: async ({ draft }) => ({ id: 'r9', version: 1, ...draft }) },
  );
  expect(isClinicalTextDirty(context())).toBe(false);
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.status === 'done');
  expect(news).toEqual([{ type: 'added', saved: { id: 'r9', version: 1, ...blank } }]);
});

test('a cancelled new text leaves nothing', () => {
  const { editor } = openEditor(fields, { draft: blank });
  editor.send({ type: 'cancel' });
  expect(editor.getSnapshot().value).toBe('closed');
});

test('a conflict that carries nothing readable is an error', async () => {
  const { editor, context } = openEditor(
    clinicalTextFields,
    { saved, draft: { ...saved, html: '<p>mine</p>' } },
    { save: () => Promise.reject(conflictWith({})) },
  );
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(context()).toMatchObject({ error: { status: 409 }, theirs: undefined });
});

test('a text that is only read follows the newer version, and is edited from there', () => {
  const { editor, context } = openEditor(fields, { saved, draft: saved });
  const newer = { ...saved, version: 5, html: '<p>newer</p>' };
  editor.send({ type: 'remote', theirs: { current: newer, by: 'Mona', at: undefined } });
  expect(editor.getSnapshot().value).toBe('viewing');
  editor.send({ type: 'edit' });
  expect(context()).toMatchObject({ draft: { html: '<p>newer</p>' }, saved: { version: 5 }, round: 0 });
});
