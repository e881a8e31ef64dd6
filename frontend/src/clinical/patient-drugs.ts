/** The trade names that a patient is on, for the search of drugs: "Zyloric" of a patient on 300 mg is the one of 300 mg. */
import { useQuery } from '@tanstack/react-query';
import type { AdmissionMedication, Patient, Review } from 'language/contract/entities';
import { createContext, useContext, useMemo } from 'react';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { medicationsQuery, reviewsQuery } from '../sync/reads/admission-lists.ts';

/** The admission of the chart, with its team and patient; undefined outside of a chart. */
export const ChartContext = createContext<
  { readonly admission: string; readonly team: string; readonly patient: Patient } | undefined
>(undefined);

/**
 * Ids of trade names, each once: what the list of medications says is taken, then the medicines of the reviews, the
 * newest first.
 *
 * @param reviews ascending by date
 */
export const patientDrugs = (
  medications: readonly Pick<AdmissionMedication, 'drug' | 'stopDate'>[],
  reviews: readonly Pick<Review, 'drugErrs'>[],
): string[] => [
  ...new Set([
    ...medications.filter(({ stopDate }) => stopDate === null).map(({ drug }) => drug),
    ...reviews.toReversed().flatMap(({ drugErrs }) => drugErrs.map(({ errDrug }) => errDrug)),
  ]),
];

/** True in a chart of a team that chooses PCNE codes. */
export function useUsesPcne(): boolean {
  const { team = '' } = useContext(ChartContext) ?? {};
  return useQuery({ ...teamQuery(team), enabled: team !== '' }).data?.classification?.pcne === true;
}

export function usePatientDrugs(): string[] {
  const chart = useContext(ChartContext);
  const { admission = '', team = '' } = chart ?? {};
  const enabled = chart !== undefined;
  const medications = useQuery({ ...medicationsQuery(admission, team), enabled });
  const reviews = useQuery({ ...reviewsQuery(admission, team), enabled });
  return useMemo(() => patientDrugs(medications.data ?? [], reviews.data ?? []), [medications.data, reviews.data]);
}
