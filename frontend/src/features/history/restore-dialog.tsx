/** Before a thing is put back: what would change, from how it stands at this moment. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Written } from 'command-api/contract/entities';
import type { HistoryEvent } from 'command-api/contract/history';
import { useState } from 'react';
import '../../components/theme/more-recipes.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { showWritten } from '../../sync/reads/admission-lists.ts';
import { shownInstant } from '../../platform/time/instants.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { type CatalogueNames, changedFields } from '../../clinical/change-fields.ts';
import { BeforeAfter, changeLook } from '../../clinical/change-line.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { type Past, wholePastQuery } from './api.ts';
import { historyText } from './messages.ts';
import { kindOf, restoring, type Restoring } from './restore.ts';

const { dialog: text } = historyText;

interface Props {
  change: HistoryEvent;
  past: Past;
  names: CatalogueNames | undefined;
  open: boolean;
  onClose: () => void;
}

export default function RestoreDialog({ change, past, names, open, onClose }: Props) {
  const [intentions] = useState(() => createIdempotencyKeys());
  // It lies below the stream's key: what a teammate changes while this stands open is read again, and shown.
  const whole = useQuery({ ...wholePastQuery({ ...past, of: change.of }), enabled: open });
  const again = change.after === null;
  const put = useMutation<Written, ApiError, Restoring>({
    // A person undoes a deletion once, however often they press the button: its event is the key, and keys are told
    // apart by person.
    mutationFn: ({ send, standing, earlier }) =>
      send(again ? change._id : intentions.keyFor([change.revision, whole.data?.revision, standing, earlier])),
    onSettled: (_, error) => intentions.settled(error ?? undefined),
    onSuccess: (answer) => {
      if (again && answer.revision <= (whole.data?.revision ?? -1))
        notify.info(historyText.backBefore, historyText.backBeforeText);
      else {
        void showWritten(answer);
        notify.saved(again ? historyText.broughtBack : historyText.restored, 2_500);
      }
      onClose();
    },
    onError: ({ conflict }) => void (conflict && whole.refetch()),
  });
  const name = [historyText.things[kindOf(change.of)], change.name].filter((part) => part !== undefined).join(' ');
  const found = whole.data && restoring(change, whole.data);
  const fields = found ? changedFields({ before: found.standing, after: found.earlier }, names) : [];
  const close = () => {
    put.reset();
    onClose();
  };
  return (
    <Sheet role="alertdialog" open={open} onClose={close}>
      <Dialog.Header>
        <Dialog.Title dir="auto">
          <ClinicalText>{again ? text.againTitle(name) : text.title(name, shownInstant(change.at))}</ClinicalText>
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <QueryBoundary query={whole} waiting={<SkeletonRows rows={3} label={historyText.loading} />}>
          {() => (
            <Box css={changeLook}>
              {found ? (
                <>
                  <BeforeAfter fields={fields} both={!again} labels={{ was: text.standing, is: text.earlier }} />
                  <Box as="p" marginBlockStart="3" color="fg.muted">
                    {fields.length === 0 ? text.same : again ? text.againHint : text.hint}
                  </Box>
                </>
              ) : (
                <p>{text.noWay}</p>
              )}
            </Box>
          )}
        </QueryBoundary>
        <ErrorAlert error={put.error}>{put.error?.conflict && !again ? <> {text.moved}</> : null}</ErrorAlert>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={close}>
          {text.no}
        </Button>
        <Button
          disabled={!found || fields.length === 0 || put.isPending || whole.isFetching}
          onClick={() => found && put.mutate(found)}
        >
          {put.isPending ? text.restoring : again ? text.againYes : text.yes}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}
