/** An open entry editor: the machine with its calls. One idempotency key an intention, so that nothing is added twice. */
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { ApiError } from '../../lib/api.ts';
import { showReview } from '../../lib/chart.ts';
import { api } from '../../lib/client.ts';
import { createEditors, type Editors } from '../../lib/editors.ts';
import { createIntentions } from '../../lib/intention.ts';
import { differs } from '../../lib/merge.ts';
import { send } from '../../lib/send.ts';
import { addEntry, bodyOf, removeEntry, updateEntry } from './api.ts';
import { entryGroups, type EntryDraft } from './entry-draft.ts';
import { entryMachine, type Theirs } from './entry.machine.ts';

export type EntryEditor = Actor<typeof entryMachine>;
export interface EntryStart { reviewId: string; saved?: DrugErr; draft?: EntryDraft; theirs?: Theirs }

/** `entry:<id>` for a saved entry, `new:<reviewId>:<n>` for the n-th that is being added. */
export const entryKey = {
  saved: (entryId: string) => `entry:${entryId}`,
  /** What the keys of all that are being added to a review begin with. */
  freshIn: (reviewId: string) => `new:${reviewId}:`,
  fresh: (reviewId: string, slot: number) => `new:${reviewId}:${slot}`,
};

/** Of this tab. Emptied when the admission is left. */
export const entryEditors: Editors<EntryEditor> = createEditors();

function entryOf(review: Answer<Review>, found: (entry: DrugErr) => boolean): DrugErr {
  const entry = review.drugErrs.findLast(found);
  if (!entry) throw new ApiError(0, 'The server did not say what became of this entry. Reload to see.');
  return entry;
}

function createSaving() {
  const intentions = createIntentions();
  /** Sent as new, and no answer came: it may be there. */
  let unanswered: EntryDraft | undefined;
  /** Added by an earlier attempt whose answer came late. */
  let added: DrugErr | undefined;

  const add = async (reviewId: string, draft: EntryDraft): Promise<DrugErr> => {
    unanswered = draft;
    try {
      const body = { reviewId, drugErr: bodyOf(draft) };
      const review = await send(intentions, body, (intention) => api(addEntry, { params: { reviewId }, body, intention }));
      await showReview(review);
      unanswered = undefined;
      // The command's own event is the newest, and it is the entry's only one.
      return entryOf(review, ({ version }) => version === review.revision);
    } catch (error) {
      if (!ApiError.from(error).passing) unanswered = undefined;
      throw error;
    }
  };
  const update = async (reviewId: string, draft: EntryDraft, saved: DrugErr): Promise<DrugErr> => {
    const body = { reviewId, drugErr: { ...bodyOf(draft), _id: saved._id } };
    const review = await send(intentions, [body, saved.version], (intention) => api(updateEntry, { params: { reviewId }, body, ifVersion: saved.version, intention }));
    await showReview(review);
    return entryOf(review, ({ _id }) => _id === saved._id);
  };

  return async ({ reviewId, draft, saved }: { reviewId: string; draft: EntryDraft; saved: DrugErr | undefined }): Promise<DrugErr> => {
    const standing = saved ?? added;
    if (standing) return update(reviewId, draft, standing);
    if (unanswered && differs(entryGroups, unanswered, draft)) {
      // First learn what became of the earlier attempt, under its own key; then bring it to what is typed now.
      added = await add(reviewId, unanswered);
      return update(reviewId, draft, added);
    }
    return add(reviewId, draft);
  };
}

export function startEntryEditor(input: EntryStart): EntryEditor {
  const save = createSaving();
  const intentions = createIntentions();
  const logic = entryMachine.provide({
    actors: {
      save: fromPromise<DrugErr, { reviewId: string; draft: EntryDraft; saved: DrugErr | undefined }>(({ input: sent }) => save(sent)),
      remove: fromPromise<void, { reviewId: string; entry: DrugErr | undefined }>(async ({ input: { reviewId, entry } }) => {
        if (!entry) return;
        const body = { reviewId, drugErr: { _id: entry._id } };
        await showReview(await send(intentions, body, (intention) => api(removeEntry, { params: { reviewId }, body, ifVersion: entry.version, intention })));
      }),
    },
  });
  return createActor(logic, { input }).start();
}

/** Opens the editor of a further new entry in the first free slot. */
export function openFreshEntry(reviewId: string, draft?: EntryDraft): void {
  let slot = 0;
  while (entryEditors.get(entryKey.fresh(reviewId, slot))) slot += 1;
  entryEditors.open(entryKey.fresh(reviewId, slot), () => startEntryEditor({ reviewId, ...(draft ? { draft } : {}) }));
}

export const openEntry = (reviewId: string, saved: DrugErr): EntryEditor => entryEditors.open(entryKey.saved(saved._id), () => startEntryEditor({ reviewId, saved }));
