import * as admissionCalls from 'language/contract/calls/admissions';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { useCommand } from '../../sync/commands.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** The two maintenance commands (docs/product.md, "Admin tools"). An outcome stays until the command runs again. */
export function Tools() {
  const t = useTranslation();
  const update = useCommand(catalogueCalls.updateTradeList);
  const stop = useCommand(admissionCalls.stopOpenMedications);
  const stopped = ({ stopped: medications, admissions, complete }: NonNullable<typeof stop.data>): string =>
    complete
      ? t('admin.stop.done', { medications, admissions })
      : t('admin.stop.doneInPart', { medications, admissions });
  const askToStop = async () => {
    if (
      await confirm({
        title: t('admin.stop.sure.title'),
        body: t('admin.stop.sure.body'),
        yes: t('admin.stop.sure.yes'),
        no: t('admin.stop.sure.no'),
        danger: true,
      })
    )
      stop.mutate({ body: {} });
  };
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <Tool
        description={t('admin.tradeList.what')}
        outcome={update.data && t('admin.tradeList.done', { version: update.data.tradeListVersion })}
      >
        <ErrorAlert error={update.error} />
        <Button alignSelf="flex-start" loading={update.isPending} onClick={() => update.mutate({ body: {} })}>
          {t('admin.tradeList.run')}
        </Button>
      </Tool>
      <Tool description={t('admin.stop.what')} outcome={stop.data && stopped(stop.data)}>
        <ErrorAlert error={stop.error} />
        <Button alignSelf="flex-start" loading={stop.isPending} onClick={() => void askToStop()}>
          {t('admin.stop.run')}
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
