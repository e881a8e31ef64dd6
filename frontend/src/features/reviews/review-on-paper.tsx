/**
 * The printed review, once the chart on the day of the review is read: doses have changed since. Where it cannot be read,
 * the sheet has no doses.
 */
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails, Review } from 'language/contract/entities';
import { chartOfReviewQuery } from '../../sync/reads/past-chart.ts';
import PrintedReview from './printed-review.tsx';

interface Props {
  review: Review;
  admission: AdmissionDetails;
  by: string;
  onPrinted: () => void;
}

export default function ReviewOnPaper({ review, admission, by, onPrinted }: Props) {
  const chart = useQuery(chartOfReviewQuery(admission._id, review._id));
  if (chart.isFetching) return null;
  return (
    <PrintedReview
      review={review}
      admission={admission}
      medications={chart.data?.medications ?? []}
      // A later change of the review itself is on the sheet, and in the chart that the code leads to.
      revision={Math.max(chart.data?.revision ?? admission.version, review.version)}
      by={by}
      onPrinted={onPrinted}
    />
  );
}
