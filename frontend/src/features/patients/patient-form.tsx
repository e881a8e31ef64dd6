/** A patient's names, birthdate and record number. Arabic-Indic digits are the server's to fold; the names are kept as they are typed. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'command-api/domain/codes';
import { useState, type FormEvent } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { shownAge, today } from '../../lib/dates.ts';
import type { PatientSearch } from '../../lib/query-keys.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { patientsText as text } from './messages.ts';
import { nameFields, searchFields } from './search-state.ts';

interface Props {
  initial: PatientSearch;
  submitLabel: string;
  busy: boolean;
  error: ApiError | null;
  /** Saved: nothing would be lost any more. */
  done: boolean;
  onSubmit: (patient: PatientSearch) => void;
}

export function PatientForm({ initial, submitLabel, busy, error, done, onSubmit }: Props) {
  const [patient, setPatient] = useState(initial);
  const dirty = searchFields.some((field) => patient[field] !== initial[field]);
  useUnsaved(dirty && !done ? text.patient : undefined);
  const change = (patch: Partial<PatientSearch>): void => setPatient((now) => ({ ...now, ...patch }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) onSubmit(patient);
  };
  return (
    <form aria-label={submitLabel} onSubmit={submit}>
      <Box display="grid" gap="4">
        <ErrorAlert error={error} />
        <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap="3">
          {nameFields.map((field) => (
            <FormField key={field} label={text[field]} required={field === 'firstName'} error={error?.fields[field]}>
              <Input dir="auto" lang="ar" maxLength={limits.name} autoComplete="off" value={patient[field]} onChange={(event) => change({ [field]: event.target.value })} />
            </FormField>
          ))}
        </Box>
        <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', md: '200px 320px' }} gap="3">
          <FormField label={text.birthdate} required error={error?.fields['birthdate']} hint={shownAge(patient.birthdate) === '' ? ' ' : `${text.age} ${shownAge(patient.birthdate)}`}>
            <Input type="date" max={today()} value={patient.birthdate} onChange={(event) => change({ birthdate: event.target.value })} />
          </FormField>
          <FormField label={text.recordNumber} error={error?.fields['medicalRecordNumber']}>
            <Input dir="ltr" inputMode="numeric" maxLength={limits.recordNumber} autoComplete="off" value={patient.medicalRecordNumber} onChange={(event) => change({ medicalRecordNumber: event.target.value })} />
          </FormField>
        </Box>
        <Button type="submit" loading={busy} justifySelf="start">{submitLabel}</Button>
      </Box>
    </form>
  );
}
