/** The open requests to erase patients, of a team for its admin, or of the installation for the admin account. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { ListedErasure } from 'language/contract/erasures';
import { useState } from 'react';
import { PanelSection } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { erasuresQuery } from './api.ts';
import { LookDialog, type Looked } from './look-dialog.tsx';
import { categoryLabel } from './words.ts';

/** @param team undefined: of the installation */
export default function ErasureList({ team }: { team?: string }) {
  const t = useTranslation();
  const query = useQuery(erasuresQuery(team));
  const [looked, setLooked] = useState<Looked>();
  return (
    <PanelSection title={t('erasure.listTitle')} titleSize="md" headSpace="2">
      <QueryBoundary query={query} skeleton={<SkeletonRows rows={1} />}>
        {({ requests }) =>
          requests.length === 0 ? (
            <Box color="fg.muted">{t('erasure.none')}</Box>
          ) : (
            <Box as="ul" listStyleType="none" display="grid" gap="3" margin="0" padding="0">
              {requests.map((request) => (
                <Row
                  key={request._id}
                  request={request}
                  hasTeam={team === undefined}
                  onLook={() =>
                    setLooked({
                      patient: request._id,
                      name: request.initials,
                      recordNumber: request.medicalRecordNumber,
                    })
                  }
                />
              ))}
            </Box>
          )
        }
      </QueryBoundary>
      <LookDialog looked={looked} onClose={() => setLooked(undefined)} onErased={() => setLooked(undefined)} />
    </PanelSection>
  );
}

interface RowProps {
  request: ListedErasure;
  hasTeam: boolean;
  onLook: () => void;
}

function Row({ request, hasTeam, onLook }: RowProps) {
  const t = useTranslation();
  const isOwn = useSessionUser()?._id === request.requestedBy;
  return (
    <Box as="li" display="flex" flexWrap="wrap" gap="3" alignItems="center" justifyContent="space-between">
      <Box minWidth="0" flex="1 1 260px">
        <Box fontWeight="semibold">
          <bdi>{request.initials}</bdi>
          {request.medicalRecordNumber !== '' && (
            <>
              {' · '}
              <bdi>{request.medicalRecordNumber}</bdi>
            </>
          )}
          {hasTeam && (
            <>
              {' · '}
              <bdi>{request.teamName}</bdi>
            </>
          )}
        </Box>
        <Box>
          <ClinicalText>
            {t('erasure.requested', {
              name: request.requestedByName,
              at: formatInstant(request.requestedAt),
              until: formatInstant(request.endsAt),
            })}
          </ClinicalText>
        </Box>
        <Box color="fg.muted">{categoryLabel(request.category)}</Box>
        {request.reason !== undefined && (
          <Box dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
            <ClinicalText>{request.reason}</ClinicalText>
          </Box>
        )}
      </Box>
      {isOwn ? (
        <Box color="fg.muted">{t('erasure.own')}</Box>
      ) : (
        <Button variant="outline" colorPalette="red" onClick={onLook}>
          {t('erasure.look')}
        </Button>
      )}
    </Box>
  );
}
