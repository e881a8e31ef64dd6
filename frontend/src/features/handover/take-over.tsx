import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import type { PendingEntry } from 'language/contract/handover';
import { UserCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ErrorAlert } from '../../components/screen-states.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { takeOverAll, type TakenOver } from './api.ts';

interface Props {
  team: string;
  filters: PendingFilters;
  /** The number of entries in the list, the ones that are not loaded included. */
  count: number;
  mayTakeOver: (entry: PendingEntry) => boolean;
  /** The list has changed. */
  onDone: () => Promise<unknown>;
}

/** Takes over all entries of a list, shows how far it has come, and says how many it were. */
export function TakeOverAll({ team, filters, count, mayTakeOver, onDone }: Props) {
  const t = useTranslation();
  const [until, setUntil] = useState<TakenOver>();
  const running = useRef<AbortController>(undefined);
  const run = useMutation<void, ApiError>({
    mutationFn: () => {
      running.current = new AbortController();
      setUntil(undefined);
      return takeOverAll(team, filters, mayTakeOver, running.current.signal, setUntil);
    },
    onSettled: onDone,
    retry: false,
  });
  // With another filter or screen it ends: the person does not see any more what it does.
  useEffect(() => () => running.current?.abort(), []);
  const hasEnded = run.isSuccess || run.isError;
  // The button was disabled, or has gone: the focus goes to what is said in its place.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasEnded && (document.activeElement ?? document.body) === document.body) outcome.current?.focus();
  }, [hasEnded]);
  return (
    <Box marginBlockEnd="2">
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        {count > 0 || run.isPending ? (
          <Button size="xs" variant="outline" loading={run.isPending} onClick={() => run.mutate()}>
            <UserCheck size={14} aria-hidden />
            {t('handover.takeOverAll', { count })}
          </Button>
        ) : null}
        {run.isPending && until ? (
          <>
            <progress
              value={until.taken + until.refused}
              max={Math.max(1, until.total)}
              aria-label={t('handover.takingOver')}
            />
            <Box as="span" fontSize="sm" className="tabular">
              {t('handover.takenOverOf', { done: until.taken + until.refused, total: until.total })}
            </Box>
            <Button size="xs" variant="plain" onClick={() => running.current?.abort()}>
              {t('handover.stop')}
            </Button>
          </>
        ) : null}
        <Box ref={outcome} role="status" tabIndex={-1} fontSize="sm" color="fg.muted">
          {hasEnded && until
            ? [
                t('handover.takenOver', { count: until.taken }),
                ...(until.refused > 0 ? [t('handover.notTakenOver', { count: until.refused })] : []),
              ].join(' ')
            : ''}
        </Box>
      </Box>
      <ErrorAlert error={run.error} onRetry={() => run.mutate()} />
    </Box>
  );
}
