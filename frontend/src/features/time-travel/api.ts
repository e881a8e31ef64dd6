/** Reads the past charts of an admission, the times of its changes, and the verification of a history. */
import * as historyCalls from 'command-api/contract/calls/history';
import { queryOptions } from '@tanstack/react-query';
import type { ChartAsOf, Verification } from 'command-api/contract/history';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

export const momentsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.moments(id),
    queryFn: ({ signal }) => api(historyCalls.listMoments, { params: { id }, signal }),
  });

/** A whole chart for each position of the slider, kept for one minute. @param at a revision or an instant */
export const chartQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: queryKeys.chartAsOf(id, at),
    queryFn: async ({ signal }) =>
      (await api(historyCalls.getAdmissionHistory, { params: { id }, query: { at }, signal })) as ChartAsOf,
    gcTime: 60_000,
    structuralSharing: false,
  });

/** The chart on the day of a review, read again for each print. */
export const chartOfReviewQuery = (id: string, review: string) =>
  queryOptions({ ...chartQuery(id, `review:${review}`), gcTime: 0, staleTime: 0, refetchOnMount: 'always' });

/** A stream whose history can be verified. */
export interface VerifiableHistory {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
}
const verifications = {
  admissions: historyCalls.verifyAdmission,
  patients: historyCalls.verifyPatient,
  teams: historyCalls.verifyTeam,
  drugs: historyCalls.verifyDrug,
};
const exports = {
  admissions: historyCalls.exportAdmission,
  patients: historyCalls.exportPatient,
  teams: historyCalls.exportTeam,
  drugs: historyCalls.exportDrug,
};
export const verifyHistory = ({ kind, id }: VerifiableHistory): Promise<Verification> =>
  api(verifications[kind], { params: { id } });
export const exportHistory = ({ kind, id }: VerifiableHistory): Promise<Blob> => api(exports[kind], { params: { id } });
