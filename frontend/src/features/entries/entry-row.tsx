import { Skeleton } from '@chakra-ui/react/skeleton';
import { useSelector } from '@xstate/react';
import { isNoError } from 'language/domain/values/codes';
import type { DrugErr, Review } from 'language/contract/entities';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo, useState, type ComponentProps, type ReactNode } from 'react';
import { useEditor } from '../../editing/open-editors.tsx';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { AsyncBoundary, preloadedComponent } from '../../components/lazy-component.tsx';
import { BufferKeys } from '../../components/forms/buffer-keys.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { PendingItem } from '../../outbox/pending-item.tsx';
import { isEntryDraft } from './entry-draft.ts';
import { entryEditors, openEntry, reopenEntry, type EntryEditor } from './entry-editor.tsx';
import { CopiedMark, EntryLines } from './entry-lines.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { TemplatesComponent } from './note-field.tsx';
import { RateStars, Stars } from './stars.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';

// Loaded with the chart: a person types as soon as the form is open.
const LoadedForm = preloadedComponent(async () => ({ default: (await import('./entry-form.tsx')).EntryForm }));

/** The form with its drug search (27 KB) does not delay the chart. The editor holds the text, not this component. */
export const EntryForm = (props: ComponentProps<typeof LoadedForm>) => {
  const t = useTranslation();
  return (
    <AsyncBoundary
      skeleton={
        <>
          <BufferKeys />
          <Skeleton height="9rem" marginBlock="2" />
        </>
      }
      instead={<LoadFailed failed={t('entry.formNotLoaded')} />}
    >
      <LoadedForm {...props} />
    </AsyncBoundary>
  );
};

interface Props {
  entry: DrugErr;
  review: Review;
  /** The author's change that waits in the outbox. */
  change?: PendingCommand | undefined;
  canEdit: boolean;
  canRate: boolean;
  arrival: Arrival | undefined;
  Templates?: TemplatesComponent | undefined;
  renderTools?: ((entry: DrugErr, review: Review) => ReactNode) | undefined;
  /** In place of the mark of the response. */
  renderResponse?: ((entry: DrugErr, review: Review) => ReactNode) | undefined;
}

/** One entry: read, edited or being deleted. Renders only when one of its own props changes. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const editor = useEditor(entryEditors, editorKeys.entry(props.entry._id));
  return (
    <li
      className="entry"
      data-entry={props.entry._id}
      data-drug={props.entry.errDrug}
      data-item={`entry-${props.entry._id}`}
      data-new={editor ? undefined : props.arrival}
    >
      {editor ? (
        <OpenRow {...props} editor={editor} />
      ) : (
        <ReadRow {...props} canEdit={props.canEdit && props.change === undefined} />
      )}
      {props.change && !editor ? (
        <PendingEntry item={props.change} onEdit={(back) => reopenEntry(props.review, props.entry, back)} />
      ) : null}
    </li>
  );
});

/** An entry, or a change of one, that waits in the outbox. */
export function PendingEntry({ item, onEdit }: { item: PendingCommand; onEdit: (back: PendingCommand) => void }) {
  return (
    <PendingItem item={item} onEdit={onEdit}>
      {isEntryDraft(item.draft) ? (
        <div className="row">
          <EntryLines entry={item.draft} />
        </div>
      ) : null}
    </PendingItem>
  );
}

function ReadRow({ entry, review, change, canEdit, canRate, renderTools, renderResponse }: Props) {
  const t = useTranslation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const remove = async () => {
    if (
      await confirm({ title: t('entry.sure'), body: t('entry.removing', { label: entry.errDrugLabel }), danger: true })
    )
      openEntry(review, entry).send({ type: 'remove' });
  };
  // Only an error is rated. A rating that was given before the type changed stays visible.
  const isRated = !isNoError(entry.errType) || entry.rating !== null;
  return (
    <div className="row" data-menu={isMenuOpen || undefined}>
      <EntryLines
        entry={entry}
        // A change that waits may hold a response.
        response={change ? undefined : renderResponse?.(entry, review)}
        tail={
          <>
            {canRate && isRated ? <RateStars entry={entry} reviewId={review._id} /> : <Stars value={entry.rating} />}
            <CopiedMark entry={entry} />
          </>
        }
      />
      <button
        type="button"
        className="icon-button more"
        data-print="hide"
        aria-label={t('entry.moreOf', { label: entry.errDrugLabel })}
        aria-expanded={isMenuOpen}
        onClick={() => setIsMenuOpen(!isMenuOpen)}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      {canEdit ? (
        <div className="actions" data-print="hide">
          <button
            type="button"
            className="icon-button"
            data-edit
            aria-label={t('entry.edit', { label: entry.errDrugLabel })}
            onClick={() => openEntry(review, entry).send({ type: 'edit' })}
          >
            <Pencil size={15} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t('entry.remove', { label: entry.errDrugLabel })}
            onClick={() => void remove()}
          >
            <Trash2 size={15} aria-hidden />
          </button>
        </div>
      ) : null}
      {renderTools?.(entry, review)}
    </div>
  );
}

function OpenRow({ editor, ...props }: Props & { editor: EntryEditor }) {
  const t = useTranslation();
  const { entry, review } = props;
  const isOpen = useSelector(editor, (state) => state.hasTag('open'));
  const isRemoving = useSelector(editor, (state) => state.matches('removing'));
  const error = useSelector(editor, (state) => state.context.error);
  // Afterwards the focus returns to where editing began; where the entry is gone, to the button that adds one.
  useRestoreFocus(
    () =>
      document.querySelector<HTMLElement>(`[data-item="entry-${entry._id}"] [data-edit]`) ??
      document.querySelector<HTMLElement>(`[data-add-entry="${review._id}"]`),
  );
  if (isOpen) return <EntryForm editor={editor} Templates={props.Templates} onNext={() => undefined} />;
  return (
    <>
      {isRemoving ? (
        <div className="row" aria-busy>
          <EntryLines entry={entry} tail={<span role="status">{t('entry.deleting')}</span>} />
        </div>
      ) : (
        <ReadRow {...props} />
      )}
      <ErrorAlert
        error={error}
        onRetry={() => openEntry(review, entry).send({ type: 'remove' })}
        onDismiss={() => entryEditors.close(editorKeys.entry(entry._id))}
      />
    </>
  );
}
