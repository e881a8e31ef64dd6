/** The input fields of a patient. The server folds Arabic-Indic digits; names stay as they are typed. */
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { limits, type Sex, sexes } from 'language/domain/values/codes';
import { type ClipboardEvent, useRef } from 'react';
import { formatAge, today } from '../../platform/time/dates.ts';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Select } from '../../components/forms/select.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { sexLabel } from '../../clinical/code-labels.ts';
import { nameFields, namesFrom } from './patient-search.ts';

interface NamesProps {
  patient: PatientSearch;
  onChange: (patch: Partial<PatientSearch>) => void;
  /** A new patient needs a first name, a search does not. */
  firstRequired?: boolean;
  disabled?: boolean;
  refused?: Readonly<Record<string, string>>;
}

/**
 * Spreads a pasted full name over the field and the fields after it. For a new patient it spreads a full name that was typed into
 * the first field as well, when the person leaves it.
 */
export function NameFields({ patient, onChange, firstRequired = false, disabled = false, refused = {} }: NamesProps) {
  const t = useTranslation();
  const paste = (field: (typeof nameFields)[number], event: ClipboardEvent): void => {
    const names = namesFrom(field, event.clipboardData.getData('text/plain'));
    if (!names) return;
    event.preventDefault();
    onChange(names);
  };
  /** Once: a person who puts the parts together again means it. */
  const hasDivided = useRef(false);
  const divide = (): void => {
    const isAlone = nameFields.slice(1).every((field) => patient[field].trim() === '');
    const names = isAlone ? namesFrom('firstName', patient.firstName) : undefined;
    if (!names || hasDivided.current) return;
    hasDivided.current = true;
    onChange(names);
  };
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
    >
      {nameFields.map((field) => (
        <FormField
          key={field}
          label={t(`patients.${field}`)}
          required={firstRequired && field === 'firstName'}
          disabled={disabled}
          error={refused[field]}
        >
          <Input
            dir="auto"
            lang="ar"
            maxLength={limits.name}
            autoComplete="off"
            enterKeyHint={firstRequired ? undefined : 'search'}
            value={patient[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
            onPaste={(event) => paste(field, event)}
            {...(firstRequired && field === 'firstName' ? { onBlur: divide } : {})}
          />
        </FormField>
      ))}
    </Box>
  );
}

/** The facts of a patient as texts. */
export interface PatientTexts extends PatientSearch {
  sex: string;
}
export const sexOf = (text: string | undefined): Sex | '' => sexes.find((sex) => sex === text) ?? '';

interface PatientProps {
  patient: Readonly<PatientTexts>;
  onChange: (patch: Partial<PatientTexts>) => void;
  refused?: Readonly<Record<string, string>>;
}

export function PatientFields({ patient, onChange, refused = {} }: PatientProps) {
  const t = useTranslation();
  const age = formatAge(patient.birthdate);
  return (
    <>
      <NameFields patient={patient} onChange={onChange} firstRequired refused={refused} />
      <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', md: '200px 320px 160px' }} gap="3">
        <DateField
          label={t('patients.birthdate')}
          required
          max={today()}
          value={patient.birthdate}
          onChange={(birthdate) => onChange({ birthdate })}
          error={refused['birthdate']}
          hint={age === '' ? undefined : <ClinicalText>{t('patients.ageOf', { age })}</ClinicalText>}
        />
        <FormField label={t('patients.recordNumber')} error={refused['medicalRecordNumber']}>
          <Input
            dir="ltr"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.recordNumber}
            autoComplete="off"
            value={patient.medicalRecordNumber}
            onChange={(event) => onChange({ medicalRecordNumber: event.target.value })}
          />
        </FormField>
        <FormField label={t('patients.sex')} error={refused['sex']}>
          <Select
            none={t('patients.notGiven')}
            options={sexes.map((sex) => [sex, sexLabel(sex)])}
            value={patient.sex}
            onChange={(sex) => onChange({ sex })}
          />
        </FormField>
      </Box>
    </>
  );
}
