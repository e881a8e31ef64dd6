/** The patients who are offered to the team, to accept or to decline. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import type { IncomingTransfer } from 'language/contract/transfers';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { placeText } from '../../clinical/care-details.ts';
import { policy } from '../../clinical/policy.ts';
import { Panel } from '../../components/page.tsx';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatAge, formatDate, today } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { AcceptDialog, DeclineDialog } from './answer-dialogs.tsx';
import { incomingQuery } from './api.ts';

export function IncomingList({ team }: { team: Team }) {
  const t = useTranslation();
  const user = useSessionUser();
  const incoming = useQuery(incomingQuery(team._id));
  const [answering, setAnswering] = useState<{ as: 'accept' | 'decline'; offer: IncomingTransfer }>();
  const canAnswer = user !== undefined && policy.edit(user, team);
  const close = () => setAnswering(undefined);
  return (
    <Box as="section" aria-labelledby="incoming-title">
      <Box as="h2" id="incoming-title" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
        {t('transfer.incoming')}
      </Box>
      <QueryBoundary query={incoming} skeleton={<SkeletonRows rows={2} height="96px" />}>
        {({ incoming: offers }) =>
          offers.length === 0 ? (
            <EmptyState level={3} icon={<ArrowRightLeft size={32} aria-hidden />} title={t('transfer.incomingNone')}>
              {team.receivesTransfers ? t('transfer.incomingNoneHint') : t('transfer.notReceiving')}
            </EmptyState>
          ) : (
            <Box as="ul" listStyleType="none" display="grid" gap="3">
              {offers.map((offer) => (
                <li key={offer.offer}>
                  <Panel as="article" aria-label={patientFullName(offer)}>
                    <OfferFacts offer={offer} />
                    {canAnswer ? (
                      <Box display="flex" flexWrap="wrap" gap="2" marginBlockStart="3">
                        <Button
                          size="sm"
                          aria-label={t('transfer.acceptOf', { patient: patientFullName(offer) })}
                          onClick={() => setAnswering({ as: 'accept', offer })}
                        >
                          {t('transfer.accept')}
                        </Button>
                        <Button
                          size="sm"
                          variant="outline"
                          colorPalette="gray"
                          aria-label={t('transfer.declineOf', { patient: patientFullName(offer) })}
                          onClick={() => setAnswering({ as: 'decline', offer })}
                        >
                          {t('transfer.decline')}
                        </Button>
                      </Box>
                    ) : null}
                  </Panel>
                </li>
              ))}
            </Box>
          )
        }
      </QueryBoundary>
      {answering?.as === 'accept' ? <AcceptDialog offer={answering.offer} onClose={close} /> : null}
      {answering?.as === 'decline' ? <DeclineDialog offer={answering.offer} onClose={close} /> : null}
    </Box>
  );
}

const facts = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '5',
  rowGap: '1',
  fontSize: 'sm',
  '& dt': { display: 'inline', color: 'fg.muted', marginInlineEnd: '1' },
  '& dd': { display: 'inline', fontWeight: 'semibold', overflowWrap: 'anywhere' },
};

function OfferFacts({ offer }: { offer: IncomingTransfer }) {
  const t = useTranslation();
  const { medicalRecordNumber, birthdate, workingDiagnosis, note } = offer;
  const place = placeText(offer);
  const rows = [
    { label: t('patients.recordNumber'), value: medicalRecordNumber },
    {
      label: t('transfer.age'),
      value: birthdate === '' ? '' : `${formatAge(birthdate, today())} · ${formatDate(birthdate)}`,
    },
    { label: t('transfer.diagnosis'), value: workingDiagnosis },
    { label: t('transfer.place'), value: place },
  ].filter(({ value }) => value !== '');
  return (
    <>
      <Box as="h3" fontSize="lg" fontWeight="bold" overflowWrap="anywhere">
        <ClinicalName>{patientFullName(offer)}</ClinicalName>
      </Box>
      <Box color="fg.muted" fontSize="sm" marginBlockEnd="2" display="flex" flexWrap="wrap" columnGap="4">
        <div>
          <ClinicalText>{t('transfer.from', { team: offer.fromTeamName })}</ClinicalText>
        </div>
        <div>
          <ClinicalText>
            {t('transfer.offeredBy', { person: offer.offeredByName, instant: formatInstant(offer.offeredAt) })}
          </ClinicalText>
        </div>
      </Box>
      <Box as="dl" css={facts}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <ClinicalText>{value}</ClinicalText>
            </dd>
          </div>
        ))}
      </Box>
      {note === '' ? null : (
        <Box
          marginBlockStart="2"
          unicodeBidi="plaintext"
          textAlign="start"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          <ClinicalText>{note}</ClinicalText>
        </Box>
      )}
    </>
  );
}
