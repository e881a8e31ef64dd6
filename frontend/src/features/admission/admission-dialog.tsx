import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Dialog } from '@chakra-ui/react/dialog';
import type { Admission, PatientIdentity } from 'language/contract/entities';
import { useEffect, useState, type FormEvent } from 'react';
import { Button } from '@chakra-ui/react/button';
import { Textarea } from '@chakra-ui/react/textarea';
import { dischargeStatuses } from 'language/domain/values/codes';
import { Trash2 } from 'lucide-react';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { useWatch, useOtherPeople, useTouchPresence } from '../../sync/live/live-connection.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { formatDate, today } from '../../platform/time/dates.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import { useFlatSave, useSendTo, FormConflict } from '../../editing/flat-save.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { formatList } from '../../platform/language/format.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { readPreview } from '../../components/text/clinical-text.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { CareFields } from './care-fields.tsx';
import { DialogPatient, LeavingWarnings } from '../../clinical/leaving-patient.tsx';
import {
  readAdmission,
  editOf,
  fieldsOf,
  statusName,
  admissionGroups,
  admissionLabels,
  type AdmissionFields,
} from './admission-fields.ts';
import { pregnancyLabel } from '../../clinical/care-details.ts';
import { dischargeStatusLabel } from '../../clinical/code-labels.ts';

/** The key of the form's draft. */
const draftKeyOf = ({ _id }: Admission): string => `stay/${_id}`;

interface Props {
  admission: Admission;
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  /** `discharge`: only the discharge, with today as its date. Undefined: closed. */
  mode: 'edit' | 'discharge' | undefined;
  onClose: () => void;
}

/**
 * "Edit admission": the admission, its discharge, and its deletion while it has no reviews
 * (docs/product.md, "Admissions" and "Deletions").
 */
export function AdmissionDialog({ admission, patient, mode, onClose }: Props) {
  const t = useTranslation();
  const [isDirty, setIsDirty] = useState(false);
  const user = useSessionUser()?._id ?? '';
  const close = async (): Promise<void> => {
    if (isDirty) {
      if (
        !(await confirm({
          title: t('patientAdmissions.discard.title'),
          body: t('patientAdmissions.discard.body'),
          yes: t('patientAdmissions.discard.yes'),
          no: t('patientAdmissions.discard.no'),
          danger: true,
        }))
      )
        return;
      drafts.settle({ user, of: draftKeyOf(admission) });
    }
    onClose();
  };
  return (
    <Sheet open={mode !== undefined} onClose={() => void close()} closeOnInteractOutside={false}>
      <Dialog.Header flexWrap="wrap" rowGap="1">
        <Dialog.Title>
          {mode === 'discharge' ? t('patientAdmissions.discharge') : t('patientAdmissions.editTitle')}
        </Dialog.Title>
        <DialogPatient patient={patient} admission={admission} />
        <EditingPresence admission={admission._id} />
      </Dialog.Header>
      <AdmissionForm
        admission={admission}
        isDischarge={mode === 'discharge'}
        onDirty={setIsDirty}
        onClose={() => void close()}
        onDone={onClose}
      />
    </Sheet>
  );
}

/** Tells others that this person edits the admission, and shows who else does. A hint, no lock. */
function EditingPresence({ admission }: { admission: string }) {
  const t = useTranslation();
  const user = useSessionUser();
  useWatch({ admission });
  useTouchPresence({ admission, target: 'admission', mode: 'editing' });
  const names = useOtherPeople(admission, user?._id ?? '').editingAt('admission');
  return (
    <Box role="status" fontSize="xs" color="amber.fg">
      {names.length > 0 ? t('patientAdmissions.writing', { names: formatList(names), count: names.length }) : null}
    </Box>
  );
}

interface FormProps {
  admission: Admission;
  isDischarge: boolean;
  /** Called when the form gets or loses unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onDone: () => void;
}

/** A value as a conflict shows it. */
function shown(field: keyof AdmissionFields, value: string) {
  switch (field) {
    case 'admissionDetails':
      return { html: value };
    case 'pregnancy':
      return { text: pregnancyLabel(value) };
    case 'dischargeStatus':
      return { text: statusName(value) };
    case 'admissionDate':
    case 'plannedDischarge':
    case 'dischargeDate':
      return { text: formatDate(value) };
    case 'room':
    case 'bed':
    case 'consultant':
    case 'workingDiagnosis':
    case 'dischargeNote':
      return { text: value };
  }
}

function AdmissionForm({ admission, isDischarge, onDirty, onClose, onDone }: FormProps) {
  const t = useTranslation();
  const form = useFlatForm(fieldsOf(admission), admission.version);
  const { draft } = form;
  const finish = (message: string): void => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(admission.patient) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.admission(admission._id) });
    notify.saved(message);
    onDone();
  };
  const remove = useCommand(admissionCalls.deleteAdmission, {
    draft: draftKeyOf(admission),
    onSuccess: () => finish(t('patientAdmissions.removed')),
  });

  // Today is suggested as the date of discharge. The suggestion is no unsaved change.
  const suggested = isDischarge && draft.dischargeDate === '' ? today() : '';
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: admissionGroups,
    draft: draftKeyOf(admission),
    read: readAdmission,
    mine: suggested === '' ? draft : { ...draft, dischargeDate: suggested },
    send: (changed, ifVersion) =>
      sendTo(admissionCalls.editAdmission, {
        params: { id: admission._id },
        team: admission.team,
        ifVersion,
        body: editOf(changed),
      }),
    onSaved: ({ stream: _stream, revision: _revision, ...saved }, mergedWith) => {
      // Before the list is read again: a person who edits once more must start from the saved version.
      queryClient.setQueryData<Admission[]>(queryKeys.admissionsOf(admission.patient), (cached) =>
        cached?.map((other) => (other._id === saved._id ? { ...other, ...saved } : other)),
      );
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
      finish(isDischarge ? t('patientAdmissions.dischargedToast') : t('patientAdmissions.updated'));
    },
  });
  const { refused } = saving;
  const isUnsaved = form.isDirty && !saving.isSaved && !remove.isSuccess;
  useUnsaved(isUnsaved ? t('patientAdmissions.unsavedAdmission') : undefined);
  useEffect(() => {
    onDirty(isUnsaved);
    return () => onDirty(false);
  }, [isUnsaved, onDirty]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  const takeDischargeBack = (): void => form.change({ dischargeDate: '', dischargeStatus: '' });
  const askToDelete = async (): Promise<void> => {
    if (
      await confirm({
        title: t('patientAdmissions.removeQuestion.title'),
        body: t('patientAdmissions.removeQuestion.body'),
        yes: t('patientAdmissions.removeQuestion.yes'),
        danger: true,
      })
    )
      remove.mutate({ params: { id: admission._id }, team: admission.team, ifVersion: admission.version });
  };

  return (
    <Box asChild display="contents">
      <form
        aria-label={isDischarge ? t('patientAdmissions.dischargePatient') : t('patientAdmissions.editTitle')}
        onSubmit={submit}
      >
        <Dialog.Body>
          <Box display="grid" gap="4">
            <FlatDraft
              form={form}
              of={draftKeyOf(admission)}
              what={t('patientAdmissions.draft')}
              isDone={saving.isSaved || remove.isSuccess}
            />
            <ErrorAlert error={remove.error} />
            {admission.dischargeDate === null && (isDischarge || draft.dischargeDate !== '') ? (
              <LeavingWarnings admission={admission} isDischarge />
            ) : null}
            <FormConflict saving={saving} labels={admissionLabels()} shown={shown} />
            {!isDischarge && (
              <>
                <Box maxW="220px">
                  <DateField
                    label={t('patientAdmissions.admissionDate')}
                    required
                    near={['yesterday', 'today']}
                    max={today()}
                    value={draft.admissionDate}
                    onChange={(admissionDate) => form.change({ admissionDate })}
                    error={refused['admissionDate']}
                  />
                </Box>
                <CareFields values={draft} onChange={form.change} refused={refused} />
                <RichText
                  key={form.round}
                  label={t('patientAdmissions.details')}
                  defaultHtml={draft.admissionDetails}
                  onIdle={(admissionDetails) => form.change({ admissionDetails })}
                  disabled={saving.isBusy}
                />
              </>
            )}
            <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '220px 1fr' }} gap="3" alignItems="start">
              <DateField
                label={t('patientAdmissions.dischargeDate')}
                required={isDischarge}
                near={['yesterday', 'today']}
                min={draft.admissionDate}
                value={draft.dischargeDate || suggested}
                onChange={(dischargeDate) => form.change({ dischargeDate })}
                error={refused['dischargeDate']}
              />
              <FormField
                label={t('patientAdmissions.status')}
                required={isDischarge}
                hint={draft.dischargeStatus === '4' ? t('code.dischargeStatusHint.4') : undefined}
                error={refused['dischargeStatus']}
              >
                <Select
                  value={draft.dischargeStatus}
                  onChange={(dischargeStatus) => form.change({ dischargeStatus })}
                  none={t('patientAdmissions.selectStatus')}
                  options={dischargeStatuses.map(({ code }) => [code, dischargeStatusLabel(code)])}
                />
              </FormField>
            </Box>
            <FormField
              label={t('patientAdmissions.note')}
              error={refused['dischargeNote']}
              hint={readPreview(draft.dischargeNote)}
            >
              <Textarea
                dir="auto"
                rows={3}
                value={draft.dischargeNote}
                onChange={(event) => form.change({ dischargeNote: event.target.value })}
              />
            </FormField>
            {!isDischarge && admission.dischargeDate !== null && (
              <Button type="button" variant="outline" size="sm" justifySelf="start" onClick={takeDischargeBack}>
                {t('patientAdmissions.takeBack')}
              </Button>
            )}
          </Box>
        </Dialog.Body>
        <Dialog.Footer flexWrap="wrap">
          {!isDischarge && admission.reviewsCount === 0 && (
            <Button
              variant="outline"
              colorPalette="red"
              marginInlineEnd="auto"
              loading={remove.isPending}
              onClick={() => void askToDelete()}
            >
              <Trash2 aria-hidden />
              {t('patientAdmissions.remove')}
            </Button>
          )}
          <Button variant="outline" colorPalette="gray" disabled={saving.isBusy} onClick={onClose}>
            {t('patientAdmissions.close')}
          </Button>
          <Button type="submit" loading={saving.isBusy} disabled={!form.isDirty}>
            {isDischarge ? t('patientAdmissions.dischargePatient') : t('patientAdmissions.update')}
          </Button>
        </Dialog.Footer>
      </form>
    </Box>
  );
}
