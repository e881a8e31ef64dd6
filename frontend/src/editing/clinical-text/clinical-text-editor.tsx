/** The open editors of clinical texts: the head of a review, a physician note. Each text has a date of care. */
import { useCallback } from 'react';
import { createActor } from 'xstate';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { isDate } from '../../platform/time/dates.ts';
import { isDirty, type EditorContext, type EditorFields, type Theirs } from '../editor-fields.ts';
import {
  createEditorMachine,
  type Editor,
  type EditorCalls,
  type EditorInput,
  type EditorNews,
} from '../editor.machine.ts';
import { translate } from '../../platform/language/language.ts';
import { createEditors, EditorKeepers, type Editors } from '../open-editors.tsx';

export interface ClinicalTextDraft {
  /** `YYYY-MM-DD`, or what a person typed that is no date yet. */
  date: string;
  html: string;
}
export interface ClinicalTextContent extends ClinicalTextDraft {
  id: string;
  version: number;
}
export type TheirText = Theirs<ClinicalTextContent>;
export type ClinicalTextEditor = Editor<ClinicalTextContent, ClinicalTextDraft>;

const draftOf = ({ date, html }: ClinicalTextDraft): ClinicalTextDraft => ({ date, html });
export const clinicalTextFields: EditorFields<ClinicalTextContent, ClinicalTextDraft> = {
  groups: [['date'], ['html']],
  savedContent: draftOf,
  draftContent: draftOf,
  toDraft: draftOf,
  // A new text begins with a date.
  isBlank: ({ html }) => isBlank(html),
  isComplete: ({ date }) => isDate(date),
  read: () => undefined,
};
export const isClinicalTextDirty = (context: EditorContext<ClinicalTextContent, ClinicalTextDraft>): boolean =>
  isDirty(clinicalTextFields, context);
export const isClinicalTextDraft = (value: unknown): value is ClinicalTextDraft =>
  typeof value === 'object' &&
  value !== null &&
  'date' in value &&
  typeof value.date === 'string' &&
  'html' in value &&
  typeof value.html === 'string';

export interface ClinicalTextEditorOptions extends EditorInput<ClinicalTextContent, ClinicalTextDraft> {
  /** Reads the entity that a 409 carries. Undefined when it is not a text of this kind. */
  read: (current: unknown) => ClinicalTextContent | undefined;
  save: EditorCalls<ClinicalTextContent, ClinicalTextDraft>['save'];
}
export const startClinicalTextEditor = ({ read, save, ...input }: ClinicalTextEditorOptions): ClinicalTextEditor =>
  createActor(createEditorMachine({ ...clinicalTextFields, read }, { save }), { input }).start();

/** The open ones of this tab, by `review:<id>` for a head, `note:<id>`, `new-review`, `new-note`. */
export const clinicalTextEditors: Editors<ClinicalTextEditor> = createEditors();

/**
 * The text to compare with a change that comes back from the outbox: the text that changed since, or the refusal's.
 */
export function movedSince(back: PendingCommand, text: ClinicalTextContent, by: string): TheirText | undefined {
  const conflict = refusalError(back)?.conflict;
  return conflict || back.base !== text.version
    ? { current: text, by: conflict?.changedBy?.name ?? by, at: conflict?.changedAt }
    : undefined;
}

/** Ends editing; asks first when something was typed. */
export async function cancelClinicalText(editor: ClinicalTextEditor): Promise<void> {
  if (
    !isClinicalTextDirty(editor.getSnapshot().context) ||
    (await confirm({
      title: translate('discard.title'),
      body: translate('discard.body'),
      yes: translate('discard.yes'),
      no: translate('discard.no'),
      danger: true,
    }))
  )
    editor.send({ type: 'cancel' });
}

export type ClinicalTextNews =
  | { type: 'added'; id: string }
  | { type: 'edited'; id: string; mergedWith: string | undefined };

/** Once on the admission screen, for every tab. */
export function ClinicalTextKeepers({
  user,
  admission,
  nameOf,
  onNews,
}: {
  user: string;
  admission: string;
  /** The name that the screen has for what an editor edits. */
  nameOf: (editorKey: string) => string;
  /** Has to stay the same function from one render to the next. */
  onNews: (editorKey: string, news: ClinicalTextNews) => void;
}) {
  return (
    <EditorKeepers
      editors={clinicalTextEditors}
      fields={clinicalTextFields}
      user={user}
      admission={admission}
      nameOf={nameOf}
      onNews={useCallback(
        (editorKey: string, news: EditorNews<ClinicalTextContent>) => {
          if (news.type === 'added' || news.type === 'edited') {
            const { saved, ...rest } = news;
            onNews(editorKey, { ...rest, id: saved.id });
          }
        },
        [onNews],
      )}
    />
  );
}
