import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useSelector } from '@xstate/react';
import type { AdmissionMedication, DrugErr, MovedOut, Review } from 'language/contract/entities';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useEditors, editorDraftKey } from '../../editing/open-editors.tsx';
import { createStore, useStore } from 'zustand';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { resolveId, usePendingCommands } from '../../outbox/outbox.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { RoomForRows, useFirstRows } from '../../components/deferred-render.tsx';
import { CarryForwardStrip } from './carry-forward.tsx';
import { isEntryDraft } from './entry-draft.ts';
import { type EntryEditor, entryEditors, type EntryReview, openNewEntry, startEntryEditor } from './entry-editor.tsx';
import { EntryLines, entryListStyle } from './entry-lines.tsx';
import { EntryForm, EntryRow, PendingEntry } from './entry-row.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { TemplatesComponent } from './note-field.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';

interface Props {
  review: Review;
  user: string;
  canEdit: boolean;
  canRate: boolean;
  /** By `entry:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  Templates?: TemplatesComponent;
  /** The things that were moved from this chart to another one. */
  moves?: readonly MovedOut[] | undefined;
  /** The medicines that this review confirms: the list of medications, and the review of the day before. */
  medicines?: Medicines | undefined;
  /** At the end of an entry's row, and below it. */
  renderTools?: ((entry: DrugErr, review: Review) => ReactNode) | undefined;
  /** In place of the mark of an error's response. */
  renderResponse?: ((entry: DrugErr, review: Review) => ReactNode) | undefined;
}
export interface Medicines {
  readonly medications: readonly AdmissionMedication[];
  readonly from: Review | undefined;
  /** At the end of an order of the list. */
  readonly renderOrderTools?: ((medication: AdmissionMedication) => ReactNode) | undefined;
}
/** The new entries of one review that may have drafts after a reload. */
const SLOTS = [0, 1, 2, 3];
/** A screen shows about this many rows of an open review. */
const FIRST_ROWS = 4;

/** The medication-error entries of a review: count, rows, and for its author the button that adds one. */
export function EntryList({
  review,
  user,
  canEdit,
  canRate,
  arrivals,
  Templates,
  moves,
  medicines,
  renderTools,
  renderResponse,
}: Props) {
  const t = useTranslation();
  const editors = useEditors(entryEditors);
  const prefix = editorKeys.newEntriesOf(review._id);
  // An editor that was opened while the review waited in the outbox has the placeholder of the review's id. One whose
  // entry is gone keeps its text as a new entry.
  const newEditors = [...editors].filter(
    ([key, editor]) =>
      resolveId(editor.getSnapshot().context.parentId) === review._id &&
      !review.drugErrs.some(({ _id }) => editorKeys.entry(_id) === key),
  );
  const waiting = usePendingCommands(
    useCallback(({ of }: PendingCommand) => of.startsWith(admissionDrafts(review.admission)), [review.admission]),
  );
  const waitingEntries = waiting.filter(({ of }) => of.startsWith(admissionDrafts(review.admission) + prefix));
  const changeOf = (entry: DrugErr) =>
    waiting.find(({ of }) => of === admissionDrafts(review.admission) + editorKeys.entry(entry._id));
  useRemoteChanges(review, editors);
  // With an open form below them all rows are drawn at once: later ones would push it away while a person types.
  const list = useRef<HTMLUListElement>(null);
  const rows = useFirstRows(review.drugErrs, newEditors.length > 0 ? review.drugErrs.length : FIRST_ROWS, list);
  return (
    <Box css={entryListStyle}>
      <h4>{t('entry.count', { entries: review.drugErrs.length })}</h4>
      {review.drugErrs.length === 0 && newEditors.length + waitingEntries.length === 0 ? (
        <Box color="fg.muted" fontSize="sm">
          {t('entry.none')}
        </Box>
      ) : null}
      <ul ref={list} className="entries">
        {rows.map((entry) => (
          <EntryRow
            key={entry._id}
            entry={entry}
            review={review}
            change={changeOf(entry)}
            canEdit={canEdit}
            canRate={canRate}
            arrival={arrivals.get(`entry:${entry._id}`)}
            Templates={Templates}
            renderTools={renderTools}
            renderResponse={renderResponse}
          />
        ))}
        {rows.length < review.drugErrs.length ? (
          <RoomForRows shown={rows.length} missing={review.drugErrs.length - rows.length} />
        ) : null}
        {waitingEntries.map((item) => (
          <li key={item.key} className="entry">
            <PendingEntry
              item={item}
              onEdit={(back) => isEntryDraft(back.draft) && openNewEntry(review, back.draft, back)}
            />
          </li>
        ))}
        {newEditors.map(([key, editor]) => (
          <li key={key} className="entry">
            <NewEntry
              editor={editor}
              review={review}
              Templates={Templates}
              isMoved={moves?.some(({ thing }) => editorKeys.entry(thing) === key)}
            />
          </li>
        ))}
      </ul>
      {canEdit ? (
        <>
          {review.drugErrs.map((entry) =>
            editors.has(editorKeys.entry(entry._id)) ? null : (
              <DraftOffer
                key={entry._id}
                draftKey={editorDraftKey(user, review.admission, editorKeys.entry(entry._id))}
                what={entry.errDrugLabel}
                isUsable={isEntryDraft}
                version={entry.version}
                onRestore={({ value }, isMoved) =>
                  entryEditors.open(editorKeys.entry(entry._id), () =>
                    startEntryEditor({
                      review,
                      saved: entry,
                      draft: value,
                      ...(isMoved ? { theirs: { current: entry, by: review.userName, at: undefined } } : {}),
                    }),
                  )
                }
              />
            ),
          )}
          {SLOTS.filter((slot) => !editors.has(editorKeys.newEntry(review._id, slot))).map((slot) => (
            <DraftOffer
              key={slot}
              draftKey={editorDraftKey(user, review.admission, editorKeys.newEntry(review._id, slot))}
              what={t('entry.draftNew')}
              isUsable={isEntryDraft}
              version={undefined}
              onRestore={({ value }) =>
                entryEditors.open(editorKeys.newEntry(review._id, slot), () =>
                  startEntryEditor({ review, draft: value }),
                )
              }
            />
          ))}
          {medicines ? <CarryForwardStrip review={review} {...medicines} /> : null}
          {/* In sight from anywhere in the review; below an open form it stays in its place. */}
          {newEditors.length === 0 ? (
            <FormFoot>
              <AddEntryButton review={review} />
            </FormFoot>
          ) : (
            <AddEntryButton review={review} />
          )}
        </>
      ) : null}
    </Box>
  );
}

function AddEntryButton({ review }: { review: Review }) {
  const t = useTranslation();
  return (
    <Button
      size="sm"
      variant="outline"
      data-print="hide"
      data-add-entry={review._id}
      onClick={() => openNewEntry(review)}
    >
      <Plus size={15} aria-hidden />
      {t('entry.add')}
      <NewEntryHint review={review._id} />
    </Button>
  );
}

/** The shortcut, at the review in which it opens an entry. */
const NewEntryHint = ({ review }: { review: string }) =>
  useStore(newEntryTarget, (target) => target === review) ? (
    <kbd className="key-hint">{shortcutText(shortcuts.newEntry)}</kbd>
  ) : null;

/** A new entry as its form, or as a row while it is saved in the background. */
function NewEntry({
  editor,
  review,
  Templates,
  isMoved,
}: {
  editor: EntryEditor;
  review: EntryReview;
  Templates: TemplatesComponent | undefined;
  isMoved: boolean | undefined;
}) {
  const t = useTranslation();
  const draft = useSelector(editor, (state) => state.context.draft);
  const isInBackground = useSelector(editor, (state) => state.matches('saving') && state.context.isInBackground);
  const isAdded = useSelector(editor, (state) => state.matches('added'));
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-add-entry="${review._id}"]`));
  if (isAdded) return null;
  if (isInBackground)
    return (
      <div className="row" aria-busy>
        <EntryLines entry={draft} tail={<span role="status">{t('entry.saving')}</span>} />
      </div>
    );
  return <EntryForm editor={editor} Templates={Templates} isMoved={isMoved} onNext={() => openNewEntry(review)} />;
}

/** Passes newer versions of the entries to their open editors, which keep them beside the draft. */
function useRemoteChanges(review: Review, editors: ReadonlyMap<string, EntryEditor>): void {
  useEffect(() => {
    for (const [, editor] of editors) {
      const { context } = editor.getSnapshot();
      if (context.parentId !== review._id || !context.saved) continue;
      const entry = review.drugErrs.find(({ _id }) => _id === context.saved?._id);
      if (entry) editor.send({ type: 'remote', theirs: { current: entry, by: '', at: undefined } });
      else editor.send({ type: 'remoteRemoved' });
    }
  }, [review, editors]);
}

/**
 * The review in which the key for a new entry opens one. A store, not a property of the lists: a focus that moves
 * renders two buttons and not every open review.
 */
const newEntryTarget = createStore<string | undefined>(() => undefined);

/** @param find the id of the review for the current focus and open reviews; undefined where the key opens no entry */
export function useNewEntryTarget(find: () => string | undefined): void {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
    newEntryTarget.setState(find(), true);
  });
  useEffect(() => {
    const look = () => newEntryTarget.setState(current.current(), true);
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) look();
    };
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', leave);
      newEntryTarget.setState(undefined, true);
    };
  }, []);
}
