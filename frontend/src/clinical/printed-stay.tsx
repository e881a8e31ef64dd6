import type { AdmissionDetails } from 'language/contract/entities';
import type { ReactNode } from 'react';
import { Fact, PrintedBy } from '../components/print-sheet.tsx';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { patientFullName } from '../platform/text/names.ts';
import { formatAge, formatDate } from '../platform/time/dates.ts';
import { briefOf, PrintedAllergies } from './allergies-line.tsx';
import { CareFacts } from './care-facts.tsx';
import { sexLabel } from './code-labels.ts';

interface Props {
  admission: AdmissionDetails;
  /** The day of the age. */
  on: string;
  /** The measured values in a line; empty where none is known. */
  values: string;
  /** The person who prints. */
  by: string;
  /** More facts, after the day of the admission. */
  children: ReactNode;
}

/** The identity of the patient and the stay, on every page of a document of the chart. */
export function PrintedStay({ admission, on, values, by, children }: Props) {
  const t = useTranslation();
  const { patientDetails: patient, admissionDate, teamName } = admission;
  return (
    <>
      <div className="name">
        <bdi dir="auto">{patientFullName(patient)}</bdi>
      </div>
      <div className="facts">
        <Fact label={t('patients.recordNumber')}>
          <bdi dir="ltr">
            <ClinicalText>{patient.medicalRecordNumber || '–'}</ClinicalText>
          </bdi>
        </Fact>
        <Fact label={t('review.printed.born')}>
          <ClinicalText>{formatDate(patient.birthdate) || '–'}</ClinicalText>
        </Fact>
        <Fact label={t('review.printed.age')}>
          <ClinicalText>{formatAge(patient.birthdate, on) || '–'}</ClinicalText>
        </Fact>
        {patient.sex === '' ? null : <Fact label={t('patients.sex')}>{sexLabel(patient.sex)}</Fact>}
        {patient.allergies && <PrintedAllergies brief={briefOf(patient.allergies)} />}
        <Fact label={t('review.printed.admitted')}>
          <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
        </Fact>
        {children}
      </div>
      <div className="facts">
        <b>
          <bdi>{teamName}</bdi>
        </b>
        <CareFacts care={admission} />
        <PrintedBy by={by} />
      </div>
      {values === '' ? null : (
        <div className="facts">
          <b>
            <ClinicalText>{values}</ClinicalText>
          </b>
        </div>
      )}
    </>
  );
}
