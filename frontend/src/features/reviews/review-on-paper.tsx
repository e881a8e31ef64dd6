/**
 * The printed review, once the chart on the day of the review is read: doses have changed since. Where it cannot be read,
 * the sheet has no doses.
 */
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails, Review } from 'language/contract/entities';
import { compactValues, headerValues } from '../../clinical/measured-values.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { chartOfReviewQuery } from '../../sync/reads/past-chart.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import PrintedReview from './printed-review.tsx';

interface Props {
  review: Review;
  admission: AdmissionDetails;
  by: string;
  onPrinted: () => void;
}

export default function ReviewOnPaper({ review, admission, by, onPrinted }: Props) {
  const chart = useQuery(chartOfReviewQuery(admission._id, review._id));
  const team = useQuery(teamQuery(admission.team));
  if (chart.isFetching || team.isLoading) return null;
  const readings = chart.data?.measurements.filter((one) => one.admission === admission._id) ?? [];
  const now = chart.data ? formatInstant(chart.data.at) : '';
  const known = { readings, person: admission.patientDetails, now };
  return (
    <PrintedReview
      review={review}
      admission={admission}
      medications={chart.data?.medications ?? []}
      values={team.data ? compactValues(headerValues(known, team.data)) : ''}
      // A later change of the review itself is on the sheet, and in the chart that the code leads to.
      revision={Math.max(chart.data?.revision ?? admission.version, review.version)}
      by={by}
      onPrinted={onPrinted}
    />
  );
}
