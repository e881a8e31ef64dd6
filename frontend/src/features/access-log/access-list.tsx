/** The accesses, newest first. Plain elements under one styled root, as in every list of many rows. */
import { Box } from '@chakra-ui/react/box';
import type { Access } from 'language/contract/accesses';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { logListStyle } from '../../components/log-list-style.ts';
import { ClinicalText, clinicalText } from '../../components/text/clinical-text.tsx';
import { fhirClientOf, type FhirResourceType } from 'language/domain/values/codes';
import { reportTypeLabel } from '../../clinical/code-labels.ts';

const listStyle = {
  ...logListStyle,
  '& .what a': { color: 'brand.fg', fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
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
            <bdi>{access.userName || readerOf(access.userId)}</bdi>
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

/** A system of the hospital has no name but its id. */
function readerOf(userId: string): string {
  const client = fhirClientOf(userId);
  return client === undefined ? translate('people.unknown') : translate('access.system', { client });
}

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
  // A read by FHIR has no history.
  const of = access.of as Exclude<Access['of'], FhirResourceType>;
  switch (of) {
    case 'admission':
      return <RichMessage id="access.chartOfPatient" elements={{ patient: <PatientLink access={access} /> }} />;
    case 'patient':
      return <PatientLink access={access} />;
    case 'drug':
      return clinicalText(
        access.drugLabel ? t('access.ofDrug', { drug: access.drugLabel }) : t('access.ofDeletedDrug'),
      );
    case 'everything':
      return t('access.ofEverything');
    case 'team':
    case undefined:
      return t('access.ofTeam');
  }
}

/** The range of days that a search was of. Either date may be missing. */
const rangeOf = ({ startDate, endDate }: Access): 'always' | 'until' | 'since' | 'between' =>
  startDate === undefined ? (endDate === undefined ? 'always' : 'until') : endDate === undefined ? 'since' : 'between';

function accessSentence(access: Access): ReactNode {
  const { kind, startDate = '', endDate = '', found = 0 } = access;
  const report = reportTypeLabel(access.report);
  const hasDays = startDate !== '' && endDate !== '';
  const patient = <PatientLink access={access} />;
  switch (kind) {
    case 'ChartOpened':
      return access.admissionDate ? (
        <RichMessage id="access.openedChartAdmitted" values={{ date: access.admissionDate }} elements={{ patient }} />
      ) : (
        <RichMessage id="access.openedChart" elements={{ patient }} />
      );
    case 'PatientOpened':
      return <RichMessage id="access.openedPatient" elements={{ patient }} />;
    case 'PatientsSearched':
      return translate('access.searched', { searches: access.searches ?? 1, found });
    case 'PatientsListed':
      return translate(`access.listed.${access.list ?? 'inpatients'}`, { found });
    case 'ReportRead':
      return hasDays
        ? translate('access.readReportOf', { report, startDate, endDate })
        : translate('access.readReport', { report });
    case 'ReviewsExported':
      return hasDays ? translate('access.exportedOf', { startDate, endDate }) : translate('access.exported');
    case 'ReportExported':
      return translate('access.exportedReportOf', { report, startDate, endDate });
    case 'ReviewPrinted':
      return access.reviewDate ? (
        <RichMessage id="access.printedReviewOf" values={{ date: access.reviewDate }} elements={{ patient }} />
      ) : (
        <RichMessage id="access.printedReview" elements={{ patient }} />
      );
    case 'DischargeListPrinted':
      return <RichMessage id="access.printedDischargeList" elements={{ patient }} />;
    case 'ReportPrinted':
      return hasDays
        ? translate('access.printedReportOf', { report, startDate, endDate })
        : translate('access.printedReport', { report });
    case 'RoundListPrinted':
      return translate('access.printedRoundList', { found });
    case 'DrugUseListed':
    case 'DrugUsePrinted':
      return access.drugLabel
        ? translate(`access.of${kind}`, { drug: access.drugLabel, found })
        : translate(`access.${kind}`, { found });
    case 'ChatAsked':
      return <RichMessage id="access.sent" values={{ reviews: access.reviews ?? 0 }} elements={{ patient }} />;
    case 'ErrorsSearched':
      return translate(`access.errorsSearched.${rangeOf(access)}`, { found, startDate, endDate });
    case 'ErrorsExported':
      return translate(
        `access.errorsExported.${access.format === 'ndjson' ? 'signed' : (access.format ?? 'csv')}.${rangeOf(access)}`,
        {
          startDate,
          endDate,
        },
      );
    case 'HistoryRead':
    case 'HistoryVerified':
    case 'HistoryExported':
      return <RichMessage id={`access.history.${kind}`} elements={{ subject: <HistorySubject access={access} /> }} />;
    case 'FhirRead': {
      const values = { resource: access.of ?? '', found };
      return access.patientId === undefined ? (
        translate('access.fhir', values)
      ) : (
        <RichMessage id="access.fhirOf" values={values} elements={{ patient }} />
      );
    }
    default:
      return kind satisfies never;
  }
}
