import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { Textarea } from '@chakra-ui/react/textarea';
import type { Admission } from 'command-api/contract/entities';
import { dischargeStatuses } from 'command-api/domain/codes';
import { Trash2 } from 'lucide-react';
import { useEffect, type FormEvent } from 'react';
import { formatDate, today } from '../../platform/time/dates.ts';
import { useFlatForm } from '../../editing/flat-form/flat-form.ts';
import { useFlatSave, useSendTo } from '../../editing/flat-form/flat-save.ts';
import { queryClient, useCommand } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FlatDraft } from '../../editing/flat-form/flat-draft.tsx';
import { FormConflict } from '../../editing/flat-form/form-conflict.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { mergeText } from '../../editing/merge-messages.ts';
import { readPreview } from '../../components/text/read-preview.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { deleteAdmission, editAdmission } from './api.ts';
import { admissionsText as text } from './messages.ts';
import {
  readAdmission,
  editOf,
  fieldsOf,
  statusName,
  admissionGroups,
  admissionLabels,
  type AdmissionFields,
} from './admission-fields.ts';

/** The place of its draft. */
export const admissionDraftKey = ({ _id }: Admission): string => `stay/${_id}`;

interface Props {
  admission: Admission;
  discharging: boolean;
  /** Whether something would be lost now. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
  onDone: () => void;
}

function shown(field: keyof AdmissionFields, value: string) {
  if (field === 'admissionDetails') return { html: value };
  return {
    text: field === 'dischargeStatus' ? statusName(value) : field === 'dischargeNote' ? value : formatDate(value),
  };
}

export function AdmissionForm({ admission, discharging, onDirty, onClose, onDone }: Props) {
  const form = useFlatForm(fieldsOf(admission), admission.version);
  const { draft } = form;
  const ended = (said: string): void => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(admission.patient) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.admission(admission._id) });
    notify.saved(said);
    onDone();
  };
  const remove = useCommand(deleteAdmission, {
    draft: admissionDraftKey(admission),
    onSuccess: () => ended(text.removed),
  });

  // Today is offered, and counts as typed only once a status was chosen.
  const suggested = discharging && draft.dischargeDate === '' ? today() : '';
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: admissionGroups,
    draft: admissionDraftKey(admission),
    read: readAdmission,
    mine: suggested === '' ? draft : { ...draft, dischargeDate: suggested },
    send: (changed, ifVersion) =>
      sendTo(editAdmission, { params: { id: admission._id }, team: admission.team, ifVersion, body: editOf(changed) }),
    onSaved: ({ stream: _stream, revision: _revision, ...saved }, mergedWith) => {
      // At once, or whoever edits it again before the list is read would stand on what was before.
      queryClient.setQueryData<Admission[]>(queryKeys.admissionsOf(admission.patient), (held) =>
        held?.map((one) => (one._id === saved._id ? { ...one, ...saved } : one)),
      );
      if (mergedWith !== undefined) notify.info(mergeText.merged(mergedWith));
      ended(discharging ? text.dischargedToast : text.updated);
    },
  });
  const { refused } = saving;
  const typed = form.dirty && !saving.saved && !remove.isSuccess;
  useUnsaved(typed ? text.unsavedAdmission : undefined);
  useEffect(() => {
    onDirty(typed);
    return () => onDirty(false);
  }, [typed, onDirty]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.dirty && !saving.busy) saving.save();
  };
  const takeBack = (): void => form.change({ dischargeDate: '', dischargeStatus: '' });
  const askToDelete = async (): Promise<void> => {
    if (await confirm(text.removeQuestion))
      remove.mutate({ params: { id: admission._id }, team: admission.team, ifVersion: admission.version });
  };

  return (
    <Box asChild display="contents">
      <form aria-label={discharging ? text.dischargePatient : text.editTitle} onSubmit={submit}>
        <Dialog.Body>
          <Box display="grid" gap="4">
            <FlatDraft
              form={form}
              of={admissionDraftKey(admission)}
              what={text.draft}
              done={saving.saved || remove.isSuccess}
            />
            <ErrorAlert error={remove.error} />
            <FormConflict saving={saving} labels={admissionLabels} shown={shown} />
            {!discharging && (
              <>
                <Box maxW="200px">
                  <FormField label={text.admissionDate} required error={refused['admissionDate']}>
                    <Input
                      type="date"
                      max={today()}
                      value={draft.admissionDate}
                      onChange={(event) => form.change({ admissionDate: event.target.value })}
                    />
                  </FormField>
                </Box>
                <RichText
                  key={form.round}
                  label={text.details}
                  defaultHtml={draft.admissionDetails}
                  onIdle={(admissionDetails) => form.change({ admissionDetails })}
                  disabled={saving.busy}
                />
              </>
            )}
            <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '200px 1fr' }} gap="3" alignItems="start">
              <FormField label={text.dischargeDate} required={discharging} error={refused['dischargeDate']}>
                <Input
                  type="date"
                  min={draft.admissionDate}
                  value={draft.dischargeDate || suggested}
                  onChange={(event) => form.change({ dischargeDate: event.target.value })}
                />
              </FormField>
              <FormField label={text.status} required={discharging} error={refused['dischargeStatus']}>
                <NativeSelect.Root>
                  <NativeSelect.Field
                    value={draft.dischargeStatus}
                    onChange={(event) => form.change({ dischargeStatus: event.target.value })}
                  >
                    <option value="">{text.selectStatus}</option>
                    {dischargeStatuses.map(({ code, label }) => (
                      <option key={code} value={code}>
                        {label}
                      </option>
                    ))}
                  </NativeSelect.Field>
                  <NativeSelect.Indicator />
                </NativeSelect.Root>
              </FormField>
            </Box>
            <FormField label={text.note} error={refused['dischargeNote']} hint={readPreview(draft.dischargeNote)}>
              <Textarea
                dir="auto"
                rows={3}
                value={draft.dischargeNote}
                onChange={(event) => form.change({ dischargeNote: event.target.value })}
              />
            </FormField>
            {!discharging && admission.dischargeDate !== null && (
              <Button type="button" variant="outline" size="sm" justifySelf="start" onClick={takeBack}>
                {text.takeBack}
              </Button>
            )}
          </Box>
        </Dialog.Body>
        <Dialog.Footer flexWrap="wrap">
          {!discharging && admission.reviewsCount === 0 && (
            <Button
              variant="outline"
              colorPalette="red"
              marginInlineEnd="auto"
              loading={remove.isPending}
              onClick={() => void askToDelete()}
            >
              <Trash2 aria-hidden />
              {text.remove}
            </Button>
          )}
          <Button variant="outline" colorPalette="gray" disabled={saving.busy} onClick={onClose}>
            {text.close}
          </Button>
          <Button type="submit" loading={saving.busy} disabled={!form.dirty}>
            {discharging ? text.dischargePatient : text.update}
          </Button>
        </Dialog.Footer>
      </form>
    </Box>
  );
}
