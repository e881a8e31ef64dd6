import { NO_ERROR } from 'language/domain/values/codes';
import type { DrugErr } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import type { EditorCalls } from '../../editing/editor.machine.ts';
import { conflictWith, openEditor, testEditor } from '../../editing/testing/editor-contract.ts';
import { ApiError } from '../../platform/http/api.ts';
import { entry } from '../../testing/hospital.ts';
import { blankEntry, changeDraft, entryFields, isEntryDirty, type EntryDraft } from './entry-draft.ts';

const warfarin = entry('e1', 'Marevan', {
  version: 4,
  errType: 't1',
  errTypeLabel: 'Sub-therapeutic dose',
  errDrug: 'd1',
  errNote: '<p>INR 1.2</p>',
  errSeverity: 'C',
  rating: 0,
  drugTags: [{ name: 'anticoagulant' }],
});
const filled: Partial<EntryDraft> = {
  errDrug: 'd1',
  errDrugLabel: 'Marevan',
  errType: 't1',
  errTypeLabel: 'Sub-therapeutic dose',
  errSeverity: 'D',
  errRes: 1,
};
const savedAs = (draft: EntryDraft, version: number): DrugErr => ({ ...draft, _id: 'e1', version, rating: 0 });

testEditor('an entry', {
  fields: entryFields,
  saved: warfarin,
  blank: blankEntry,
  filled,
  incomplete: { errType: '' },
  mine: { errSeverity: 'D' },
  theirs: { errSeverity: 'F' },
  mineElsewhere: { errNote: '<p>INR 1.4</p>' },
  theirsElsewhere: { followUpDate: '2026-03-09' },
  savedAs,
});

const openNew = () => openEditor(entryFields, { draft: blankEntry });
/** The saved entry with `patch` typed in it. */
function edit(patch: Partial<EntryDraft>, calls: Partial<EditorCalls<DrugErr, EntryDraft>> = {}) {
  const opened = openEditor(entryFields, { saved: warfarin, draft: entryFields.savedContent(warfarin) }, calls);
  opened.editor.send({ type: 'edit' });
  opened.editor.send({ type: 'change', patch });
  return opened;
}

test('without a drug or a type nothing is sent, and what is missing is shown', () => {
  const { editor, context } = openNew();
  editor.send({ type: 'change', patch: { errDrug: 'd1' } });
  editor.send({ type: 'save' });
  expect(editor.getSnapshot().value).toBe('editing');
  expect(context().isMissingShown).toBe(true);
});

test('a follow-up date that is half typed is not sent', () => {
  const { editor, context } = openNew();
  editor.send({ type: 'change', patch: { ...filled, followUpDate: '9/3/20' } });
  editor.send({ type: 'save' });
  expect(editor.getSnapshot().value).toBe('editing');
  expect(context().draft.followUpDate).toBe('9/3/20');
});

test('"No error" clears severity and response, and neither can be set with it', () => {
  const { editor, context } = openNew();
  editor.send({ type: 'change', patch: filled });
  editor.send({ type: 'change', patch: { errType: NO_ERROR._id } });
  expect(context().draft).toMatchObject({ errSeverity: null, errRes: null });
  editor.send({ type: 'change', patch: { errSeverity: 'F' } });
  expect(context().draft.errSeverity).toBeNull();
  expect(changeDraft(blankEntry, { errType: 'abc99bb', errRes: 2 }).errRes).toBeNull();
});

test('a cancelled new entry leaves nothing, a cancelled edit shows the entry as it was', () => {
  const { editor: added } = openNew();
  added.send({ type: 'cancel' });
  expect(added.getSnapshot().value).toBe('closed');
  const { editor, context } = edit({ errNote: '<p>typed</p>' });
  editor.send({ type: 'cancel' });
  expect(editor.getSnapshot().value).toBe('viewing');
  expect(context().draft.errNote).toBe('<p>INR 1.2</p>');
});

test('a medicine that is carried forward is a draft that leaving would lose', () => {
  expect(isEntryDirty(openEditor(entryFields, { draft: { ...blankEntry, ...filled } }).context())).toBe(true);
  expect(isEntryDirty(openNew().context())).toBe(false);
});

test('a rating that arrived before the save is no conflict: the edit is sent again on top of it', async () => {
  const bases: (number | undefined)[] = [];
  const { editor, news } = edit(
    { errNote: '<p>INR 1.4</p>' },
    {
      save: async ({ draft, saved }) => {
        bases.push(saved?.version);
        if (bases.length === 1)
          throw conflictWith({ _id: 'r1', version: 2, drugErrs: [{ ...warfarin, version: 7, rating: 4.5 }] });
        return savedAs(draft, 8);
      },
    },
  );
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(bases).toEqual([4, 7]);
  expect(news).toMatchObject([
    { type: 'edited', saved: { _id: 'e1', errDrugLabel: 'Marevan' }, mergedWith: 'Omar Shaker' },
  ]);
});

test('a rating that arrives while a person types is no newer version of the text', () => {
  const { editor, context } = edit({});
  editor.send({
    type: 'remote',
    theirs: { current: { ...warfarin, version: 9, rating: 4 }, by: 'Mona', at: undefined },
  });
  expect(context()).toMatchObject({ theirs: undefined, saved: { version: 9, rating: 4 } });
});

test('a follow-up date that a teammate set meanwhile is merged with what the author changed', async () => {
  const sent: EntryDraft[] = [];
  const { editor, news } = edit(
    { errNote: '<p>INR 1.4</p>' },
    {
      save: async ({ draft }) => {
        sent.push(draft);
        if (sent.length === 1) throw conflictWith({ ...warfarin, version: 6, followUpDate: '2026-03-09' });
        return savedAs(draft, 7);
      },
    },
  );
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(sent[1]).toMatchObject({ errNote: '<p>INR 1.4</p>', followUpDate: '2026-03-09' });
  expect(news).toMatchObject([{ type: 'edited', mergedWith: 'Omar Shaker' }]);
});

test('an entry that is deleted elsewhere while it is edited becomes a new one', async () => {
  const { editor, context, news } = edit({ errSeverity: 'D' }, { save: async ({ draft }) => savedAs(draft, 12) });
  editor.send({ type: 'remoteRemoved' });
  expect(context().isRemovedElsewhere).toBe(true);
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('added'));
  expect(news).toMatchObject([{ type: 'added' }]);
});

test('an entry that is found deleted at its save keeps what was typed, and a save adds it again', async () => {
  const { editor, context, news } = edit(
    { errNote: '<p>mine</p>' },
    {
      save: async ({ draft, saved }) => {
        if (saved) throw new ApiError(404, 'Not found', { message: 'Not found', code: 'notFound' });
        return savedAs(draft, 12);
      },
    },
  );
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(context()).toMatchObject({
    isRemovedElsewhere: true,
    error: undefined,
    draft: { errNote: '<p>mine</p>' },
  });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('added'));
  expect(news).toMatchObject([{ type: 'added', saved: { _id: 'e1', errDrugLabel: 'Marevan' } }]);
});

test('an entry that is deleted elsewhere closes when untouched, and becomes new in a comparison', async () => {
  const { editor: untouched } = edit({});
  untouched.send({ type: 'remoteRemoved' });
  expect(untouched.getSnapshot().value).toBe('closed');

  const { editor } = edit(
    { errNote: '<p>mine</p>' },
    { save: () => Promise.reject(conflictWith({ ...warfarin, version: 9, errNote: '<p>theirs</p>' })) },
  );
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('conflict'));
  editor.send({ type: 'remoteRemoved' });
  expect(editor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { isRemovedElsewhere: true, saved: undefined, draft: { errNote: '<p>mine</p>' } },
  });
});

test('a deletion is reported when the server has done it, and not before', async () => {
  let done: () => void = () => undefined;
  const { editor, news } = openEditor(
    entryFields,
    { saved: warfarin, draft: entryFields.savedContent(warfarin) },
    {
      remove: () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    },
  );
  editor.send({ type: 'remove' });
  expect(editor.getSnapshot().hasTag('busy')).toBe(true);
  expect(news).toEqual([]);
  done();
  await waitFor(editor, (state) => state.status === 'done');
  expect(news).toEqual([{ type: 'removed', saved: warfarin }]);
});

test('a deletion that is refused leaves the entry, with the reason', async () => {
  const { editor, context } = openEditor(
    entryFields,
    { saved: warfarin, draft: entryFields.savedContent(warfarin) },
    { remove: () => Promise.reject(new ApiError(403, 'Only its author deletes it')) },
  );
  editor.send({ type: 'remove' });
  await waitFor(editor, (state) => state.matches('viewing'));
  expect(context().error?.message).toBe('Only its author deletes it');
});
