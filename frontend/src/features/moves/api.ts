/** The calls of a move to another chart (docs/product.md, "Moved to another chart"). */
import * as patientCalls from 'language/contract/calls/patients';
import { queryOptions } from '@tanstack/react-query';
import type { GalleryGroup, MovedOut, Patient } from 'language/contract/entities';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The thing that a person wants to move. */
export interface Movable {
  readonly kind: MovedOut['kind'];
  readonly id: string;
  /** In words, such as a drug or a day. */
  readonly name: string;
  readonly admission: string;
  readonly patient: string;
  readonly team: string;
  readonly version: number;
  /** The review of an entry, with its author and day. */
  readonly review?: { readonly id: string; readonly author: string; readonly day: string };
  /** The images of a group. */
  readonly images?: GalleryGroup['images'];
}

/** The patients by a name or a record number; an empty text gives those who are in hospital. */
export const patientChoiceQuery = (team: string, text: string) =>
  queryOptions({
    queryKey: queryKeys.patientChoice(team, text),
    queryFn: async ({ signal }): Promise<Patient[]> => {
      if (text === '')
        return (await api(patientCalls.listInpatients, { params: { teamId: team }, team, signal })).inpatients;
      return (
        await api(patientCalls.searchPatients, {
          params: { teamId: team },
          team,
          query: { text, pageNumber: 1 },
          signal,
        })
      ).patients;
    },
  });
