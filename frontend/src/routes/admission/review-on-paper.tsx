/** The printed review, once the medications with their doses are read. Where they cannot be read, it has no doses. */
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails, Review } from 'command-api/contract/entities';
import { medicationsQuery } from '../../features/medications/api.ts';
import PrintedReview from '../../features/reviews/printed-review.tsx';

interface Props {
  review: Review;
  /** All reviews of the admission. */
  reviews: readonly Review[];
  admission: AdmissionDetails;
  by: string;
  onPrinted: () => void;
}

export default function ReviewOnPaper({ review, reviews, admission, by, onPrinted }: Props) {
  const medications = useQuery(medicationsQuery(admission._id, admission.team));
  if (medications.isPending) return null;
  const found = medications.data ?? [];
  return (
    <PrintedReview
      review={review}
      admission={admission}
      medications={found}
      revision={Math.max(...[admission, ...reviews, ...found].map(({ version }) => version))}
      by={by}
      onPrinted={onPrinted}
    />
  );
}
