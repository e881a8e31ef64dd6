/** Discharge of one stay: date, status, note. Based on the version that is on the screen. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { Textarea } from '@chakra-ui/react/textarea';
import type { Admission } from 'command-api/contract/entities';
import { dischargeStatuses, type DischargeStatus } from 'command-api/domain/codes';
import { useState, type FormEvent } from 'react';
import { today } from '../../lib/dates.ts';
import { queryClient, useCommand } from '../../lib/queries.ts';
import { keys } from '../../lib/query-keys.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { confirm } from '../../ui/confirm.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { notify } from '../../ui/toaster.tsx';
import { dischargePatient } from './api.ts';
import { staysText as text } from './messages.ts';

export function DischargeForm({ admission, onCancel }: { admission: Admission; onCancel: () => void }) {
  const [date, setDate] = useState(today);
  const [status, setStatus] = useState<DischargeStatus>();
  const [note, setNote] = useState('');
  useUnsaved(status !== undefined || note !== '' ? text.unsavedDischarge : undefined);
  const discharge = useCommand(dischargePatient, {
    onSuccess: () => {
      notify.saved(text.dischargedToast);
      void queryClient.invalidateQueries({ queryKey: keys.admissionsOf(admission.patient) });
      void queryClient.invalidateQueries({ queryKey: keys.admission(admission._id) });
    },
  });
  const cancel = async (): Promise<void> => {
    if ((status === undefined && note === '') || (await confirm({ ...text.discard, danger: true }))) onCancel();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (discharge.isPending || status === undefined) return;
    discharge.mutate({ params: { id: admission._id }, team: admission.team, ifVersion: admission.version, body: { dischargeDate: date, dischargeStatus: status, dischargeNote: note } });
  };
  const refused = discharge.error?.fields;
  return (
    <form aria-label={text.dischargePatient} onSubmit={submit}>
      <Box display="grid" gap="3">
        <ErrorAlert error={discharge.error} />
        <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '180px 1fr' }} gap="3">
          <FormField label={text.dischargeDate} required error={refused?.['dischargeDate']}><Input type="date" min={admission.admissionDate} value={date} onChange={(event) => setDate(event.target.value)} /></FormField>
          <FormField label={text.status} required error={refused?.['dischargeStatus']}>
            <NativeSelect.Root>
              <NativeSelect.Field value={status ?? ''} onChange={(event) => setStatus(dischargeStatuses.find(({ code }) => String(code) === event.target.value)?.code)}>
                <option value="" disabled>{text.selectStatus}</option>
                {dischargeStatuses.map(({ code, label }) => <option key={code} value={code}>{label}</option>)}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        </Box>
        <FormField label={text.note} error={refused?.['dischargeNote']}><Textarea dir="auto" rows={3} value={note} onChange={(event) => setNote(event.target.value)} /></FormField>
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" loading={discharge.isPending}>{text.dischargePatient}</Button>
          <Button variant="ghost" colorPalette="gray" disabled={discharge.isPending} onClick={() => void cancel()}>{text.cancel}</Button>
        </Box>
      </Box>
    </form>
  );
}
