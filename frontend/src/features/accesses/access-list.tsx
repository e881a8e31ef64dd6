/** The accesses, newest first. Plain elements under one styled root, as in every list of many rows. */
import { Box } from '@chakra-ui/react/box';
import type { Access } from 'command-api/contract/accesses';
import { reportTypes } from 'command-api/domain/values/codes';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { accessText as text } from './messages.ts';
import { ClinicalText, clinicalText } from '../../components/text/clinical-text.tsx';

const listStyle = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& li': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr auto', md: '9.5rem minmax(0, 12rem) minmax(0, 1fr) auto' },
    alignItems: 'center',
    columnGap: '4',
    paddingInline: '4',
    paddingBlock: '1.5',
    minH: '44px',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& li:last-child': { borderBlockEndWidth: 0 },
  '& time': {
    color: 'fg.muted',
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
    gridColumn: { base: '1', md: 'auto' },
  },
  '& .who': { fontWeight: 'semibold', overflowWrap: 'anywhere', gridColumn: { base: '1', md: 'auto' } },
  '& .what': { overflowWrap: 'anywhere', gridColumn: { base: '1', md: 'auto' } },
  '& .what a': { color: 'brand.fg', fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: '44px',
    minH: { base: '44px', md: '32px' },
    color: 'fg.muted',
    cursor: 'pointer',
    borderRadius: 'l2',
    gridColumn: { base: '2', md: '4' },
    gridRow: { base: '1 / span 3', md: 'auto' },
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
};

interface Props {
  accesses: readonly Access[];
  onPatient: (patient: string) => void;
}

export function AccessList({ accesses, onPatient }: Props) {
  const t = useTranslation();
  return (
    <Box as="ul" css={listStyle}>
      {accesses.map((access) => (
        <li key={access._id}>
          <time dateTime={access.at}>
            <ClinicalText>{formatInstant(access.at)}</ClinicalText>
          </time>
          <span className="who">
            <bdi>{access.userName || t('access.deletedAccount')}</bdi>
          </span>
          <span className="what">{clinicalText(accessSentence(access))}</span>
          {access.patientId !== undefined && access.patientName !== '' && (
            <button
              type="button"
              aria-label={t('access.onlyPatient', { name: access.patientName ?? '' })}
              title={t('access.onlyPatient', { name: access.patientName ?? '' })}
              onClick={() => onPatient(access.patientId ?? '')}
            >
              <ListFilter size={16} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </Box>
  );
}

const reportLabel = (report: Access['report']): string => reportTypes.find(({ code }) => code === report)?.label ?? '';

/** Links to the admission if there is one, otherwise to the patient. A deleted patient has no link. */
function PatientLink({
  access: { patientId = '', patientName = '', admissionId, admissionDate = '', reviewId },
}: {
  access: Access;
}) {
  const t = useTranslation();
  if (patientName === '') return t('access.deletedPatient');
  const to =
    admissionId !== undefined && admissionDate !== ''
      ? paths.admission.href(admissionId, reviewId === undefined ? {} : { review: reviewId })
      : paths.patient.href(patientId);
  return (
    <Link to={to}>
      <bdi dir="auto">{patientName}</bdi>
    </Link>
  );
}

function HistorySubject({ access }: { access: Access }) {
  const t = useTranslation();
  switch (access.of) {
    case 'admission':
      return (
        <>
          {t('access.chartOf')} <PatientLink access={access} />
        </>
      );
    case 'patient':
      return <PatientLink access={access} />;
    case 'drug':
      return clinicalText(text.ofDrug(access.drugLabel ?? ''));
    case 'everything':
      return t('access.ofEverything');
    case 'team':
    case undefined:
      return t('access.ofTeam');
  }
}

function accessSentence(access: Access): ReactNode {
  const { kind, report, startDate, endDate } = access;
  switch (kind) {
    case 'ChartOpened':
      return (
        <>
          {translate('access.chart')} <PatientLink access={access} />
          {clinicalText(access.admissionDate ? translate('access.admitted', { date: access.admissionDate }) : '')}
        </>
      );
    case 'PatientOpened':
      return (
        <>
          {translate('access.patient')} <PatientLink access={access} />
        </>
      );
    case 'PatientsSearched':
      return text.searched(access.searches ?? 1, access.found ?? 0);
    case 'PatientsListed':
      return `${translate(`access.lists.${access.list ?? 'inpatients'}`)}${translate('access.listed', { found: access.found ?? 0 })}`;
    case 'ReportRead':
      return text.readReport(reportLabel(report), startDate, endDate);
    case 'ReviewsExported':
      return text.exported(startDate, endDate);
    case 'ReviewPrinted':
      return (
        <>
          {clinicalText(text.printedReview(access.reviewDate ?? ''))} <PatientLink access={access} />
        </>
      );
    case 'ReportPrinted':
      return text.printedReport(reportLabel(report), startDate, endDate);
    case 'ChatAsked':
      return (
        <>
          {translate('access.asked', { reviews: access.reviews ?? 0 })} <PatientLink access={access} />
        </>
      );
    case 'ErrorsSearched':
      return text.errorsSearched(access.found ?? 0, startDate, endDate);
    case 'ErrorsExported':
      return text.errorsExported(access.format ?? '', startDate, endDate);
    case 'HistoryRead':
    case 'HistoryVerified':
    case 'HistoryExported':
      return (
        <>
          {translate(`access.past.${kind}`)} <HistorySubject access={access} />
        </>
      );
    default:
      return kind satisfies never;
  }
}
