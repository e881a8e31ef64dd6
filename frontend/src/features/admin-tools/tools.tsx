import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { useCommand } from '../../sync/commands.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { stopMedications, updateTradeList } from './api.ts';
import { adminText as text } from './messages.ts';

/** The two maintenance commands (docs/product.md, "Admin tools"). An outcome stays until the command runs again. */
export function Tools() {
  const update = useCommand(updateTradeList);
  const stop = useCommand(stopMedications);
  const askToStop = async () => {
    if (await confirm({ ...text.stop.sure, danger: true })) stop.mutate({ body: {} });
  };
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <Tool
        description={text.tradeList.what}
        outcome={update.data && text.tradeList.done(update.data.tradeListVersion)}
      >
        <ErrorAlert error={update.error} />
        <Button alignSelf="flex-start" loading={update.isPending} onClick={() => update.mutate({ body: {} })}>
          {text.tradeList.run}
        </Button>
      </Tool>
      <Tool description={text.stop.what} outcome={stop.data?.message}>
        <ErrorAlert error={stop.error} />
        <Button alignSelf="flex-start" loading={stop.isPending} onClick={() => void askToStop()}>
          {text.stop.run}
        </Button>
      </Tool>
    </Box>
  );
}

function Tool({
  description,
  outcome,
  children,
}: {
  description: string;
  outcome: string | undefined;
  children: ReactNode;
}) {
  return (
    <Box display="flex" flexDirection="column" gap="2">
      {children}
      <Box fontSize="sm" color="fg.muted">
        {description}
      </Box>
      <Box role="status" fontSize="sm" fontWeight="semibold">
        {outcome}
      </Box>
    </Box>
  );
}
