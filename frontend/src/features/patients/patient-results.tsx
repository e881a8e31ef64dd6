/** The list below the search: the found patients, or the inpatients. Plain elements under one styled root. */
import { Box } from '@chakra-ui/react/box';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BedDouble, ChevronRight, ExternalLink, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { MoreBelow } from '../../components/page-boundary.tsx';
import { EmptyState, ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { inpatientsQuery, patientSearchQuery, teamNewsQuery } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { placeText } from '../../clinical/care-details.ts';
import { ChartLink } from '../../clinical/chart-link.tsx';
import { useChartTab } from '../../platform/storage/chart-tabs.ts';
import { askedOf, isEmptySearch, type TypedSearch } from './patient-search.ts';
import type { CareDetails, FoundPatient } from 'language/contract/entities';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatAge, formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';

const Count = ({ add, children }: { add: ReactNode; children: ReactNode }) => (
  <Box display="flex" alignItems="center" justifyContent="space-between" gap="3" marginBlockEnd="2" minHeight="8">
    <Box role="status" fontSize="xs" color="fg.muted" className="tabular">
      {children}
    </Box>
    {add}
  </Box>
);
const Searching = () => {
  const t = useTranslation();
  return <SkeletonRows rows={6} height="52px" label={t('patients.searching')} />;
};

interface SearchProps {
  team: string;
  search: TypedSearch;
  /** Shown where no patient was found (docs/product.md, "Patient search"). */
  whenEmpty: ReactNode;
  /** Shown beside the count. */
  add: ReactNode;
}

export function SearchResults({ team, search, whenEmpty, add }: SearchProps) {
  const t = useTranslation();
  const found = useInfiniteQuery(patientSearchQuery(team, askedOf(search)));
  const changed = useQuery(teamNewsQuery(team)).data;
  if (found.data === undefined)
    return found.error ? <ErrorAlert error={found.error} onRetry={() => void found.refetch()} /> : <Searching />;
  const patients = found.data.pages.flatMap((page) => page.patients);
  const inpatients = new Set(found.data.pages.flatMap((page) => page.inpatients).map((patient) => patient._id));
  const total = found.data.pages.at(-1)?.total ?? 0;
  return (
    <Box
      aria-busy={found.isPlaceholderData}
      opacity={found.isPlaceholderData ? 0.6 : 1}
      transition="opacity 0.15s 0.15s"
    >
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Count add={patients.length === 0 ? null : add}>{t('patients.found', { total })}</Count>
      {patients.length === 0 ? (
        <EmptyState
          icon={<SearchX size={32} aria-hidden />}
          title={isEmptySearch(search) ? t('patients.noneYet') : t('patients.none')}
          action={found.isPlaceholderData ? undefined : whenEmpty}
        >
          {isEmptySearch(search) ? undefined : t('patients.noneHint')}
        </EmptyState>
      ) : (
        <PatientRows patients={patients} inpatients={inpatients} changed={changed} />
      )}
      <MoreBelow query={found}>{t('patients.more')}</MoreBelow>
    </Box>
  );
}

export function InpatientResults({ team, add }: Pick<SearchProps, 'team' | 'add'>) {
  const t = useTranslation();
  const found = useQuery(inpatientsQuery(team));
  const changed = useQuery(teamNewsQuery(team)).data;
  return (
    <QueryBoundary query={found} skeleton={<Searching />}>
      {({ inpatients }) => (
        <>
          <Count add={add}>{t('patients.inpatientsFound', { total: inpatients.length })}</Count>
          {inpatients.length === 0 ? (
            <EmptyState icon={<BedDouble size={32} aria-hidden />} title={t('patients.noInpatients')}>
              {t('patients.noInpatientsHint')}
            </EmptyState>
          ) : (
            <PatientRows
              patients={inpatients}
              inpatients={new Set(inpatients.map((patient) => patient._id))}
              changed={changed}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

const rows = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: { base: '1fr auto', md: 'minmax(0, 1.6fr) minmax(0, 2fr) auto' },
    alignItems: 'center',
    columnGap: '4',
    paddingInline: '4',
    paddingBlock: '1.5',
    minH: '52px',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& li:last-child': { borderBlockEndWidth: 0 },
  '& li:hover': { bg: 'brand.subtle' },
  '& .name': { fontWeight: 'semibold', fontSize: 'md', overflowWrap: 'anywhere' },
  // The whole row opens the chart.
  '& .name a::after': { content: '""', position: 'absolute', inset: 0 },
  '& .name a:focus-visible::after': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& .ward': {
    marginInlineStart: '2',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'brand.fg',
    bg: 'brand.muted',
    borderRadius: 'l1',
    paddingInline: '1.5',
    whiteSpace: 'nowrap',
  },
  '& .changed': {
    marginInlineStart: '2',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'amber.fg',
    bg: 'amber.subtle',
    borderRadius: 'l1',
    paddingInline: '1.5',
    whiteSpace: 'nowrap',
  },
  '& .facts': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    color: 'fg.muted',
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
    gridColumn: { base: '1', md: 'auto' },
  },
  '& .facts b': { color: 'fg', fontWeight: 'semibold' },
  '& .show': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minH: '44px',
    minW: '44px',
    color: 'brand.fg',
    fontWeight: 'semibold',
    gridRow: { base: '1 / span 2', md: 'auto' },
    gridColumn: { base: '2', md: 'auto' },
    _hover: { textDecoration: 'underline' },
  },
  '& .onward': { _rtl: { rotate: '180deg' } },
};

interface Props {
  patients: readonly (FoundPatient & Partial<CareDetails>)[];
  /** The ids of the patients who are in hospital now. */
  inpatients: ReadonlySet<string>;
  /** The ids of the patients with charts that others changed since the last look; undefined while it is read. */
  changed: ReadonlySet<string> | undefined;
}

/** The names and the record number. */
const identityText = (of: NonNullable<FoundPatient['foundAs']>): string =>
  [patientFullName(of), of.medicalRecordNumber].filter((part) => part !== '').join(' · ');

const placeOf = ({ room = '', bed = '' }: Partial<CareDetails>): string => placeText({ room, bed });

function PatientRows({ patients, inpatients, changed }: Props) {
  const t = useTranslation();
  const tab = useChartTab();
  return (
    <Box as="ul" css={rows}>
      {patients.map((patient) => (
        <li key={patient._id}>
          <span className="name">
            <ChartLink patient={patient._id} admission={patient.admission}>
              <bdi dir="auto">{patientFullName(patient)}</bdi>
            </ChartLink>
            {inpatients.has(patient._id) && <span className="ward">{t('patients.inpatient')}</span>}
            {changed?.has(patient._id) && <span className="changed">{t('patients.changed')}</span>}
          </span>
          <span className="facts">
            {placeOf(patient) === '' ? null : (
              <b>
                <ClinicalText>{placeOf(patient)}</ClinicalText>
              </b>
            )}
            <span>
              {t('patients.born')}{' '}
              <b>
                <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
              </b>
            </span>
            <span>
              {t('patients.age')}{' '}
              <b>
                <ClinicalText>{formatAge(patient.birthdate) || '–'}</ClinicalText>
              </b>
            </span>
            {patient.medicalRecordNumber !== '' && (
              <span>
                {t('patients.recordNumber')}{' '}
                <b>
                  <bdi dir="ltr">
                    <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
                  </bdi>
                </b>
              </span>
            )}
            {(patient.workingDiagnosis ?? '') === '' ? null : <bdi dir="auto">{patient.workingDiagnosis}</bdi>}
            {patient.foundAs && (
              <span>
                <RichMessage
                  id="patientMerge.foundAs"
                  elements={{
                    name: (
                      <b>
                        <ClinicalName>{identityText(patient.foundAs)}</ClinicalName>
                      </b>
                    ),
                  }}
                />
              </span>
            )}
          </span>
          <Link
            className="show"
            to={paths.patient.href(patient._id)}
            {...tab}
            aria-label={t(tab.target ? 'patients.showInNewTab' : 'patients.showOf', { name: patientFullName(patient) })}
          >
            {t('patients.show')}
            {tab.target ? (
              <ExternalLink size={14} aria-hidden />
            ) : (
              <ChevronRight className="onward" size={14} aria-hidden />
            )}
          </Link>
        </li>
      ))}
    </Box>
  );
}
