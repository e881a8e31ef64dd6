/** The stays of one list. */
import { Box } from '@chakra-ui/react/box';
import type { DrugUse, DrugUsePatient } from 'language/contract/drug-use';
import { Link } from 'react-router-dom';
import { placeText, shortPlace } from '../../clinical/care-details.ts';
import { touch } from '../../components/theme/system.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { dayOfStay, formatDate } from '../../platform/time/dates.ts';
import { keyOf } from './api.ts';
import { doseOf, sourceOf } from './words.ts';

/** One styled root for the table. Below 768 px team and day move below the name. */
const tableStyle = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  // Fixed: the columns of both lists are below each other.
  '& table': {
    width: '100%',
    tableLayout: { md: 'fixed' },
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
  },
  '& thead .name': { width: { base: '45%', md: '32%' } },
  '& thead .team': { width: '18%' },
  '& thead .bed': { width: '5.5rem' },
  '& thead .day': { width: { base: '8.5rem', lg: '12rem' } },
  '& .bed': { whiteSpace: 'nowrap' },
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    paddingInline: { base: '3', md: '4' },
    paddingBlock: '1.5',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& tbody tr:last-child > *': { borderBlockEndWidth: 0 },
  '& tbody tr:hover': { bg: 'brand.subtle' },
  '& thead th': { bg: 'bg.subtle', fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  '& tbody th': { fontWeight: 'normal' },
  '& tbody th > :first-child': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& tbody a': {
    color: 'brand.fg',
    _hover: { textDecoration: 'underline' },
    [touch]: { display: 'inline-block', paddingBlock: '2.5' },
  },
  '& .below': { display: 'flex', flexWrap: 'wrap', columnGap: '2', fontSize: 'xs', color: 'fg.muted' },
  '& .use': { overflowWrap: 'anywhere' },
  '& .use + .use': { marginBlockStart: '1' },
  '& .use b': { fontWeight: 'semibold' },
  '& .use small': { display: 'block', fontSize: 'xs', color: 'fg.muted' },
  '& .narrow': { display: { base: 'inline', md: 'none' } },
  '& .wide': { display: { base: 'none', md: 'table-cell' } },
};

interface Props {
  label: string;
  patients: readonly DrugUsePatient[];
  /** The day that was asked for. */
  on: string;
  /** True for several teams. The charts of other teams cannot be opened, so there are no links. */
  hasTeams: boolean;
  /** Several substances: each trade name has its own beside it. */
  hasSubstances: boolean;
}

export function DrugUseTable({ label, patients, ...shown }: Props) {
  const t = useTranslation();
  return (
    <Box css={tableStyle}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="name">
              {t('ward.columns.name')}
            </th>
            {shown.hasTeams ? (
              <th scope="col" className="team wide">
                {t('drugUse.columns.team')}
              </th>
            ) : null}
            <th scope="col" className="bed wide">
              {t('ward.columns.bed')}
            </th>
            <th scope="col" className="day wide">
              {t('drugUse.columns.day')}
            </th>
            <th scope="col">{t('drugUse.columns.drug')}</th>
          </tr>
        </thead>
        <tbody>
          {patients.map((patient) => (
            <Row key={keyOf(patient)} patient={patient} {...shown} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Row({
  patient,
  on,
  hasTeams,
  hasSubstances,
}: Pick<Props, 'on' | 'hasTeams' | 'hasSubstances'> & { patient: DrugUsePatient }) {
  const t = useTranslation();
  const { admission, admissionDate, dischargeDate, medicalRecordNumber, teamName, uses } = patient;
  const name = <bdi dir="auto">{patientFullName(patient) || t('ward.unnamed')}</bdi>;
  const day = dayOfStay(admissionDate, on);
  const place = placeText(patient);
  const isGone = dischargeDate !== null && dischargeDate <= on;
  const gone = isGone ? t('drugUse.discharged', { date: formatDate(dischargeDate) }) : '';
  return (
    <tr>
      <th scope="row">
        {hasTeams ? name : <Link to={paths.admission.href(admission)}>{name}</Link>}
        <span className="below">
          {medicalRecordNumber === '' ? null : (
            <bdi dir="ltr">
              <ClinicalText>{medicalRecordNumber}</ClinicalText>
            </bdi>
          )}
          {place === '' ? null : (
            <span className="narrow">
              <ClinicalText>{place}</ClinicalText>
            </span>
          )}
          <span className="narrow">
            {hasTeams ? (
              <>
                <bdi>{teamName}</bdi> ·{' '}
              </>
            ) : null}
            <ClinicalText>{isGone ? gone : day === undefined ? '' : t('ward.dayOfStay', { day })}</ClinicalText>
          </span>
        </span>
      </th>
      {hasTeams ? (
        <td className="wide">
          <bdi>{teamName}</bdi>
        </td>
      ) : null}
      <td className="bed wide">
        <bdi dir="ltr" title={place}>
          {shortPlace(patient)}
        </bdi>
      </td>
      <td className="wide">
        {isGone ? <ClinicalText>{gone}</ClinicalText> : day === undefined ? '' : formatNumber(day)}
      </td>
      <td>
        {uses.map((use, at) => (
          <Use key={at} use={use} hasSubstances={hasSubstances} />
        ))}
      </td>
    </tr>
  );
}

function Use({ use, hasSubstances }: Pick<Props, 'hasSubstances'> & { use: DrugUse }) {
  const { drugLabel, substance } = use;
  const dose = doseOf(use);
  return (
    <div className="use">
      <b>
        <ClinicalName>{drugLabel}</ClinicalName>
      </b>
      {!hasSubstances || substance === '' || substance === drugLabel ? null : (
        <>
          {' '}
          (<ClinicalName>{substance}</ClinicalName>)
        </>
      )}
      {dose === '' ? null : (
        <>
          {' '}
          <bdi dir="auto">
            <ClinicalText>{dose}</ClinicalText>
          </bdi>
        </>
      )}
      <small>
        <ClinicalText>{sourceOf(use)}</ClinicalText>
      </small>
    </div>
  );
}
