import type { Drug } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import type { EditorCalls } from '../../editing/editor.machine.ts';
import { openEditor, testEditor } from '../../editing/testing/editor-contract.ts';
import { ApiError } from '../../platform/http/api.ts';
import {
  blankTemplate,
  contentOf,
  draftOf,
  drugFields,
  isDrugDirty,
  isDrugDraft,
  missingIn,
  newRow,
  initialDraft,
  type DrugDraft,
} from './drug-draft.ts';

const warfarin: Drug = {
  _id: 'd1',
  version: 3,
  label: 'Warfarin',
  tags: ['t1'],
  tips: 'INR daily',
  compatibility: [],
  tradeLabels: [
    { _id: 'd1.1', idx: 0, label: 'Marevan 1 mg' },
    { _id: 'd1.2', idx: 1, label: 'Marevan 5 mg' },
  ],
  errTemps: [{ idx: 0, errType: 'e1', isAdult: true, label: '<p>Hold</p>' }],
};

testEditor('a drug', {
  fields: drugFields,
  saved: warfarin,
  blank: initialDraft(undefined),
  filled: { label: 'Warfarin', tradeLabels: [newRow({ label: 'Marevan' })] },
  incomplete: { label: ' ' },
  mine: { tips: 'Mine' },
  theirs: { tips: 'Theirs' },
  mineElsewhere: { tags: ['t1', 't2'] },
  theirsElsewhere: { label: 'Warfarin sodium' },
  savedAs: (draft, version) => {
    const { tradeLabels, errTemps, ...content } = contentOf(draft);
    return {
      ...content,
      _id: 'd1',
      version,
      tradeLabels: tradeLabels.map(({ _id, label }, idx) => ({ _id: _id ?? `d1.${idx}`, idx, label })),
      errTemps: errTemps.map((template, idx) => ({ ...template, idx })),
    };
  },
});

const open = (drug: Drug | undefined, save?: EditorCalls<Drug, DrugDraft>['save']) =>
  openEditor(drugFields, { ...(drug ? { saved: drug } : {}), draft: initialDraft(drug) }, save ? { save } : {});

test('a drug needs a root name and one trade label, each once', () => {
  const draft = draftOf({ label: ' ', tradeLabels: [], errTemps: [], tags: [], tips: '', compatibility: [] });
  expect(missingIn(draft)).toEqual({
    label: 'drug.problems.label',
    [draft.tradeLabels[0]!.key]: 'drug.problems.tradeLabels',
  });
  const twice = [newRow({ label: 'Marevan' }), newRow({ label: ' marevan ' })];
  expect(missingIn({ ...draft, label: 'Warfarin', tradeLabels: twice })).toEqual({
    [twice[1]!.key]: 'drug.problems.twice',
  });
});
test('a half-filled template or compatibility is marked, and an empty row is left out', () => {
  const draft = draftOf({
    label: 'W',
    tradeLabels: [{ label: 'M' }],
    errTemps: [],
    tags: [],
    tips: '',
    compatibility: [],
  });
  const half = [
    newRow({ errType: '', isAdult: true, label: '<p>Hold</p>' }),
    newRow({ errType: 'e1', isAdult: true, label: '<p><br></p>' }),
    blankTemplate(),
  ];
  const other = [
    newRow({ drug: '', category: 'Incompatible', note: '' }),
    newRow({ drug: 'd2', category: ' ', note: '' }),
    newRow({ drug: '', category: '', note: '' }),
  ];
  expect(missingIn({ ...draft, errTemps: half, compatibility: other })).toEqual({
    [half[0]!.key]: 'drug.problems.errType',
    [half[1]!.key]: 'drug.problems.note',
    [other[0]!.key]: 'drug.problems.otherDrug',
    [other[1]!.key]: 'drug.problems.category',
  });
  expect(contentOf({ ...draft, errTemps: [half[2]!], compatibility: [other[2]!] })).toMatchObject({
    errTemps: [],
    compatibility: [],
  });
});
test('a stored draft is used only when it has the shape of the form', () => {
  expect(isDrugDraft(JSON.parse(JSON.stringify(draftOf(contentOf(warfarin)))))).toBe(true);
  expect([null, {}, { ...draftOf(contentOf(warfarin)), tags: [1] }].map(isDrugDraft)).toEqual([false, false, false]);
});

test('an update keeps the ids of the trade labels, and the form goes on from what is saved', async () => {
  const { editor, news, context, content } = open(warfarin, async ({ draft, saved }) => ({
    ...warfarin,
    tips: draft.tips,
    version: (saved?.version ?? 0) + 1,
  }));
  editor.send({ type: 'change', patch: { tips: 'INR twice a week' } });
  expect(isDrugDirty(context())).toBe(true);
  editor.send({ type: 'save' });
  expect(editor.getSnapshot().value).toBe('saving');
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(news).toMatchObject([{ type: 'edited', mergedWith: undefined }]);
  expect(content().tradeLabels).toEqual([
    { _id: 'd1.1', label: 'Marevan 1 mg' },
    { _id: 'd1.2', label: 'Marevan 5 mg' },
  ]);
  expect(isDrugDirty(context())).toBe(false);
});
test('a new drug that is discarded begins again as a blank form', () => {
  const { editor, context, content } = open(undefined);
  editor.send({ type: 'save' });
  expect(editor.getSnapshot()).toMatchObject({ value: 'editing', context: { isMissingShown: true } });
  editor.send({ type: 'change', patch: { label: 'Warfarin' } });
  editor.send({ type: 'cancel' });
  expect(editor.getSnapshot().value).toBe('editing');
  expect(context().isMissingShown).toBe(false);
  expect(content().label).toBe('');
});
test('a refusal stays in the form with what was typed', async () => {
  const { editor, context, content } = open(warfarin, () =>
    Promise.reject(
      new ApiError(400, 'A tag is not known', {
        message: 'A tag is not known',
        code: 'invalid',
        fields: { tags: 'A tag is not known' },
      }),
    ),
  );
  editor.send({ type: 'change', patch: { tags: ['t9'] } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(context().error?.message).toBe('A tag is not known');
  expect(content().tags).toEqual(['t9']);
});
