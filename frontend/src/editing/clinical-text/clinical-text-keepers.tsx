/**
 * What every open editor of a dated text does wherever it is shown, or hidden: guards against leaving and keeps a
 * draft.
 */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { clinicalTextEditors, type ClinicalTextEditor } from './clinical-text-editors.ts';
import {
  clinicalTextGroups,
  type ClinicalTextDraft,
  type ClinicalTextContext,
  type ClinicalTextNews,
} from './clinical-text.machine.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { useEditors } from '../open-editors.ts';
import { useKeptDraft } from '../keep-draft.ts';
import { differs } from '../conflict/merge.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';

export const clinicalTextDraftKey = (user: string, admission: string, key: string): DraftKey => ({
  user,
  of: admissionDrafts(admission) + key,
});

export const isDirty = ({ saved, draft }: ClinicalTextContext): boolean =>
  saved ? differs(clinicalTextGroups, saved, draft) : !isBlank(draft.html);
const unsavedIn = (state: {
  hasTag: (tag: 'unsaved') => boolean;
  context: ClinicalTextContext;
}): ClinicalTextDraft | undefined =>
  state.hasTag('unsaved') && isDirty(state.context) ? state.context.draft : undefined;

interface Props {
  user: string;
  admission: string;
  /** How a person calls what an editor edits. */
  nameOf: (editorKey: string) => string;
  onNews: (editorKey: string, news: ClinicalTextNews) => void;
}

function Keeper({
  editor,
  editorKey,
  user,
  admission,
  nameOf,
  onNews,
}: Props & { editor: ClinicalTextEditor; editorKey: string }) {
  const unsaved = useSelector(editor, unsavedIn);
  const base = useSelector(editor, (state) => state.context.saved?.version);
  useUnsaved(unsaved && nameOf(editorKey));
  useKeptDraft(clinicalTextDraftKey(user, admission, editorKey), unsaved, base, () => unsavedIn(editor.getSnapshot()));
  useEffect(() => {
    const news = editor.on('*', (event) => onNews(editorKey, event));
    // Cleared before the editor is forgotten, or the draft of what was just saved would be offered.
    const forget = () => drafts.remove(clinicalTextDraftKey(user, admission, editorKey));
    const states = editor.subscribe({
      next: (state) => {
        if (!state.matches('viewing')) return;
        forget();
        // A text that is only read needs no editor: the screen shows it.
        clinicalTextEditors.close(editorKey);
      },
      complete: forget,
    });
    return () => {
      news.unsubscribe();
      states.unsubscribe();
    };
  }, [editor, editorKey, user, admission, onNews]);
  return null;
}

/** Once on the admission screen, whatever tab is in front. */
export function ClinicalTextKeepers(props: Props) {
  const editors = useEditors(clinicalTextEditors);
  useEffect(() => () => clinicalTextEditors.closeAll(), [props.admission]);
  return [...editors].map(([key, editor]) => <Keeper key={key} {...props} editor={editor} editorKey={key} />);
}
