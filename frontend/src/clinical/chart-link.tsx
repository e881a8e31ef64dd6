import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { useChartTab } from '../platform/storage/chart-tabs.ts';

interface Props {
  patient: string;
  /** The open admission; undefined without one. */
  admission: string | null | undefined;
  className?: string;
  children: ReactNode;
}

/** Leads to the chart of the current stay, or else to the patient, in the tab that the person has chosen. */
export const ChartLink = ({ patient, admission, ...link }: Props) => (
  <Link to={admission ? paths.admission.href(admission) : paths.patient.href(patient)} {...useChartTab()} {...link} />
);
