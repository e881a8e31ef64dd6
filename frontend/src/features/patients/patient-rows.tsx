/** The found patients: plain elements under one styled root. A patient opens in a new tab, so the list stays. */
import { Box } from '@chakra-ui/react/box';
import type { Patient } from 'command-api/contract/entities';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatAge, formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { patientsText as text } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

const rows = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& li': {
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
  '& a': {
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
};

interface Props {
  patients: Patient[];
  /** Ids of those who are in hospital now. */
  inpatients: ReadonlySet<string>;
  /** Ids of those whose charts others have changed since one looked; undefined while that is not known. */
  changed: ReadonlySet<string> | undefined;
}

export function PatientRows({ patients, inpatients, changed }: Props) {
  return (
    <Box as="ul" css={rows}>
      {patients.map((patient) => (
        <li key={patient._id}>
          <span className="name">
            <bdi dir="auto">{patientFullName(patient)}</bdi>
            {inpatients.has(patient._id) && <span className="ward">{text.inpatient}</span>}
            {changed?.has(patient._id) && <span className="changed">{text.changed}</span>}
          </span>
          <span className="facts">
            <span>
              {text.born}{' '}
              <b>
                <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
              </b>
            </span>
            <span>
              {text.age}{' '}
              <b>
                <ClinicalText>{formatAge(patient.birthdate) || '–'}</ClinicalText>
              </b>
            </span>
            {patient.medicalRecordNumber !== '' && (
              <span>
                {text.record}{' '}
                <b>
                  <bdi dir="ltr">
                    <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
                  </bdi>
                </b>
              </span>
            )}
          </span>
          <Link
            to={paths.patient.href(patient._id)}
            target="_blank"
            rel="noopener"
            aria-label={`${text.show} ${patientFullName(patient)} (${text.opensInTab})`}
          >
            {text.show}
            <ExternalLink size={14} aria-hidden />
          </Link>
        </li>
      ))}
    </Box>
  );
}
