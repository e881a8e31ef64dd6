import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The beginning of the keys of a patient's drafts. */
export const allergyDrafts = (patient: string): string => `allergy/${patient}/`;
export const draftOf = (patient: string, allergy = 'new'): string => `${allergyDrafts(patient)}${allergy}`;

/** Only a read has the lists of merged patients, and the chart has the patient. */
export function readAllergiesAgain(patient: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.patient(patient) });
  void queryClient.invalidateQueries({ queryKey: ['admission'] });
}
