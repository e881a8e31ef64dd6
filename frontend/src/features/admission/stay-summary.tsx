import { Box } from '@chakra-ui/react/box';
import type { AdmissionDetails } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { formatAge, formatDate, formatElapsed } from '../../platform/time/dates.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Panel } from '../../components/page.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { dischargeStatusLabel } from '../../clinical/code-labels.ts';

const factsStyle = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(4, auto)' },
  columnGap: '6',
  rowGap: '2',
  margin: 0,
  '& dt': { fontSize: 'xs', color: 'fg.muted' },
  '& dd': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  '& small': { fontWeight: 'normal', color: 'fg.muted', fontSize: 'xs' },
};

/** Dates, age and discharge of the stay, and the text that was written on admission. */
export function StaySummary({
  admission,
  arrival,
  on,
  children,
}: {
  admission: Omit<AdmissionDetails, 'teamName'>;
  arrival?: Arrival | undefined;
  /** The day for which the age is shown, `YYYY-MM-DD`. Default: today. */
  on?: string;
  children?: ReactNode;
}) {
  const t = useTranslation();
  const { admissionDate, admissionDetails, dischargeDate, dischargeStatus, dischargeNote, patientDetails } = admission;
  const elapsed = formatElapsed(admissionDate, dischargeDate);
  return (
    <Panel
      as="section"
      aria-label={t('admission.summary')}
      paddingBlock="3"
      marginBlockEnd="4"
      data-item="stay"
      data-new={arrival}
    >
      <Box as="dl" css={factsStyle}>
        <div>
          <dt>{t('admission.admitted')}</dt>
          <dd>
            <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
          </dd>
        </div>
        <div>
          <dt>{t('admission.discharged')}</dt>
          <dd>
            {dischargeDate === null ? (
              t('admission.notYet')
            ) : (
              <>
                <ClinicalText>{formatDate(dischargeDate)}</ClinicalText>{' '}
                {elapsed === '' ? null : (
                  <small>
                    <ClinicalText>{t('admission.after', { elapsed })}</ClinicalText>
                  </small>
                )}
              </>
            )}
          </dd>
        </div>
        {dischargeStatus === null ? null : (
          <div>
            <dt>{t('admission.status')}</dt>
            <dd>{dischargeStatusLabel(dischargeStatus)}</dd>
          </div>
        )}
        <div>
          <dt>{on === undefined ? t('admission.age') : t('admission.ageThen')}</dt>
          <dd>
            <ClinicalText>{formatAge(patientDetails.birthdate, on) || '–'}</ClinicalText>
          </dd>
        </div>
      </Box>
      <Box marginBlockStart="3">
        <Box fontSize="xs" color="fg.muted">
          {t('admission.details')}
        </Box>
        {isBlank(admissionDetails) ? (
          <Box color="fg.muted">{t('admission.noDetails')}</Box>
        ) : (
          <RichTextView html={admissionDetails} />
        )}
      </Box>
      {dischargeNote === '' ? null : (
        <Box marginBlockStart="3">
          <Box fontSize="xs" color="fg.muted">
            {t('admission.dischargeNote')}
          </Box>
          <Box unicodeBidi="plaintext" textAlign="start" whiteSpace="pre-wrap" overflowWrap="anywhere">
            <ClinicalText>{dischargeNote}</ClinicalText>
          </Box>
        </Box>
      )}
      {children}
    </Panel>
  );
}
