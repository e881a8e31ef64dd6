import type { Drug } from 'command-api/contract/entities';
import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/http/api.ts';
import {
  blankTemplate,
  contentOf,
  draftOf,
  drugProblems,
  isDrugDraft,
  missingIn,
  newRow,
  type DrugDraft,
} from './drug-draft.ts';
import { drugMachine, isDirty, type DrugNews } from './drug.machine.ts';

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
const conflict = (current: Drug) =>
  new ApiError(409, 'Changed since', {
    message: 'Changed since',
    code: 'conflict',
    reason: 'changed-since',
    current,
    changedBy: { userId: 'u2', name: 'Omar Shaker' },
    changedAt: '2026-01-05T10:42:00Z',
  });

type Answer = (sent: { draft: DrugDraft; saved: Drug | undefined }) => Promise<Drug>;
function open(saved: Drug | undefined, save: Answer = () => new Promise(() => undefined)) {
  const editor = createActor(
    drugMachine.provide({
      actors: { save: fromPromise<Drug, { draft: DrugDraft; saved: Drug | undefined }>(({ input }) => save(input)) },
    }),
    { input: { saved } },
  ).start();
  const news: DrugNews[] = [];
  editor.on('*', (event) => news.push(event));
  return { editor, news, content: () => contentOf(editor.getSnapshot().context.draft) };
}

test('a drug needs a root name and one trade label, each once', () => {
  const draft = draftOf({ label: ' ', tradeLabels: [], errTemps: [], tags: [], tips: '', compatibility: [] });
  expect(missingIn(draft)).toEqual({
    label: drugProblems.label,
    [draft.tradeLabels[0]!.key]: drugProblems.tradeLabels,
  });
  const twice = [newRow({ label: 'Marevan' }), newRow({ label: ' marevan ' })];
  expect(missingIn({ ...draft, label: 'Warfarin', tradeLabels: twice })).toEqual({
    [twice[1]!.key]: drugProblems.twice,
  });
});
test('a half-filled template or compatibility is asked about, an empty row is no row', () => {
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
    [half[0]!.key]: drugProblems.errType,
    [half[1]!.key]: drugProblems.note,
    [other[0]!.key]: drugProblems.otherDrug,
    [other[1]!.key]: drugProblems.category,
  });
  expect(contentOf({ ...draft, errTemps: [half[2]!], compatibility: [other[2]!] })).toMatchObject({
    errTemps: [],
    compatibility: [],
  });
});
test('what a draft store holds is taken up only in the form’s own shape', () => {
  expect(isDrugDraft(JSON.parse(JSON.stringify(draftOf(contentOf(warfarin)))))).toBe(true);
  expect([null, {}, { ...draftOf(contentOf(warfarin)), tags: [1] }].map(isDrugDraft)).toEqual([false, false, false]);
});

test('an update keeps the ids of the trade labels, and the form goes on from what is saved', async () => {
  const { editor, news, content } = open(warfarin, async ({ draft, saved }) => ({
    ...warfarin,
    tips: draft.tips,
    version: (saved?.version ?? 0) + 1,
  }));
  editor.send({ type: 'change', patch: { tips: 'INR twice a week' } });
  expect(isDirty(editor.getSnapshot().context)).toBe(true);
  editor.send({ type: 'save' });
  expect(editor.getSnapshot().value).toBe('saving');
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(news).toEqual([{ type: 'updated', mergedWith: undefined }]);
  expect(content().tradeLabels).toEqual([
    { _id: 'd1.1', label: 'Marevan 1 mg' },
    { _id: 'd1.2', label: 'Marevan 5 mg' },
  ]);
  expect(isDirty(editor.getSnapshot().context)).toBe(false);
});
test('saving what was not changed asks the server nothing and says so', () => {
  const { editor, news } = open(warfarin, () => Promise.reject(new Error('asked')));
  editor.send({ type: 'save' });
  expect(news).toEqual([{ type: 'unchanged' }]);
});
test('a new drug is done when the server has it', async () => {
  const { editor, news } = open(undefined, async () => warfarin);
  editor.send({ type: 'save' });
  expect(editor.getSnapshot()).toMatchObject({ value: 'editing', context: { showMissing: true } });
  editor.send({ type: 'change', patch: { label: 'Warfarin', tradeLabels: [newRow({ label: 'Marevan' })] } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('done'));
  expect(news).toEqual([{ type: 'added', drug: warfarin }]);
});

test('a colleague’s change of another field is put together with mine and said', async () => {
  const sent: unknown[] = [];
  const { editor, news } = open(warfarin, async ({ draft, saved }) => {
    sent.push([contentOf(draft).tips, contentOf(draft).label, saved?.version]);
    if (saved?.version === 3) throw conflict({ ...warfarin, label: 'Warfarin sodium', version: 7 });
    return { ...warfarin, label: 'Warfarin sodium', tips: 'Mine', version: 8 };
  });
  editor.send({ type: 'change', patch: { tips: 'Mine' } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(sent).toEqual([
    ['Mine', 'Warfarin', 3],
    ['Mine', 'Warfarin sodium', 7],
  ]);
  expect(news).toEqual([{ type: 'updated', mergedWith: 'Omar Shaker' }]);
});
test('a colleague’s change of the same field is shown beside mine; either may be kept', async () => {
  const theirs = { ...warfarin, tips: 'Theirs', version: 7 };
  const versions: (number | undefined)[] = [];
  const { editor, content } = open(warfarin, async ({ saved }) => {
    versions.push(saved?.version);
    if (saved?.version === 3) throw conflict(theirs);
    return { ...theirs, tips: 'Mine', version: 8 };
  });
  editor.send({ type: 'change', patch: { tips: 'Mine' } });
  editor.send({ type: 'save' });
  await waitFor(editor, (state) => state.matches('conflict'));
  expect(editor.getSnapshot().context).toMatchObject({
    theirs: { drug: { tips: 'Theirs' }, by: 'Omar Shaker' },
    draft: { tips: 'Mine' },
  });
  editor.send({ type: 'keepMine' });
  await waitFor(editor, (state) => state.matches('editing'));
  expect(versions).toEqual([3, 7]);
  editor.send({ type: 'change', patch: { tips: 'Mine again' } });
  editor.send({ type: 'remote', theirs: { drug: { ...theirs, version: 9 }, by: '', at: undefined } });
  expect(content().tips).toBe('Mine again');
  editor.send({ type: 'compare' });
  editor.send({ type: 'takeTheirs' });
  expect(content().tips).toBe('Theirs');
});
test('what arrives while nothing was typed is simply shown, and an older state never', () => {
  const { editor, content } = open(warfarin);
  editor.send({ type: 'remote', theirs: { drug: { ...warfarin, tips: 'Newer', version: 5 }, by: '', at: undefined } });
  expect(content().tips).toBe('Newer');
  editor.send({ type: 'remote', theirs: { drug: warfarin, by: '', at: undefined } });
  expect(content().tips).toBe('Newer');
});
test('a draft whose drug was changed meanwhile is compared before it is saved', () => {
  const { editor } = open(warfarin);
  const draft = { ...draftOf(contentOf(warfarin)), tips: 'Typed yesterday' };
  editor.send({ type: 'restore', draft, moved: true });
  expect(editor.getSnapshot()).toMatchObject({
    value: 'conflict',
    context: { theirs: { drug: { tips: 'INR daily' } } },
  });
});
test('a refusal stays in the form with what was typed', async () => {
  const { editor, content } = open(warfarin, () =>
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
  expect(editor.getSnapshot().context.error?.message).toBe('A tag is not known');
  expect(content().tags).toEqual(['t9']);
});
