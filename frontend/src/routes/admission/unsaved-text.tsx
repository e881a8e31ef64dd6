/** Unsaved text of an admission, or of a part of it, that was deleted. */
import type { Review } from 'language/contract/entities';
import { useEffect, useState } from 'react';
import { admissionQuery } from '../../features/admission/api.ts';
import { paths } from '../../platform/paths.ts';
import { entryEditors, openNewEntry } from '../../features/entries/entry-editor.tsx';
import {
  isEntryDirty as isDirtyEntry,
  isEntryDraft,
  unsavedEntryText,
  type EntryDraft,
} from '../../features/entries/entry-draft.ts';
import { notes } from '../../features/notes/api.ts';
import { heads } from '../../features/reviews/api.ts';
import { draftInWords } from '../../features/entries/compared-fields.ts';
import {
  clinicalTextEditors,
  isClinicalTextDirty as isDirtyText,
  isClinicalTextDraft,
  type ClinicalTextDraft,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { clinicalTextName } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import { translate } from '../../platform/language/language.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { editorDraftKey, useEditors } from '../../editing/open-editors.tsx';
import {
  AccessLost,
  LeftText,
  readFormDraftText,
  UnsavedTexts,
  type TypedField,
  type TypedText,
  type UnsavedTextItem,
} from '../../editing/unsaved-text.tsx';
import type { PendingCommand } from '../../outbox/pending-command.ts';

const plain = (label: string, text: string): TypedField[] => (text === '' ? [] : [{ label, text }]);
const rich = (label: string, html: string): TypedField[] => (isBlank(html) ? [] : [{ label, html }]);

/** The drug is in its name. */
const entryDraftText = (key: string, draft: EntryDraft): TypedText => ({
  key,
  what: unsavedEntryText(draft.errDrugLabel),
  fields: draftInWords(draft).flatMap(({ name, label, value }) =>
    name === 'errDrugLabel'
      ? []
      : 'html' in value
        ? rich(label, value.html)
        : 'text' in value
          ? plain(label, value.text)
          : [],
  ),
});
const clinicalDraftText = (key: string, { date, html }: ClinicalTextDraft): TypedText => {
  const isNote = key.includes('note');
  return {
    key,
    what: clinicalTextName(isNote ? 'note' : 'review', date),
    fields: rich(isNote ? translate('note.form.text') : translate('review.form.edit.text'), html),
  };
};
/** A draft of an admission, or the state of an unsent command's editor. @param of the whole key of the draft */
const admissionDraftText = (of: string, draft: unknown): TypedText | undefined =>
  isEntryDraft(draft)
    ? entryDraftText(of, draft)
    : isClinicalTextDraft(draft)
      ? clinicalDraftText(of, draft)
      : readFormDraftText(of, draft);

interface Props {
  user: string;
  admission: string;
  /** The ids of the removed items. */
  removedReviews: readonly string[];
  removedNotes: readonly string[];
  /** The keys of drafts of removed items. */
  orphans: readonly string[];
  canWriteReviews: boolean;
  canWriteNotes: boolean;
  /** The newest review of this person, which can take an entry. */
  newest: Review | undefined;
}

/** Unsaved text in a review or note that was deleted. It stays until the person keeps or discards it. */
export function UnsavedOfRemoved({
  user,
  admission,
  removedReviews,
  removedNotes,
  orphans,
  canWriteReviews,
  canWriteNotes,
  newest,
}: Props) {
  const texts = useEditors(clinicalTextEditors);
  const entries = useEditors(entryEditors);

  const [settled, setSettled] = useState<readonly string[]>([]);
  const unsaved: UnsavedTextItem[] = orphans
    .filter((key) => !settled.includes(key) && !texts.has(key) && !entries.has(key))
    .flatMap((key) => {
      const draftKey = editorDraftKey(user, admission, key);
      const typed = admissionDraftText(
        key,
        drafts.load(draftKey, (value): value is unknown => value !== undefined)?.value,
      );
      const discard = () => {
        drafts.settle(draftKey);
        setSettled((all) => [...all, key]);
      };
      return typed ? [{ typed, discard, again: undefined }] : [];
    });
  const untouched: (() => void)[] = [];
  for (const [key, editor] of texts) {
    const isNote = removedNotes.some((id) => key === editorKeys.note(id));
    if (!isNote && !removedReviews.some((id) => key === editorKeys.review(id))) continue;
    const { context } = editor.getSnapshot();
    const discard = () => {
      drafts.settle(editorDraftKey(user, admission, key));
      clinicalTextEditors.close(key);
    };
    if (!isDirtyText(context)) untouched.push(discard);
    else {
      const open = isNote ? notes.openNew : heads.openNew;
      const canReopen = isNote
        ? canWriteNotes && !texts.has(editorKeys.newNote)
        : canWriteReviews && !texts.has(editorKeys.newReview);
      unsaved.push({
        typed: clinicalDraftText(key, context.draft),
        discard,
        again: canReopen
          ? {
              as: isNote ? 'note' : 'review',
              run: () => {
                open(admission, context.draft);
                discard();
              },
            }
          : undefined,
      });
    }
  }
  for (const [key, editor] of entries) {
    const { context } = editor.getSnapshot();
    if (!removedReviews.includes(context.parentId)) continue;
    const discard = () => {
      drafts.settle(editorDraftKey(user, admission, key));
      entryEditors.close(key);
    };
    if (!isDirtyEntry(context)) untouched.push(discard);
    else
      unsaved.push({
        typed: entryDraftText(key, context.draft),
        discard,
        again: newest
          ? {
              as: 'entry',
              run: () => {
                openNewEntry(newest, context.draft);
                discard();
              },
            }
          : undefined,
      });
  }
  useEffect(() => {
    for (const close of untouched) close();
  });
  if (unsaved.length === 0) return null;
  return <UnsavedTexts left={unsaved} />;
}

/** Shown instead of an admission that was deleted or is no longer visible to the person: their unsaved text. */
export function ClosedAdmission({ id, user, within }: { id: string; user: string; within: readonly string[] }) {
  return (
    <AccessLost
      user={user}
      within={within}
      textOf={admissionDraftText}
      refused={admissionQuery(id).queryKey}
      pastChart={paths.chartThen.href(id)}
    />
  );
}

/** A refused command, to read and to copy: its chart may be closed, or the thing that it changes may be gone. */
export function RefusedText({ item: { of, draft } }: { item: PendingCommand }) {
  const typed = admissionDraftText(of, draft);
  return typed ? <LeftText typed={typed} /> : null;
}
