/** The patient's data to read: four names, birthdate, age, record number. */
import { Box } from '@chakra-ui/react/box';
import type { Patient } from 'command-api/contract/entities';
import { formatAge, formatDate } from '../../platform/time/dates.ts';
import { patientsText as text } from './messages.ts';
import { nameFields } from './search-state.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';

const grid = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(4, 1fr)' },
  columnGap: '4',
  rowGap: '3',
  margin: 0,
  '& dt': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  '& dd': { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};

export function PatientDetails({ patient }: { patient: Patient }) {
  const facts = [
    ...nameFields.map((field) => ({ label: text[field], value: patient[field] })),
    { label: text.birthdate, value: formatDate(patient.birthdate) },
    { label: text.age, value: formatAge(patient.birthdate) },
    { label: text.recordNumber, value: patient.medicalRecordNumber },
  ];
  return (
    <Box as="dl" css={grid}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === '' ? (
              <Box as="span" color="fg.muted">
                {text.notGiven}
              </Box>
            ) : (
              <ClinicalName>{value}</ClinicalName>
            )}
          </dd>
        </div>
      ))}
    </Box>
  );
}
