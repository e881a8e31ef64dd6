/**
 * Adds a patient after a search without a result, in place of the search form and with the searched data filled in. Two
 * forms with the same fields would be taken for one another. The way back takes what was typed into the search.
 */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { SimilarPatient } from 'language/contract/entities';
import { Search, TriangleAlert, UserPlus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { type PatientSearch, queryKeys } from '../../sync/cache/query-keys.ts';
import { Panel } from '../../components/page.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { similarPatients } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatList } from '../../platform/language/format.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { FlatDraft, type Texts, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { PatientFields, type PatientTexts, sexOf } from './patient-fields.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';

/** `isQuiet`: beside a list of patients, who may be the one that is looked for. */
export const AddPatientButton = ({ isQuiet = false, onPress }: { isQuiet?: boolean; onPress: () => void }) => {
  const t = useTranslation();
  return (
    <Button {...(isQuiet ? { variant: 'outline', size: 'sm' } : {})} onClick={onPress}>
      <UserPlus aria-hidden />
      {t('patients.add')}
    </Button>
  );
};

interface AddPatientProps {
  team: string;
  searched: PatientSearch;
  /** Back to the search, with what is typed. */
  onBack: (typed: PatientSearch) => void;
}

export function AddPatient({ team, searched, onBack }: AddPatientProps) {
  const t = useTranslation();
  const navigate = useNavigate();
  const user = useSessionUser()?._id ?? '';
  const register = useCommand(patientCalls.registerPatient, {
    draft: newPatientDraft(team),
    onSuccess: (patient) => {
      queryClient.setQueryData(queryKeys.patient(patient._id), patient);
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(team) });
      notify.saved(t('patients.added'));
    },
  });
  const added = register.data?._id;
  // In an effect: the form first has to release its unsaved changes.
  useEffect(() => {
    if (added !== undefined) void navigate(paths.patient.href(added));
  }, [added, navigate]);
  useRestoreFocus(() => document.querySelector<HTMLElement>('[role=search] input'));
  return (
    <Panel textAlign="start">
      <PatientForm
        initial={searched}
        team={team}
        busy={register.isPending}
        error={register.error}
        isDone={register.isSuccess}
        similarTo={(patient) => similarPatients(team, patient)}
        onSubmit={(patient) => register.mutate({ body: { ...patient, sex: sexOf(patient.sex), team }, team })}
        onBack={(typed, isDirty) => {
          // The search has it now.
          if (isDirty) drafts.settle({ user, of: newPatientDraft(team) });
          onBack(typed);
        }}
      />
    </Panel>
  );
}

/** The key of the draft. */
const newPatientDraft = (team: string): string => `patient/new/${team}`;

interface Props {
  initial: PatientSearch;
  team: string;
  busy: boolean;
  error: ApiError | null;
  /** The patient is saved. */
  isDone: boolean;
  /** Reads the patients that may be the same person. */
  similarTo: (patient: PatientSearch) => Promise<SimilarPatient[]>;
  onSubmit: (patient: PatientTexts) => void;
  /** `isDirty`: not as it was opened. */
  onBack: (typed: PatientSearch, isDirty: boolean) => void;
}

const searchIn = ({ sex: _sex, ...search }: PatientTexts): PatientSearch => search;

/** Warns about near matches and never blocks (docs/product.md, "Near matches"). */
export function PatientForm({ initial, team, busy, error, isDone, similarTo, onSubmit, onBack }: Props) {
  const t = useTranslation();
  const form = useFlatForm<PatientTexts & Texts>({ ...initial, sex: '' }, 0);
  const patient = form.draft;
  const [isComparing, setIsComparing] = useState(false);
  /** The near matches, and the typed patient that they belong to. */
  const [warned, setWarned] = useState<{ of: PatientSearch; similar: SimilarPatient[] }>();
  useUnsaved(form.isDirty && !isDone ? t('patients.patient') : undefined);
  const refused = useRefusedFields(error, patient);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = [...(element.current?.querySelectorAll('input') ?? [])];
    (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, []);
  const warning = warned?.of === patient ? warned : undefined;
  const searched = [patientFullName(initial), formatDate(initial.birthdate), initial.medicalRecordNumber]
    .filter((part) => part !== '')
    .join(' · ');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || isComparing) return;
    if (warning) return onSubmit(patient);
    setIsComparing(true);
    try {
      const similar = await similarTo(searchIn(patient));
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
    <form ref={element} aria-label={t('patients.add')} onSubmit={(event) => void submit(event)}>
      <Box display="grid" gap="4">
        <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" columnGap="3" rowGap="1">
          <Box as="h2" fontSize="md" fontWeight="semibold">
            {t('patients.add')}
          </Box>
          <Button size="xs" variant="outline" disabled={busy} onClick={() => onBack(searchIn(patient), form.isDirty)}>
            <Search size={14} aria-hidden />
            {t('patients.backToSearch')}
          </Button>
          {searched === '' ? null : (
            <Box flex="1 0 100%" fontSize="sm" color="fg.muted">
              <RichMessage id="patients.noneFor" elements={{ searched: <ClinicalText>{searched}</ClinicalText> }} />
            </Box>
          )}
        </Box>
        <FlatDraft form={form} of={newPatientDraft(team)} what={t('patients.draftNew')} isNew isDone={isDone} />
        <ErrorAlert error={refused.error} />
        <PatientFields patient={patient} onChange={form.change} refused={refused.fields} />
        {warning && <SimilarWarning similar={warning.similar} />}
        <Button type="submit" loading={busy || isComparing} justifySelf="start">
          {warning ? t('patients.addAnyway') : t('patients.add')}
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
  const t = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box css={box} role="group" aria-label={t('patients.similar', { count: similar.length })}>
      <h3 ref={heading} tabIndex={-1}>
        <TriangleAlert size={18} aria-hidden />
        {t('patients.similar', { count: similar.length })}
      </h3>
      <p>{t('patients.similarHint')}</p>
      <ul>
        {similar.map((patient) => (
          <li key={patient._id}>
            <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener">
              <bdi dir="auto">{patientFullName(patient)}</bdi>
            </Link>
            <span>
              {t('patients.born')} <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
            </span>
            {patient.medicalRecordNumber !== '' && (
              <span>
                {t('patients.recordNumber')}{' '}
                <bdi dir="ltr">
                  <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
                </bdi>
              </span>
            )}
            <span className="agrees">
              {t('patients.same', { fields: formatList(patient.agrees.map((field) => t(`patients.agrees.${field}`))) })}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}
