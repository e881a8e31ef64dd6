/** A patient in one line, to check who it is: name, record number, age. */
import { Box } from '@chakra-ui/react/box';
import type { PatientIdentity } from 'language/contract/entities';
import { sexLabel } from './code-labels.ts';
import { ClinicalName, ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { patientFullName } from '../platform/text/names.ts';
import { formatAge } from '../platform/time/dates.ts';

export function PatientLine({ patient }: { patient: PatientIdentity }) {
  const t = useTranslation();
  const { medicalRecordNumber, birthdate, sex } = patient;
  const facts = [medicalRecordNumber === '' ? t('moves.noRecordNumber') : medicalRecordNumber, formatAge(birthdate)];
  if (sex !== '') facts.push(sexLabel(sex));
  return (
    <Box as="span" display="flex" flexWrap="wrap" columnGap="3" alignItems="baseline" minWidth="0">
      <Box as="strong" overflowWrap="anywhere">
        <ClinicalName>{patientFullName(patient)}</ClinicalName>
      </Box>
      <Box as="span" fontSize="sm" color="fg.muted" className="tabular">
        <ClinicalText>{facts.join(' · ')}</ClinicalText>
      </Box>
    </Box>
  );
}
