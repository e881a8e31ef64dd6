import * as patientCalls from 'language/contract/calls/patients';
import type { AllergyList, Patient } from 'language/contract/entities';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';
import { readAllergiesAgain } from './api.ts';

/** Says that the list is right, as the person sees it. */
export function useConfirm({ _id, team }: Pick<Patient, '_id' | 'team'>, { version }: AllergyList) {
  const t = useTranslation();
  const { mutate, isPending, error } = useCommand(patientCalls.confirmAllergies, {
    onSuccess: () => {
      readAllergiesAgain(_id);
      notify.saved(t('allergies.confirmed'));
    },
    // The list has changed: what the person looks at is read again.
    onError: () => readAllergiesAgain(_id),
  });
  return { confirm: () => mutate({ params: { id: _id }, team, ifVersion: version, body: {} }), isPending, error };
}
