/** The form of a new patient. Warns about near matches and never blocks (docs/product.md, "Near matches"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { SimilarPatient } from 'command-api/contract/entities';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../platform/http/api.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { patientsText as text } from './messages.ts';
import { PatientFields } from './patient-fields.tsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

/** The key of the draft. */
export const newPatientDraft = (team: string): string => `patient/new/${team}`;

interface Props {
  initial: PatientSearch;
  team: string;
  busy: boolean;
  error: ApiError | null;
  /** The patient is saved. */
  isDone: boolean;
  /** Reads the patients that may be the same person. */
  similarTo: (patient: PatientSearch) => Promise<SimilarPatient[]>;
  onSubmit: (patient: PatientSearch) => void;
}

export function PatientForm({ initial, team, busy, error, isDone, similarTo, onSubmit }: Props) {
  const form = useFlatForm({ ...initial }, 0);
  const patient = form.draft;
  const [isComparing, setIsComparing] = useState(false);
  /** The near matches, and the typed patient that they belong to. */
  const [warned, setWarned] = useState<{ of: PatientSearch; similar: SimilarPatient[] }>();
  useUnsaved(form.isDirty && !isDone ? text.patient : undefined);
  const refused = useRefusedFields(error, patient);
  const warning = warned?.of === patient ? warned : undefined;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || isComparing) return;
    if (warning) return onSubmit(patient);
    setIsComparing(true);
    try {
      const similar = await similarTo(patient);
      if (similar.length > 0) setWarned({ of: patient, similar });
      else onSubmit(patient);
    } catch {
      // A failed comparison never blocks: the patient is at the bedside.
      onSubmit(patient);
    } finally {
      setIsComparing(false);
    }
  };
  return (
    <form aria-label={text.add} onSubmit={(event) => void submit(event)}>
      <Box display="grid" gap="4">
        <FlatDraft form={form} of={newPatientDraft(team)} what={text.draftNew} isNew isDone={isDone} />
        <ErrorAlert error={refused.error} />
        <PatientFields patient={patient} onChange={form.change} refused={refused.fields} />
        {warning && <SimilarWarning similar={warning.similar} />}
        <Button type="submit" loading={busy || isComparing} justifySelf="start">
          {warning ? text.addAnyway : text.add}
        </Button>
      </Box>
    </form>
  );
}

const box = {
  bg: 'amber.subtle',
  color: 'amber.fg',
  borderWidth: '1px',
  borderColor: 'amber.border',
  borderRadius: 'l3',
  paddingInline: '4',
  paddingBlock: '3',
  '& h3': { display: 'flex', alignItems: 'center', gap: '2', fontWeight: 'semibold' },
  '& ul': { listStyle: 'none', marginBlockStart: '1' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    paddingBlock: '1',
    fontVariantNumeric: 'tabular-nums',
  },
  '& a': { fontWeight: 'semibold', textDecoration: 'underline' },
  '& .agrees': { fontSize: 'xs' },
};

/** The near matches with the matching fields, nearest first. Each opens in a new tab, so that the form stays. */
function SimilarWarning({ similar }: { similar: readonly SimilarPatient[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box css={box} role="group" aria-label={text.similar(similar.length)}>
      <h3 ref={heading} tabIndex={-1}>
        <TriangleAlert size={18} aria-hidden />
        {text.similar(similar.length)}
      </h3>
      <p>{text.similarHint}</p>
      <ul>
        {similar.map((patient) => (
          <li key={patient._id}>
            <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener">
              <bdi dir="auto">{patientFullName(patient)}</bdi>
            </Link>
            <span>
              {text.born} <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
            </span>
            {patient.medicalRecordNumber !== '' && (
              <span>
                {text.record}{' '}
                <bdi dir="ltr">
                  <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
                </bdi>
              </span>
            )}
            <span className="agrees">{text.agrees(patient.agrees)}</span>
          </li>
        ))}
      </ul>
    </Box>
  );
}
