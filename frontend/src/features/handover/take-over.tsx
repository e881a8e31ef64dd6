import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import type { PendingEntry } from 'command-api/contract/handover';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { takeOver } from './api.ts';

interface Outcome {
  readonly taken: number;
  readonly refused: number;
}

/**
 * Takes over all entries of a list, one command each and one after the other, and says how many it were.
 * @param entries those that the person may take over
 * @param onDone the list has changed
 */
export function TakeOverShown({
  entries,
  onDone,
}: {
  entries: readonly PendingEntry[];
  onDone: () => Promise<unknown>;
}) {
  const t = useTranslation();
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  const run = useMutation<Outcome>({
    mutationFn: async () => {
      let taken = 0;
      for (const entry of entries)
        taken += await takeOver(idempotencyKeys, entry).then(
          () => 1,
          () => 0,
        );
      return { taken, refused: entries.length - taken };
    },
    onSuccess: onDone,
    retry: false,
  });
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" marginBlockEnd="2">
      {entries.length === 0 ? null : (
        <Button size="xs" variant="outline" loading={run.isPending} onClick={() => run.mutate()}>
          <UserCheck size={14} aria-hidden />
          {t('handover.takeOverShown', { count: entries.length })}
        </Button>
      )}
      <Box role="status" fontSize="sm" color="fg.muted">
        {run.data
          ? [
              t('handover.takenOver', { count: run.data.taken }),
              ...(run.data.refused > 0 ? [t('handover.notTakenOver', { count: run.data.refused })] : []),
            ].join(' ')
          : ''}
      </Box>
    </Box>
  );
}
