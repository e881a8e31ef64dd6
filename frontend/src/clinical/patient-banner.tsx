/**
 * The patient's identity (names, age, sex, birthdate, record number, day of stay, discharge) and allergies. It stays in view at the top of
 * every screen of a patient.
 */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Skeleton } from '@chakra-ui/react/skeleton';
import type { Admission, Patient } from 'language/contract/entities';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { dayOfStay, formatAge, formatDate, formatElapsed, today } from '../platform/time/dates.ts';
import { patientNames } from '../platform/text/names.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';
import { StatusSlot } from '../components/status-slot.tsx';
import { AllergiesLine } from './allergies-line.tsx';
import { placeText } from './care-details.ts';
import { dischargeStatusLabel, sexLabel } from './code-labels.ts';
import type { EntryFigures } from './review-figures.ts';

type Stay = Pick<Admission, 'admissionDate' | 'dischargeDate' | 'dischargeStatus' | 'room' | 'bed'>;
interface Props {
  /** Undefined while it loads. */
  patient: Patient | undefined;
  /** The admission of the screen; undefined on a screen about the patient alone. */
  admission?: Stay | undefined;
  /** The day of the view; default today. */
  on?: string | undefined;
  /** The figures of the entries that wait for a response in this admission. */
  pending?: Pick<EntryFigures, 'pending' | 'worstPending'> | undefined;
  /** Opens the list of allergies. Absent: they are read here only. */
  onAllergies?: (() => void) | undefined;
  /** The person may change the list of allergies. */
  canChangeAllergies?: boolean;
  /** The line of measured values. */
  values?: ReactNode;
  /** A button beside the allergies, no higher than they are. */
  proposals?: ReactNode;
  /** Stays in view with the identity. */
  children?: ReactNode;
}

const bannerStyle = {
  pointerEvents: 'auto',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderInlineStartWidth: '4px',
  borderInlineStartColor: 'brand.solid',
  borderRadius: 'l2',
  paddingBlock: { base: '1.5', md: '2' },
  paddingInline: { base: '3', md: '4' },
  boxShadow: 'xs',
  minHeight: { md: '62px' },
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(16rem, 1fr) auto minmax(3.5rem, auto)' },
  gridTemplateAreas: { base: '"who live" "stay stay"', md: '"who stay live"' },
  alignItems: 'center',
  columnGap: { base: '3', md: '5' },
  rowGap: '1',
  '& .who': { gridArea: 'who', minWidth: '0' },
  '& .stay': { gridArea: 'stay' },
  '& .live': { gridArea: 'live' },
  '& .more': { gridColumn: '1 / -1', minWidth: '0' },
  // Allergies and values: one line, on a phone a line each.
  '& .facts': {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    // The first line stays in its place when the values come and need a second one.
    alignItems: 'flex-start',
    columnGap: '4',
    rowGap: '1',
    minWidth: '0',
  },
  '& .risks': {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    width: { base: 'full', md: 'auto' },
    minWidth: '0',
    maxWidth: { md: '45%' },
  },
  '& [data-allergies]': { flex: { base: '1 1 0', md: '0 1 auto' } },
  // Room from the start: one line on a desktop, else two.
  '& .values': {
    flex: '1 1 0',
    minWidth: { base: 'full', md: '0' },
    minHeight: { base: '2.3rem', lg: '1.2rem' },
    paddingBlockStart: { md: '3px' },
  },
  '& .name': { fontSize: { base: 'lg', md: 'xl' }, fontWeight: 'bold', lineHeight: '1.4', overflowWrap: 'anywhere' },
  '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '0', margin: '0', fontSize: 'xs' },
  '& dl div': { display: 'inline-flex', gap: '1' },
  '& dt': { color: 'fg.muted' },
  '& dd': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
};
/** On a phone the names, the age, the record number, the day and the first line of values remain. */
const compactStyle = {
  ...bannerStyle,
  mdDown: {
    '&': { paddingBlock: '1', rowGap: '0' },
    '& .full': { display: 'none' },
    '& .name': { fontSize: 'md' },
    '& .values': { minHeight: '0', height: '1.15rem', overflow: 'hidden' },
    // They change least.
    '& [data-value=weight], & [data-value=height], & [data-value=bodyMassIndex]': { display: 'none' },
  },
};

/**
 * The height of the banner in the page while it is stuck to the top of the window, in CSS pixels; undefined otherwise.
 * The page keeps that height when the banner becomes compact, so nothing below it moves.
 */
function useStuckHeight(): {
  height: number | undefined;
  above: RefObject<HTMLDivElement | null>;
  banner: RefObject<HTMLDivElement | null>;
} {
  const above = useRef<HTMLDivElement>(null);
  const banner = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      const isStuck = !entry.isIntersecting && entry.boundingClientRect.top < 0;
      setHeight((before) => (isStuck ? (before ?? banner.current?.offsetHeight) : undefined));
    });
    if (above.current) observer.observe(above.current);
    return () => observer.disconnect();
  }, []);
  return { height, above, banner };
}

export function PatientBanner({
  patient,
  admission,
  on,
  pending,
  onAllergies,
  canChangeAllergies = false,
  values,
  proposals,
  children,
}: Props) {
  const t = useTranslation();
  const { height, above, banner } = useStuckHeight();
  return (
    <>
      <div ref={above} aria-hidden />
      <Box
        ref={banner}
        as="section"
        aria-label={t('banner.label')}
        data-stuck={height === undefined ? undefined : true}
        style={{ height }}
        position="sticky"
        insetBlockStart="0"
        zIndex="docked"
        pointerEvents="none"
        marginBlockEnd={{ base: '2', md: '3' }}
      >
        <Box css={height === undefined ? bannerStyle : compactStyle}>
          {patient ? (
            <>
              <div className="who">
                <div className="name">
                  <bdi dir="auto">{patientNames(patient).join(' ')}</bdi>
                </div>
                <dl>
                  <div>
                    <dt>{t('banner.age')}</dt>
                    <dd>
                      <ClinicalText>{formatAge(patient.birthdate, on) || '–'}</ClinicalText>
                    </dd>
                  </div>
                  {patient.sex === '' ? null : (
                    <div>
                      <dt>{t('patients.sex')}</dt>
                      <dd>{sexLabel(patient.sex)}</dd>
                    </div>
                  )}
                  <div className="full">
                    <dt>{t('banner.born')}</dt>
                    <dd>
                      <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
                    </dd>
                  </div>
                  <div>
                    <dt>{t('patients.recordNumber')}</dt>
                    <dd>
                      <bdi dir="ltr">
                        <ClinicalText>{patient.medicalRecordNumber || '–'}</ClinicalText>
                      </bdi>
                    </dd>
                  </div>
                </dl>
              </div>
              {admission && (
                <div className="stay">
                  <StayState stay={admission} on={on} pending={pending} />
                </div>
              )}
            </>
          ) : (
            <Skeleton className="who" height="44px" width="min(320px, 70%)" />
          )}
          <div className="live">
            <StatusSlot />
          </div>
          {patient ? (
            <div className="facts">
              <div className="risks">
                {patient.allergies && (
                  <AllergiesLine allergies={patient.allergies} onOpen={onAllergies} canChange={canChangeAllergies} />
                )}
                {proposals}
              </div>
              {values === undefined ? null : <div className="values">{values}</div>}
            </div>
          ) : null}
          {children === undefined ? null : <div className="more">{children}</div>}
        </Box>
      </Box>
    </>
  );
}

function StayState({
  stay,
  on = today(),
  pending,
}: {
  stay: Stay;
  on?: string | undefined;
  pending: Props['pending'];
}) {
  const t = useTranslation();
  const day = dayOfStay(stay.admissionDate, stay.dischargeDate ?? on);
  const place = placeText(stay);
  const elapsed = formatElapsed(stay.admissionDate, stay.dischargeDate);
  const date = formatDate(stay.dischargeDate);
  const discharged = elapsed === '' ? t('banner.discharged', { date }) : t('banner.dischargedAfter', { date, elapsed });
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1" className="tabular">
      <Box className="full" fontSize="xs" color="fg.muted">
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
      {place === '' ? null : (
        <Box as="strong" fontSize="xs" data-place>
          <ClinicalText>{place}</ClinicalText>
        </Box>
      )}
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
      {pending === undefined || pending.pending === 0 ? null : (
        <Badge size="md" colorPalette="amber" data-pending>
          {pending.worstPending === null
            ? t('banner.pending', { count: pending.pending })
            : t('banner.pendingWorst', { count: pending.pending, severity: pending.worstPending })}
        </Badge>
      )}
    </Box>
  );
}
