/** Finds a patient of the team, for a move to their chart. Lists inpatients if no text is typed. */
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from 'language/domain/values/codes';
import type { Patient } from 'language/contract/entities';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { FormField } from '../../components/forms/form-field.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { choicesStyle } from './choices.ts';
import { patientChoiceQuery } from './api.ts';
import { PatientLine } from '../../clinical/patient-line.tsx';

interface Props {
  team: string;
  onChoose: (patient: Patient) => void;
}

export function ChoosePatient({ team, onChoose }: Props) {
  const t = useTranslation();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const found = useQuery({ ...patientChoiceQuery(team, text), placeholderData: keepPreviousData });
  /** Those of `text`, and not of the text before. */
  const listed = found.isPlaceholderData ? undefined : found.data;
  /** The text at which Enter was pressed before its list was there. */
  const entered = useRef<string>(undefined);
  const chooseOnly = (patients: readonly Patient[]): void => {
    const [only, another] = patients;
    if (only && !another) onChoose(only);
  };
  useEffect(() => {
    if (!listed || entered.current !== text) return;
    entered.current = undefined;
    chooseOnly(listed);
  });
  return (
    <Box display="grid" gap="2">
      <FormField label={t('moves.patient')} required hint={t('moves.patientHint')}>
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={limits.name}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            entered.current = undefined;
          }}
          onKeyDown={(event) => {
            // Enter chooses the only patient found, and does not send the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (listed && text === typed.trim()) chooseOnly(listed);
            else entered.current = typed.trim();
          }}
        />
      </FormField>
      <QueryBoundary query={found} skeleton={<SkeletonRows rows={3} label={t('moves.searching')} />}>
        {(patients) =>
          patients.length === 0 ? (
            <Box role="status" fontSize="sm" color="fg.muted">
              {text === '' ? t('moves.noInpatients') : t('moves.noPatients')}
            </Box>
          ) : (
            <Box as="ul" css={choicesStyle} aria-busy={found.isPlaceholderData}>
              {patients.map((patient) => (
                <li key={patient._id}>
                  <button type="button" onClick={() => onChoose(patient)}>
                    <PatientLine patient={patient} />
                  </button>
                </li>
              ))}
            </Box>
          )
        }
      </QueryBoundary>
    </Box>
  );
}
