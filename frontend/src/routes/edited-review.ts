/** The review that this person has an editor open in, if any: what presence tells the others. */
import { entryEditors } from '../features/entries/entry-editor.ts';
import { datedEditors } from '../lib/dated-editors.ts';
import { useEditors } from '../lib/editors.ts';

export function useEditedReview(): string | undefined {
  const entries = useEditors(entryEditors);
  const texts = useEditors(datedEditors);
  const head = [...texts.keys()].find((key) => key.startsWith('review:'));
  return head?.slice('review:'.length) ?? [...entries.values()].map((editor) => editor.getSnapshot().context.reviewId)[0];
}
