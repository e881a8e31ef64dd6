import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { AdmissionMedication } from 'language/contract/entities';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { today } from '../../platform/time/dates.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { usePendingCommands } from '../../outbox/outbox.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { ApiError } from '../../platform/http/api.ts';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { EmptyState, ErrorAlert } from '../../components/screen-states.tsx';
import { PendingItem } from '../../outbox/pending-item.tsx';
import { cacheOrder } from './api.ts';
import { blankMedication, isMedicationDraft, type MedicationDraft } from './medication-fields.ts';
import { MedicationForm, medicationDraftKey } from './medication-form.tsx';
import { DrugAndDose, medicationListStyle, MedicationRow } from './medication-row.tsx';
import { QuickEntry } from './quick-entry.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { inOrderOf, useReorder } from './use-reorder.ts';

interface Props {
  admission: string;
  medications: readonly AdmissionMedication[];
  user: string;
  canEdit: boolean;
  /** Keyed by `medication:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
}

interface OpenForm {
  /** The id of the medication, or `new`. */
  id: string;
  /** The medication when the form was opened. */
  medication?: AdmissionMedication;
  restored?: { draft: MedicationDraft; version: number };
  withdrawn?: PendingCommand;
  /** Counts the new medications that were written one after the other. */
  round: number;
}

/**
 * Sends a new order of the medications.
 * The server refuses an order that leaves one out. Where a teammate has added or deleted one, the list is read again
 * and the order of the screen is sent once more.
 */
async function sendOrder(
  admission: string,
  ids: readonly string[],
  send: (order: string[]) => Promise<void>,
): Promise<void> {
  try {
    await send([...ids]);
  } catch (error) {
    if (ApiError.from(error).status !== 400) throw error;
    const queryKey = queryKeys.medicationsOf(admission);
    await queryClient.refetchQueries({ queryKey, exact: true });
    const order = inOrderOf(queryClient.getQueryData<AdmissionMedication[]>(queryKey) ?? [], ids).map(({ _id }) => _id);
    if (order.join() === ids.join()) throw error;
    await send(order);
  }
}

/** The medications of an admission in their order. With `canEdit` they are added, edited, stopped, deleted, sorted. */
export function MedicationList({ admission, medications, user, canEdit, arrivals }: Props) {
  const t = useTranslation();
  const [open, setOpen] = useState<OpenForm>();
  const [announcement, setAnnouncement] = useState('');
  const sort = useCommand(admissionCalls.sortMedications);
  const labelOf = (id: string) => medications.find(({ _id }) => _id === id)?.drugLabel ?? '';
  const { ordered, dropIndex, draggedId, handleProps } = useReorder(
    medications,
    (id, number) => setAnnouncement(t('medication.moved', { label: labelOf(id), number, of: medications.length })),
    (ids) =>
      sendOrder(admission, ids, async (order) =>
        cacheOrder(await sort.mutateAsync({ params: { id: admission }, body: { ids: order } })),
      ),
  );
  const close = (id: string) => (next: boolean) => {
    setOpen(next ? { id: 'new', round: (open?.round ?? 0) + 1 } : undefined);
    if (next) return;
    setTimeout(
      () =>
        document
          .querySelector<HTMLElement>(id === 'new' ? '[data-add-medication]' : `[data-row="${id}"] [data-edit]`)
          ?.focus(),
      0,
    );
  };
  const now = today();
  const draftPrefix = admissionDrafts(admission);
  const pendingCommands = usePendingCommands(
    useCallback(({ of }: PendingCommand) => of.startsWith(`${draftPrefix}medication:`), [draftPrefix]),
  );
  const changeOf = (id: string) => pendingCommands.find(({ of }) => of === medicationDraftKey(user, admission, id).of);
  const openedMedication = (id: string): Pick<OpenForm, 'medication'> => {
    const medication = medications.find(({ _id }) => _id === id);
    return medication ? { medication } : {};
  };
  /** Not offered while another form is open: only one form is open at a time. */
  const reopen = (id: string) =>
    open
      ? {}
      : {
          onEdit: (withdrawn: PendingCommand) =>
            isMedicationDraft(withdrawn.draft) &&
            setOpen({
              id,
              ...openedMedication(id),
              restored: { draft: withdrawn.draft, version: withdrawn.base ?? 0 },
              withdrawn,
              round: 0,
            }),
        };
  // The form of a medication that another person deletes stays open.
  const deleted = open?.medication && !medications.some(({ _id }) => _id === open.id) ? open.medication : undefined;
  const rows = deleted ? [...ordered, deleted] : ordered;

  return (
    <Box as="section" aria-label={t('medication.list')} css={medicationListStyle}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <ErrorAlert error={sort.error} />
      {/* Only one form is open at a time. */}
      {canEdit && !open ? (
        <QuickEntry
          admission={admission}
          medications={medications}
          onFill={(changed) =>
            setOpen({
              id: 'new',
              restored: { draft: { was: blankMedication(today()), changed }, version: 0 },
              round: 0,
            })
          }
        />
      ) : null}
      {rows.length === 0 && open?.id !== 'new' ? (
        <EmptyState title={t('medication.none.title')}>
          {canEdit ? t('medication.none.canEdit') : t('medication.none.readOnly')}
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <ul data-rows>
          {rows.map((medication, index) => (
            <li
              key={medication._id}
              data-row={medication._id}
              data-item={`medication-${medication._id}`}
              data-new={open?.id === medication._id ? undefined : arrivals.get(`medication:${medication._id}`)}
              data-dragged={draggedId === medication._id ? '' : undefined}
              data-drop={
                dropIndex === index
                  ? 'before'
                  : dropIndex === ordered.length && index === ordered.length - 1
                    ? 'after'
                    : undefined
              }
            >
              {open?.id === medication._id ? (
                <Box paddingInline="2">
                  <MedicationForm
                    admission={admission}
                    user={user}
                    medication={medication}
                    restored={open.restored}
                    withdrawn={open.withdrawn}
                    isDeleted={medication === deleted}
                    onDone={close(medication._id)}
                  />
                </Box>
              ) : (
                <MedicationRow
                  medication={medication}
                  now={now}
                  canEdit={canEdit && changeOf(medication._id) === undefined}
                  handleProps={canEdit && ordered.length > 1 ? handleProps(medication._id) : undefined}
                  onEdit={() => setOpen({ id: medication._id, medication, round: 0 })}
                />
              )}
              {[changeOf(medication._id)].map(
                (item) => item && <OutboxMedication key={item.key} item={item} {...reopen(medication._id)} />,
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {pendingCommands
        .filter(({ of }) => of === medicationDraftKey(user, admission, undefined).of)
        .map((item) => (
          <OutboxMedication key={item.key} item={item} {...reopen('new')} />
        ))}
      {canEdit ? (
        <>
          {medications.map(({ _id, drugLabel, version }) =>
            open?.id === _id ? null : (
              <DraftOffer
                key={_id}
                draftKey={medicationDraftKey(user, admission, _id)}
                what={drugLabel}
                isUsable={isMedicationDraft}
                version={version}
                onRestore={({ value, base }) =>
                  setOpen({
                    id: _id,
                    ...openedMedication(_id),
                    restored: { draft: value, version: base ?? version },
                    round: 0,
                  })
                }
              />
            ),
          )}
          {open?.id === 'new' ? null : (
            <DraftOffer
              draftKey={medicationDraftKey(user, admission, undefined)}
              what={t('medication.draft')}
              isUsable={isMedicationDraft}
              version={undefined}
              onRestore={({ value }) => setOpen({ id: 'new', restored: { draft: value, version: 0 }, round: 0 })}
            />
          )}
          {open?.id === 'new' ? (
            <MedicationForm
              key={open.round}
              admission={admission}
              user={user}
              restored={open.restored}
              withdrawn={open.withdrawn}
              onDone={close('new')}
            />
          ) : (
            <Button
              size="sm"
              variant="outline"
              marginBlockStart="3"
              data-print="hide"
              data-add-medication
              onClick={() => setOpen({ id: 'new', round: 0 })}
            >
              <Plus size={15} aria-hidden />
              {t('medication.add')}
            </Button>
          )}
        </>
      ) : null}
    </Box>
  );
}

/** A new or changed medication that waits in the outbox. */
function OutboxMedication({ item, onEdit }: { item: PendingCommand; onEdit?: (withdrawn: PendingCommand) => void }) {
  if (!isMedicationDraft(item.draft)) return null;
  const draft = { ...blankMedication(''), ...item.draft.was, ...item.draft.changed };
  return (
    <PendingItem item={item} {...(onEdit ? { onEdit } : {})}>
      <div className="first">
        <DrugAndDose of={draft} />
      </div>
    </PendingItem>
  );
}
