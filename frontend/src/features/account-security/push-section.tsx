/** Reminders that this browser shows, where the installation sends them (docs/product.md, "Reminders"). */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PanelSection } from '../../components/page.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { hasPush } from '../../platform/workers.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import { subscribe, unsubscribe } from '../../sync/push.ts';

/** Read on every visit: another page of the session may have changed it. */
const pushQuery = () =>
  queryOptions({
    queryKey: queryKeys.push,
    staleTime: 0,
    queryFn: ({ signal }) => api(accountCalls.getPushSubscription, { signal }),
  });

export function PushSection() {
  const t = useTranslation();
  const { data } = useQuery(pushQuery());
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!data || data.publicKey === null || !hasPush()) return null;
  const { publicKey, isOn } = data;
  const change = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (isOn) await unsubscribe();
      else await subscribe(publicKey);
      notify.saved(t(isOn ? 'push.switchedOff' : 'push.switchedOn'));
    } catch {
      setProblem(t(Notification.permission === 'denied' ? 'push.denied' : 'push.failed'));
    } finally {
      setIsBusy(false);
      void queryClient.invalidateQueries({ queryKey: queryKeys.push });
    }
  };
  return (
    <PanelSection title={t('push.title')} hint={t('push.hint')} titleSize="md" headSpace="3">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Box flex="1" minW="14rem">
          {t(isOn ? 'push.isOn' : 'push.isOff')}
        </Box>
        <Button variant="outline" loading={isBusy} onClick={() => void change()}>
          {t(isOn ? 'push.switchOff' : 'push.switchOn')}
        </Button>
      </Box>
      {problem === undefined ? null : (
        <Box role="alert" color="fg.error" fontSize="sm">
          {problem}
        </Box>
      )}
    </PanelSection>
  );
}
