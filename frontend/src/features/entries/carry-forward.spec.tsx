import { isNoError } from 'language/domain/values/codes';
import { afterEach, expect, test } from 'vitest';
import { entry as entryOf } from '../../testing/hospital.ts';
import { carryForward } from './carry-forward.tsx';
import { entryEditors, openNewEntry } from './entry-editor.tsx';

const entry = (_id: string, errDrug: string) =>
  entryOf(_id, errDrug.toUpperCase(), { errDrug, drugTags: [{ name: 'anticoagulant' }] });
const today = { _id: 'today', admission: 'a' };
const drafts = () => [...entryEditors.all().values()].map((editor) => editor.getSnapshot().context.draft);
afterEach(() => entryEditors.closeAll());

test('yesterday’s judgement is not carried forward', () => {
  carryForward(today, entry('e1', 'a'));
  expect(drafts()).toMatchObject([
    {
      errDrug: 'a',
      errDrugLabel: 'A',
      drugTags: [{ name: 'anticoagulant' }],
      errSeverity: null,
      errRes: null,
      errNote: '',
    },
  ]);
  expect(isNoError(drafts()[0]!.errType)).toBe(true);
});
test('an empty form closes, a form that is being filled in stays', () => {
  openNewEntry(today);
  carryForward(today, entry('e1', 'a'));
  expect(drafts().map(({ errDrug }) => errDrug)).toEqual(['a']);
  carryForward(today, entry('e2', 'b'));
  expect(
    drafts()
      .map(({ errDrug }) => errDrug)
      .sort(),
  ).toEqual(['a', 'b']);
});
