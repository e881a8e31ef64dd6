import { useCallback, useEffect } from 'react';
import type { EditorNews } from '../editor.machine.ts';
import { useEditors } from '../open-editors.ts';
import { useEditorKeeper } from '../use-editor-keeper.ts';
import {
  clinicalTextDraftKey,
  clinicalTextEditors,
  clinicalTextFields,
  type ClinicalTextContent,
  type ClinicalTextEditor,
} from './clinical-text-editor.ts';

export type ClinicalTextNews =
  | { type: 'added'; id: string }
  | { type: 'edited'; id: string; mergedWith: string | undefined };

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
  useEditorKeeper({
    fields: clinicalTextFields,
    editor,
    draftKey: clinicalTextDraftKey(user, admission, editorKey),
    nameOf: () => nameOf(editorKey),
    onNews: useCallback(
      (news: EditorNews<ClinicalTextContent>) => {
        if (news.type === 'added' || news.type === 'edited') {
          const { saved, ...rest } = news;
          onNews(editorKey, { ...rest, id: saved.id });
        }
      },
      [editorKey, onNews],
    ),
    // The screen shows a text that is only read.
    onRead: useCallback(() => clinicalTextEditors.close(editorKey), [editorKey]),
  });
  return null;
}

/** Once on the admission screen, for every tab. */
export function ClinicalTextKeepers(props: Props) {
  const editors = useEditors(clinicalTextEditors);
  useEffect(() => () => clinicalTextEditors.closeAll(), [props.admission]);
  return [...editors].map(([key, editor]) => <Keeper key={key} {...props} editor={editor} editorKey={key} />);
}
