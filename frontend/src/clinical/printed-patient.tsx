import type { ReactNode } from 'react';
import { Fact } from '../components/print-sheet.tsx';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { patientFullName } from '../platform/text/names.ts';
import { formatShortAge } from '../platform/time/dates.ts';
import { sexLabel } from './code-labels.ts';
import { placeText } from './care-details.ts';

type Patient = Parameters<typeof patientFullName>[0] &
  Parameters<typeof placeText>[0] & { medicalRecordNumber: string; birthdate: string; sex: string };

interface Props {
  /** Its place in the list. */
  number: number;
  patient: Patient;
  /** The day of the age. */
  on: string;
  /** More facts. */
  children: ReactNode;
}

/** The head of a patient in a list on paper: name, record number, place and age. */
export function PrintedPatient({ number, patient, on, children }: Props) {
  const t = useTranslation();
  const place = placeText(patient);
  return (
    <>
      <div className="name">
        {number}. <bdi dir="auto">{patientFullName(patient) || t('ward.unnamed')}</bdi>
      </div>
      <div className="facts">
        <Fact label={t('patients.recordNumber')}>
          <bdi dir="ltr">
            <ClinicalText>{patient.medicalRecordNumber || '–'}</ClinicalText>
          </bdi>
        </Fact>
        {place === '' ? null : (
          <b>
            <ClinicalText>{place}</ClinicalText>
          </b>
        )}
        <Fact label={t('ward.columns.age')}>
          <ClinicalText>{formatShortAge(patient.birthdate, on) || '–'}</ClinicalText>
        </Fact>
        {patient.sex === '' ? null : <Fact label={t('patients.sex')}>{sexLabel(patient.sex)}</Fact>}
        {children}
      </div>
    </>
  );
}
