/** The person's second factors: passkeys, an authenticator app, recovery codes. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@chakra-ui/react/button';
import { Link, useSearchParams } from 'react-router-dom';
import { PanelSection } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { showAnswer } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { safeReturnFrom } from '../../platform/paths.ts';
import { hasFactor, type OnChanged } from './factor-list.ts';
import { PasskeysPart } from './passkeys-part.tsx';
import { NewRecoveryCodes, RecoveryPart } from './recovery-part.tsx';
import { secondFactorsQuery } from './second-factor-api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { TotpPart } from './totp-part.tsx';

const partStyle = {
  '& > section': { borderBlockStartWidth: '1px', borderColor: 'border.muted', paddingBlock: '4' },
  '& > section:last-of-type': { paddingBlockEnd: '0' },
};

export function SecondFactorSection() {
  const t = useTranslation();
  const factors = useQuery(secondFactorsQuery());
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const onChanged: OnChanged = ({ newRecoveryCodes, ...list }) => {
    showAnswer(queryKeys.secondFactors, list);
    if (newRecoveryCodes) setNewCodes(newRecoveryCodes);
  };
  return (
    <PanelSection title={t('factors.title')} hint={t('factors.hint')} titleSize="md" headSpace="3">
      {newCodes && <NewRecoveryCodes codes={newCodes} onKept={() => setNewCodes(undefined)} />}
      <QueryBoundary query={factors} skeleton={<SkeletonRows rows={3} height="64px" label={t('factors.loading')} />}>
        {(list) => (
          <Box css={partStyle}>
            <Required isMet={hasFactor(list)} />
            <PasskeysPart list={list} onChanged={onChanged} />
            <TotpPart list={list} onChanged={onChanged} />
            {hasFactor(list) && <RecoveryPart list={list} onChanged={onChanged} />}
          </Box>
        )}
      </QueryBoundary>
    </PanelSection>
  );
}

/** The reason why a team that requires a second factor led here, and then the way back. */
function Required({ isMet }: { isMet: boolean }) {
  const t = useTranslation();
  const returnFrom = safeReturnFrom(useSearchParams()[0].get('returnFrom'));
  if (returnFrom === undefined) return null;
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      padding="3"
      marginBlockEnd="4"
      bg="bg.muted"
      borderWidth="1px"
      borderRadius="l2"
    >
      <Box flex="1" minW="16rem">
        {isMet ? t('factors.requirementMet') : t('factors.required')}
      </Box>
      {isMet && (
        <Button asChild>
          <Link to={returnFrom}>{t('factors.goBack')}</Link>
        </Button>
      )}
    </Box>
  );
}
