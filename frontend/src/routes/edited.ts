/** What this person has an editor open in, if anything: what presence tells the others. Elsewhere in the chart (images, medications) it is what was typed. */
import type { PresenceTouch } from 'command-api/contract/live';
import { entryEditors } from '../features/entries/entry-editor.ts';
import { datedEditors } from '../lib/dated-editors.ts';
import { useEditors } from '../lib/editors.ts';
import { useUnsavedWorks } from '../lib/unsaved.ts';

const isTarget = (key: string): key is PresenceTouch['target'] => key.startsWith('review:') || key.startsWith('note:');

export function useEdited(): PresenceTouch['target'] | undefined {
  const entries = useEditors(entryEditors);
  const texts = useEditors(datedEditors);
  const [entry] = entries.values();
  const typed = useUnsavedWorks().size > 0;
  return [...texts.keys()].find(isTarget) ?? (entry ? `review:${entry.getSnapshot().context.reviewId}` : typed ? 'admission' : undefined);
}
