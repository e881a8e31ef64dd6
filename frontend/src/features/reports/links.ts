/** Where things of a report are found: a chart as it is, or as it was when the report was known. */
import { paths } from '../../platform/paths.ts';

export const chartOf = (review: { _id: string; admission: string }, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(review.admission, asOf) : paths.admission.href(review.admission, { review: review._id });
export const stayOf = (admission: string, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(admission, asOf) : paths.admission.href(admission);
