/**
 * The patient's identity (names, age, birthdate, record number, day of stay, discharge). It stays in view at the top of
 * every screen of a patient.
 */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Skeleton } from '@chakra-ui/react/skeleton';
import type { Admission, Patient } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import { dayOfStay, formatAge, formatDate, formatElapsed, today } from '../platform/time/dates.ts';
import { patientNames } from '../platform/text/names.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';
import { dischargeStatusLabel } from './code-labels.ts';

type Stay = Pick<Admission, 'admissionDate' | 'dischargeDate' | 'dischargeStatus'>;
interface Props {
  /** Undefined while it loads. */
  patient: Patient | undefined;
  /** The admission of the screen; undefined on a screen about the patient alone. */
  admission?: Stay | undefined;
  /** The day of the view; default today. */
  on?: string | undefined;
  /** Stays in view with the identity. */
  children?: ReactNode;
}

const facts = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '0',
  margin: '0',
  fontSize: 'xs',
  '& div': { display: 'inline-flex', gap: '1' },
  '& dt': { color: 'fg.muted' },
  '& dd': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
};

export function PatientBanner({ patient, admission, on, children }: Props) {
  const t = useTranslation();
  return (
    <Box
      as="section"
      aria-label={t('banner.label')}
      position="sticky"
      insetBlockStart="0"
      zIndex="docked"
      bg="bg.panel"
      borderWidth="1px"
      borderInlineStartWidth="4px"
      borderInlineStartColor="brand.solid"
      borderRadius="l2"
      paddingBlock="2"
      paddingInline={{ base: '3', md: '4' }}
      marginBlockEnd="4"
      boxShadow="xs"
      minH="62px"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="5"
      rowGap="1"
    >
      {patient ? (
        <>
          <Box minW="0">
            <Box fontSize={{ base: 'lg', md: 'xl' }} fontWeight="bold" lineHeight="1.4" overflowWrap="anywhere">
              <bdi dir="auto">{patientNames(patient).join(' ')}</bdi>
            </Box>
            <Box as="dl" css={facts}>
              <div>
                <dt>{t('banner.age')}</dt>
                <dd>
                  <ClinicalText>{formatAge(patient.birthdate, on) || '–'}</ClinicalText>
                </dd>
              </div>
              <div>
                <dt>{t('banner.born')}</dt>
                <dd>
                  <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
                </dd>
              </div>
              <div>
                <dt>{t('banner.record')}</dt>
                <dd>
                  <bdi dir="ltr">
                    <ClinicalText>{patient.medicalRecordNumber || '–'}</ClinicalText>
                  </bdi>
                </dd>
              </div>
            </Box>
          </Box>
          {admission && <StayState stay={admission} on={on} />}
        </>
      ) : (
        <Skeleton height="44px" width="min(320px, 70%)" />
      )}
      {children}
    </Box>
  );
}

function StayState({ stay, on = today() }: { stay: Stay; on?: string | undefined }) {
  const t = useTranslation();
  const day = dayOfStay(stay.admissionDate, stay.dischargeDate ?? on);
  const elapsed = formatElapsed(stay.admissionDate, stay.dischargeDate);
  const date = formatDate(stay.dischargeDate);
  const discharged = elapsed === '' ? t('banner.discharged', { date }) : t('banner.dischargedAfter', { date, elapsed });
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" className="tabular">
      <Box fontSize="xs" color="fg.muted">
        <RichMessage
          id="banner.admitted"
          elements={{
            date: (
              <Box as="strong" color="fg">
                <ClinicalText>{formatDate(stay.admissionDate)}</ClinicalText>
              </Box>
            ),
          }}
        />
      </Box>
      {stay.dischargeDate === null ? (
        <Badge size="md" colorPalette="brand">
          <ClinicalText>{day === undefined ? t('banner.inpatient') : t('banner.inpatientDay', { day })}</ClinicalText>
        </Badge>
      ) : (
        <Badge size="md" colorPalette="gray" whiteSpace="normal">
          <ClinicalText>
            {stay.dischargeStatus === null
              ? discharged
              : `${discharged} · ${dischargeStatusLabel(stay.dischargeStatus)}`}
          </ClinicalText>
        </Badge>
      )}
    </Box>
  );
}
