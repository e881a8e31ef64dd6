/** The table of medicines by day, of the reviews and the list of medications. Loaded beside the chart. */
import type { AdmissionDetails, AdmissionMedication, Review } from 'language/contract/entities';
import { useMemo } from 'react';
import { useToday } from '../../platform/time/dates.ts';
import { Dashboard } from './dashboard.tsx';
import { medicationTable } from './medication-days.ts';

export interface DayTableProps {
  admission: AdmissionDetails;
  reviews: readonly Review[];
  medications: readonly AdmissionMedication[];
}

export function DayTable({ admission, reviews, medications }: DayTableProps) {
  const today = useToday();
  const table = useMemo(
    () => medicationTable(admission, reviews, medications, today),
    [admission, reviews, medications, today],
  );
  return <Dashboard dashboard={table} />;
}
