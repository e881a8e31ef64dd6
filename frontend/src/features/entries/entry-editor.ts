/**
 * An open entry editor: the machine with its calls. What is saved goes through the queue; a deletion does not wait for
 * a network.
 */
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { paths } from '../../platform/paths.ts';
import { ApiError } from '../../platform/http/api.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { createEditors, type Editors } from '../../editing/open-editors.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { createCommandSender, resolveId, type WithdrawnCommand } from '../../outbox/outbox-client.ts';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { sendCommand } from '../../sync/send-command.ts';
import { addEntry, bodyOf, removeEntry, updateEntry } from './api.ts';
import { isEntryDraft, type EntryDraft } from './entry-draft.ts';
import { entryMachine, type Theirs } from './entry.machine.ts';
import { entryText } from './messages.ts';

export type EntryEditor = Actor<typeof entryMachine>;
/** The review that it stands in, or its stand-in while it waits itself. */
export type EntryReview = Pick<Review, '_id' | 'admission'>;
export interface EntryStart {
  review: EntryReview;
  saved?: DrugErr;
  draft?: EntryDraft;
  theirs?: Theirs;
  /** It was sent before and taken back, and why. */
  sent?: WithdrawnCommand;
  error?: ApiError;
}

/** `entry:<id>` for a saved entry, `new:<reviewId>:<n>` for the n-th that is being added. */
export const entryKey = {
  saved: (entryId: string) => `entry:${entryId}`,
  /** What the keys of all that are being added to a review begin with. */
  freshIn: (reviewId: string) => `new:${reviewId}:`,
  fresh: (reviewId: string, slot: number) => `new:${reviewId}:${slot}`,
  isFresh: (key: string) => key.startsWith('new:'),
};

/** Of this tab. Emptied when the admission is left. */
export const entryEditors: Editors<EntryEditor> = createEditors();

function entryOf(review: Answer<Review>, id: string): DrugErr {
  const entry = review.drugErrs.find(({ _id }) => _id === id);
  if (!entry) throw new ApiError(0, 'The server did not say what became of this entry. Reload to see.');
  return entry;
}

function createSaving({ _id: reviewId, admission }: EntryReview, sent: WithdrawnCommand | undefined) {
  const sending = createCommandSender(sent);
  return async (
    { draft, saved }: { draft: EntryDraft; saved: DrugErr | undefined },
    signal: AbortSignal,
  ): Promise<DrugErr> => {
    const order = {
      what: entryText.unsaved(draft.errDrugLabel),
      where: paths.admission.href(admission, { review: reviewId }),
      draft,
      base: saved?.version,
      of: admissionDrafts(admission) + (saved ? entryKey.saved(saved._id) : entryKey.fresh(reviewId, 0)),
    };
    const edit = (_id: string) => ({
      method: updateEntry.method,
      path: updateEntry.path,
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
      method: addEntry.method,
      path: addEntry.path,
      params: { reviewId },
      body: { reviewId, drugErr: bodyOf(draft) },
    };
    const review = await sending.send<Answer<Review>>({ ...order, makes: 'entry', call: add }, edit, signal);
    return entryOf(review, resolveId(id));
  };
}

export function startEntryEditor({ review, sent, ...input }: EntryStart): EntryEditor {
  const save = createSaving(review, sent);
  const idempotencyKeys = createIdempotencyKeys();
  const logic = entryMachine.provide({
    actors: {
      save: fromPromise<DrugErr, { reviewId: string; draft: EntryDraft; saved: DrugErr | undefined }>(
        ({ input: typed, signal }) => save(typed, signal),
      ),
      remove: fromPromise<void, { reviewId: string; entry: DrugErr | undefined }>(
        async ({ input: { reviewId, entry } }) => {
          if (!entry) return;
          const body = { reviewId, drugErr: { _id: entry._id } };
          await cacheReview(
            await sendCommand(idempotencyKeys, body, (idempotencyKey) =>
              api(removeEntry, { params: { reviewId }, body, ifVersion: entry.version, idempotencyKey }),
            ),
          );
        },
      ),
    },
  });
  return createActor(logic, { input: { ...input, reviewId: review._id } }).start();
}

/** Opens the editor of a further new entry in the first free slot; `back`: one that waited, or was refused. */
export function openFreshEntry(review: EntryReview, draft?: EntryDraft, back?: PendingCommand): void {
  let slot = 0;
  while (entryEditors.get(entryKey.fresh(review._id, slot))) slot += 1;
  const error = back && refusalError(back);
  entryEditors.open(entryKey.fresh(review._id, slot), () =>
    startEntryEditor({
      review,
      ...(draft ? { draft } : {}),
      ...(back ? { sent: back } : {}),
      ...(error ? { error } : {}),
    }),
  );
}

/**
 * The editor of a change that waited, or was refused: where the entry has moved since, it begins with the comparison.
 */
export function reopenEntry(review: EntryReview, saved: DrugErr, back: PendingCommand): void {
  if (!isEntryDraft(back.draft)) return;
  const draft = back.draft;
  const error = refusalError(back);
  const theirs =
    error?.conflict || back.base !== saved.version
      ? { entry: saved, by: error?.conflict?.changedBy?.name ?? '', at: error?.conflict?.changedAt }
      : undefined;
  entryEditors.open(entryKey.saved(saved._id), () =>
    startEntryEditor({ review, saved, draft, sent: back, ...(theirs ? { theirs } : error ? { error } : {}) }),
  );
}

export const openEntry = (review: EntryReview, saved: DrugErr): EntryEditor =>
  entryEditors.open(entryKey.saved(saved._id), () => startEntryEditor({ review, saved }));
