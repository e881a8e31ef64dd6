/** Asks before a restore, and shows the differences from the current state. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Written } from 'language/contract/entities';
import type { HistoryEvent } from 'language/contract/history';
import { useState } from 'react';
import type { ApiError } from '../../platform/http/api.ts';
import { cacheCommandAnswer } from '../../sync/reads/admission-lists.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { changedFields } from '../../clinical/change-fields.ts';
import type { CatalogueNames } from '../../clinical/field-formats.ts';
import { BeforeAfter, changeStyle } from '../../clinical/change-line.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { fullTimelineQuery, type HistoryScope } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { planRestore, type RestorePlan, thingName } from './restore.ts';

interface Props {
  change: HistoryEvent;
  scope: HistoryScope;
  names: CatalogueNames | undefined;
  open: boolean;
  onClose: () => void;
}

export default function RestoreDialog({ change, scope, names, open, onClose }: Props) {
  const t = useTranslation();
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  // Its key is below the key of the stream: a change by a teammate is read while the dialog is open.
  const timeline = useQuery({ ...fullTimelineQuery({ ...scope, of: change.of }), enabled: open });
  const isDeleted = change.after === null;
  const restore = useMutation<Written, ApiError, RestorePlan>({
    // The event of the deletion is the key, so that a person restores it once. The server has keys by person.
    mutationFn: ({ send, current, earlier }) =>
      send(
        isDeleted ? change._id : idempotencyKeys.keyFor([change.revision, timeline.data?.revision, current, earlier]),
      ),
    onSettled: (_, error) => idempotencyKeys.settled(error ?? undefined),
    onSuccess: (answer) => {
      if (isDeleted && answer.revision <= (timeline.data?.revision ?? -1))
        notify.info(t('history.backBefore'), t('history.backBeforeText'));
      else {
        void cacheCommandAnswer(answer);
        notify.saved(isDeleted ? t('history.broughtBack') : t('history.restored'), 2_500);
      }
      onClose();
    },
    onError: ({ conflict }) => void (conflict && timeline.refetch()),
  });
  const thing = thingName(change.of);
  const name = change.name === undefined ? thing : t('history.named', { thing, name: change.name });
  const found = timeline.data && planRestore(change, timeline.data);
  const fields = found ? changedFields({ before: found.current, after: found.earlier }, names) : [];
  const close = () => {
    restore.reset();
    onClose();
  };
  return (
    <Sheet role="alertdialog" open={open} onClose={close}>
      <Dialog.Header>
        <Dialog.Title dir="auto">
          <ClinicalText>
            {isDeleted
              ? t('history.dialog.againTitle', { name })
              : t('history.dialog.title', { name, at: formatInstant(change.at) })}
          </ClinicalText>
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <QueryBoundary query={timeline} skeleton={<SkeletonRows rows={3} label={t('history.loading')} />}>
          {() => (
            <Box css={changeStyle}>
              {found ? (
                <>
                  <BeforeAfter
                    fields={fields}
                    both={!isDeleted}
                    labels={{ was: t('history.dialog.now'), is: t('history.dialog.earlier') }}
                  />
                  <Box as="p" marginBlockStart="3" color="fg.muted">
                    {fields.length === 0
                      ? t('history.dialog.same')
                      : isDeleted
                        ? t('history.dialog.againHint')
                        : t('history.dialog.hint')}
                  </Box>
                </>
              ) : (
                <p>{t('history.dialog.noWay')}</p>
              )}
            </Box>
          )}
        </QueryBoundary>
        <ErrorAlert error={restore.error}>
          {restore.error?.conflict && !isDeleted ? <> {t('history.dialog.moved')}</> : null}
        </ErrorAlert>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={close}>
          {t('history.dialog.no')}
        </Button>
        <Button
          disabled={!found || fields.length === 0 || restore.isPending || timeline.isFetching}
          onClick={() => found && restore.mutate(found)}
        >
          {restore.isPending
            ? t('history.dialog.restoring')
            : isDeleted
              ? t('history.dialog.againYes')
              : t('history.dialog.yes')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}
