import type { Admission } from 'command-api/contract/entities';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** After a change of the offer of a transfer. */
export const readAgain = ({ _id, patient }: Admission): void => {
  void queryClient.invalidateQueries({ queryKey: queryKeys.admission(_id) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(patient) });
};
