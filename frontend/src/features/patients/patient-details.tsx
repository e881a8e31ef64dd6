/** The page header of a patient, and the patient's data to read and to correct. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Patient, Team } from 'language/contract/entities';
import { patientFields as described } from 'language/domain/patient/fields';
import { groupsOf, namesOf } from 'language/domain/values/record-fields';
import { Merge, Trash2 } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { labelsOf } from '../../clinical/field-formats.ts';
import { textsOf } from '../../editing/flat-fields.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { formatAge, formatDate } from '../../platform/time/dates.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { PageHeader, PanelSection } from '../../components/page.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { sexLabel } from '../../clinical/code-labels.ts';
import { PatientFields, sexOf } from './patient-fields.tsx';
import { createVersionReader, type FieldGroups } from '../../editing/merge.ts';
import { nameFields } from './patient-search.ts';

interface HeaderProps {
  patient: Patient | undefined;
  team: Team | undefined;
  /** The team has transferred the patient, who is no longer in its list of patients. */
  isTransferred: boolean;
}

export function PatientHeader({ patient, team, isTransferred }: HeaderProps) {
  const t = useTranslation();
  return (
    <PageHeader
      title={t('patients.patient')}
      windowTitle={
        patient === undefined
          ? t('patients.patient')
          : team
            ? t('patients.windowTitleTeam', { initials: patientInitials(patient), team: team.name })
            : t('patients.windowTitle', { initials: patientInitials(patient) })
      }
      crumbs={[
        ...(team
          ? [
              { label: team.name, to: paths.team.href(team._id), name: true },
              isTransferred
                ? { label: t('transfer.title'), to: paths.transfers.href(team._id) }
                : { label: t('patients.title'), to: paths.patients.href(team._id) },
            ]
          : []),
        { label: patient ? patientFullName(patient) : t('patients.patient'), name: true },
      ]}
    />
  );
}

interface PanelProps {
  query: UseQueryResult<Patient, ApiError>;
  canEdit: boolean;
  canDelete: boolean;
  /** Below the data. */
  children: ReactNode;
}

export function PatientPanel({ query, canEdit, canDelete, children }: PanelProps) {
  const t = useTranslation();
  return (
    <PanelSection title={t('patients.detailsLabel')} titleSize="md" headSpace="3">
      <QueryBoundary query={query} skeleton={<SkeletonRows rows={2} />}>
        {(found) =>
          canEdit ? (
            // By patient: what was typed about one who is merged now is not sent to the other.
            <EditPatient key={found._id} patient={found} canDelete={canDelete} />
          ) : (
            <PatientDetails patient={found} />
          )
        }
      </QueryBoundary>
      {children}
    </PanelSection>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(4, 1fr)' },
  columnGap: '4',
  rowGap: '3',
  margin: 0,
  '& dt': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  '& dd': { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};

/** Four names, birthdate, age, sex, record number. */
function PatientDetails({ patient }: { patient: Patient }) {
  const t = useTranslation();
  const facts = [
    ...nameFields.map((field) => ({ label: t(`patients.${field}`), value: patient[field] })),
    { label: t('patients.birthdate'), value: formatDate(patient.birthdate) },
    { label: t('patients.age'), value: formatAge(patient.birthdate) },
    { label: t('patients.sex'), value: sexLabel(patient.sex) },
    { label: t('patients.recordNumber'), value: patient.medicalRecordNumber },
  ];
  return (
    <Box as="dl" css={grid}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === '' ? (
              <Box as="span" color="fg.muted">
                {t('patients.notGiven')}
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

type PatientFormFields = Readonly<Record<keyof typeof described, string>>;
const fieldsOf = (patient: PatientFormFields): PatientFormFields => textsOf(described, patient);
const patientLabels = (): PatientFormFields => ({
  ...labelsOf(described),
  medicalRecordNumber: translate('patients.recordNumber'),
});
const patientGroups: FieldGroups<PatientFormFields> = groupsOf(described);
const readPatient = createVersionReader<Patient, PatientFormFields>(namesOf(described), fieldsOf);

/** The key of the draft. */
const draftOf = ({ _id }: Patient): string => `patient/${_id}`;

/** Corrects a patient's data, and deletes a patient without admissions. */
function EditPatient({ patient, canDelete }: { patient: Patient; canDelete: boolean }) {
  const t = useTranslation();
  const form = useFlatForm(fieldsOf(patient), patient.version);
  useUnsaved(form.isDirty ? t('patients.unsaved') : undefined);
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: patientGroups,
    draft: draftOf(patient),
    read: readPatient,
    send: ({ sex, ...changed }, ifVersion) =>
      sendTo(patientCalls.correctPatient, {
        params: { id: patient._id },
        team: patient.team,
        ifVersion,
        body: sex === undefined ? changed : { ...changed, sex: sexOf(sex) },
      }),
    onSaved: (answer, mergedWith) => {
      // Only a read knows how many patients were merged into this one.
      queryClient.setQueryData<Patient>(queryKeys.patient(patient._id), (read) => ({ ...read, ...answer }));
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(patient.team) });
      notify.saved(t('patients.updated'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  return (
    <form aria-label={t('patients.detailsLabel')} onSubmit={submit}>
      <Box display="grid" gap="4">
        <FlatDraft form={form} of={draftOf(patient)} what={t('patients.draft')} />
        <FormConflict saving={saving} labels={patientLabels()} />
        <PatientFields patient={form.draft} onChange={form.change} refused={saving.refused} />
        <Box display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
          <Button type="submit" loading={saving.isBusy} disabled={!form.isDirty}>
            {t('patients.update')}
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.mergePatient.href(patient._id)}>
              <Merge aria-hidden />
              {t('patientMerge.begin')}
            </Link>
          </Button>
          {canDelete && (
            <DeletePatient patient={patient} onDeleted={() => form.take(fieldsOf(patient), patient.version)} />
          )}
        </Box>
      </Box>
    </form>
  );
}

function DeletePatient({ patient, onDeleted }: { patient: Patient; onDeleted: () => void }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const remove = useCommand(patientCalls.deletePatient, {
    draft: draftOf(patient),
    onSuccess: ({ imagesElsewhere = [] }) => {
      // The form releases its unsaved changes first: they would hold the navigation up.
      flushSync(onDeleted);
      // Here, because the live note of the deletion may close this screen before the answer or right after it.
      void navigate(paths.patients.href(patient.team), { replace: true });
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(patient.team) });
      notify.saved(t('patients.removed'));
      if (imagesElsewhere.length > 0)
        void confirm({
          title: translate('patients.imagesElsewhere.title'),
          body: translate('patients.imagesElsewhere.body', { addresses: imagesElsewhere.join(' ') }),
          yes: translate('patients.imagesElsewhere.yes'),
          no: translate('patients.imagesElsewhere.no'),
        });
    },
  });
  const ask = async (): Promise<void> => {
    if (
      await confirm({
        title: t('patients.removeQuestion.title'),
        body: t('patients.removeQuestion.body'),
        yes: t('patients.removeQuestion.yes'),
        danger: true,
      })
    )
      remove.mutate({ params: { id: patient._id }, team: patient.team, ifVersion: patient.version });
  };
  return (
    <Box display="grid" gap="2" justifyItems="end">
      <ErrorAlert error={remove.error} />
      <Button variant="outline" colorPalette="red" loading={remove.isPending} onClick={() => void ask()}>
        <Trash2 aria-hidden />
        {t('patients.remove')}
      </Button>
    </Box>
  );
}
