/** The open entry editors and their calls. A save waits in the outbox for a network; a deletion does not wait. */
import * as reviewCalls from 'language/contract/calls/reviews';
import type { Answer, DrugErr, Review } from 'language/contract/entities';
import type { DecidedFinding } from 'language/contract/findings';
import { useCallback } from 'react';
import { createActor } from 'xstate';
import { notify } from '../../components/toasts/toaster.tsx';
import { paths } from '../../platform/paths.ts';
import { ApiError } from '../../platform/http/api.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import type { Theirs } from '../../editing/editor-fields.ts';
import { createEditorMachine, type Editor, type EditorNews, type Sending } from '../../editing/editor.machine.ts';
import { translate } from '../../platform/language/language.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { createEditors, EditorKeepers, type Editors } from '../../editing/open-editors.tsx';
import { playSuccess } from '../../platform/sound.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { createCommandSender, resolveId, type WithdrawnCommand } from '../../outbox/outbox.ts';
import { findingIn, refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { sendCommand } from '../../sync/commands.ts';
import { bodyOf } from './api.ts';
import { blankEntry, entryFields, isEntryDraft, unsavedEntryText, type EntryDraft } from './entry-draft.ts';
import { editorKeys } from '../../editing/editor-keys.ts';

export type EntryEditor = Editor<DrugErr, EntryDraft>;
/** The review of an entry. Its id is a placeholder while the review waits in the outbox. */
export type EntryReview = Pick<Review, '_id' | 'admission'>;
export interface EntryEditorOptions {
  review: EntryReview;
  saved?: DrugErr;
  draft?: EntryDraft;
  /** The state that the draft has to be compared with first. */
  theirs?: Theirs<DrugErr>;
  /** The command that was taken back from the outbox. */
  sent?: WithdrawnCommand;
  /** The reason why that command was refused. */
  error?: ApiError;
  /** The finding that the new entry takes over. */
  finding?: DecidedFinding | undefined;
}

/** The open ones of this tab. Emptied when the admission is left. */
export const entryEditors: Editors<EntryEditor> = createEditors();

function entryOf(review: Answer<Review>, id: string): DrugErr {
  const entry = review.drugErrs.find(({ _id }) => _id === id);
  if (!entry) throw new ApiError(0, translate('entry.outcomeUnknown'));
  return entry;
}

function createSaving(
  { _id: reviewId, admission }: EntryReview,
  sent: WithdrawnCommand | undefined,
  finding = findingIn(sent?.call.body),
) {
  const sending = createCommandSender(sent);
  return async ({ draft, saved }: Sending<DrugErr, EntryDraft>, signal: AbortSignal): Promise<DrugErr> => {
    const order = {
      what: unsavedEntryText(draft.errDrugLabel),
      where: paths.admission.href(admission, { review: reviewId }),
      draft,
      base: saved?.version,
      of: admissionDrafts(admission) + (saved ? editorKeys.entry(saved._id) : editorKeys.newEntry(reviewId, 0)),
    };
    const edit = (_id: string) => ({
      method: reviewCalls.updateEntry.method,
      path: reviewCalls.updateEntry.path,
      params: { reviewId },
      body: { reviewId, drugErr: { ...bodyOf(draft), _id } },
    });
    if (saved) {
      const review = await sending.send<Answer<Review>>(
        { ...order, call: { ...edit(saved._id), ifVersion: saved.version } },
        () => edit(saved._id),
        signal,
      );
      return entryOf(review, saved._id);
    }
    const id = sending.id;
    const add = {
      method: reviewCalls.addEntry.method,
      path: reviewCalls.addEntry.path,
      params: { reviewId },
      body: { reviewId, drugErr: bodyOf(draft), ...(finding && { finding }) },
    };
    const review = await sending.send<Answer<Review>>({ ...order, makes: 'entry', call: add }, edit, signal);
    return entryOf(review, resolveId(id));
  };
}

export function startEntryEditor({ review, sent, saved, draft, finding, ...input }: EntryEditorOptions): EntryEditor {
  const { _id: reviewId } = review;
  const intentions = createIdempotencyKeys();
  const machine = createEditorMachine(entryFields, {
    save: createSaving(review, sent, finding),
    remove: async (entry) => {
      const body = { reviewId, drugErr: { _id: entry._id } };
      await cacheReview(
        await sendCommand(intentions, body, (idempotencyKey) =>
          api(reviewCalls.removeEntry, { params: { reviewId }, body, ifVersion: entry.version, idempotencyKey }),
        ),
      );
    },
  });
  const start = { ...(saved ? entryFields.savedContent(saved) : blankEntry), ...draft };
  return createActor(machine, {
    input: { ...input, ...(saved ? { saved } : {}), draft: start, parentId: reviewId },
  }).start();
}

/** The key of the first free slot for a new entry of a review. */
function freeSlot(review: EntryReview): string {
  let slot = 0;
  while (entryEditors.get(editorKeys.newEntry(review._id, slot))) slot += 1;
  return editorKeys.newEntry(review._id, slot);
}

/** Opens the editor of a new entry in the first free slot. `back`: the command that was taken back from the outbox. */
export function openNewEntry(review: EntryReview, draft?: EntryDraft, back?: PendingCommand): void {
  const error = back && refusalError(back);
  entryEditors.open(freeSlot(review), () =>
    startEntryEditor({
      review,
      ...(draft ? { draft } : {}),
      ...(back ? { sent: back } : {}),
      ...(error ? { error } : {}),
    }),
  );
}

/** New entries that are saved together: one message for all. By the key of their editor. */
const together = new Map<string, { left: number; readonly all: number }>();

/** Saves new entries, one after the other. One that is refused stays open as a form, with the reason. */
export function saveNewEntries(review: EntryReview, entries: readonly EntryDraft[]): void {
  const group = { left: entries.length, all: entries.length };
  for (const draft of entries) {
    const key = freeSlot(review);
    together.set(key, group);
    const editor = entryEditors.open(key, () => startEntryEditor({ review, draft }));
    editor.subscribe({ complete: () => together.delete(key) });
    editor.send({ type: 'save', isInBackground: true });
  }
}

/**
 * Saves a new entry that takes over a finding. The caller says so. One that is refused, or whose note has a blank, stays
 * open as a form.
 */
export function saveProposedEntry(
  review: EntryReview,
  draft: Partial<EntryDraft>,
  finding: DecidedFinding,
): EntryEditor {
  const key = freeSlot(review);
  together.set(key, { left: Infinity, all: 1 });
  const editor = entryEditors.open(key, () =>
    startEntryEditor({ review, draft: { ...blankEntry, ...draft }, finding }),
  );
  editor.subscribe({ complete: () => together.delete(key) });
  editor.send({ type: 'save', isInBackground: true });
  return editor;
}

/** Opens the editor of a change that was taken back. It begins with the comparison where the entry changed since. */
export function reopenEntry(review: EntryReview, saved: DrugErr, back: PendingCommand): void {
  if (!isEntryDraft(back.draft)) return;
  const draft = back.draft;
  const error = refusalError(back);
  const theirs =
    error?.conflict || back.base !== saved.version
      ? { current: saved, by: error?.conflict?.changedBy?.name ?? '', at: error?.conflict?.changedAt }
      : undefined;
  entryEditors.open(editorKeys.entry(saved._id), () =>
    startEntryEditor({ review, saved, draft, sent: back, ...(theirs ? { theirs } : error ? { error } : {}) }),
  );
}

export const openEntry = (review: EntryReview, saved: DrugErr): EntryEditor =>
  entryEditors.open(editorKeys.entry(saved._id), () => startEntryEditor({ review, saved }));

/** @returns false for all but the last of entries that are saved together */
function isToAnnounce(key: string): boolean {
  const group = together.get(key);
  if (group) group.left -= 1;
  return !group || group.left === 0;
}

function notifyOfAdded(key: string): void {
  const group = together.get(key);
  playSuccess();
  notify.saved(
    group ? translate('entry.toast.addedMany', { medicines: group.all }) : translate('entry.toast.added'),
    2_500,
  );
}

function notifyOf(key: string, news: EditorNews<DrugErr>): void {
  switch (news.type) {
    case 'added':
      notifyOfAdded(key);
      break;
    case 'edited':
      notify.saved(translate('entry.toast.edited'), 2_500);
      if (news.mergedWith !== undefined) notify.info(mergedText(news.mergedWith));
      break;
    case 'removed':
      playSuccess();
      notify.removed(
        translate('entry.toast.removed'),
        translate('entry.toast.removedText', { label: news.saved.errDrugLabel }),
      );
      break;
    case 'unchanged':
      break;
  }
}

/** Once on the admission screen, for every tab. */
export function EntryKeepers({
  user,
  admission,
  onAdded,
}: {
  user: string;
  admission: string;
  /** Has to stay the same function from one render to the next. */
  onAdded: (id: string) => void;
}) {
  return (
    <EditorKeepers
      editors={entryEditors}
      fields={entryFields}
      user={user}
      admission={admission}
      nameOf={(_key, { errDrugLabel }) => unsavedEntryText(errDrugLabel)}
      onNews={useCallback(
        (key: string, news: EditorNews<DrugErr>) => {
          if (news.type === 'added' && !isToAnnounce(key)) return;
          notifyOf(key, news);
          if (news.type === 'added') onAdded(news.saved._id);
        },
        [onAdded],
      )}
    />
  );
}
