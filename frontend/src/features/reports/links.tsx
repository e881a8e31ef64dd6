/** Links from a report to what it counts. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { reportsText as text } from './messages.ts';

/** @param asOf opens the chart as it was at that instant; undefined: the chart of today */
export const reviewHref = (review: { _id: string; admission: string }, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(review.admission, asOf) : paths.admission.href(review.admission, { review: review._id });
export const admissionHref = (admission: string, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(admission, asOf) : paths.admission.href(admission);

/** Opens every event of an entry. @param children replaces the word "History" */
export const EntryHistoryLink = ({
  entry,
  review,
  children = text.history,
}: {
  entry: { _id: string; errDrugLabel: string };
  review: string;
  children?: ReactNode;
}) => (
  <Link
    to={paths.entryLife.href(entry._id, review)}
    target="_blank"
    rel="noopener"
    aria-label={text.historyOf(entry.errDrugLabel)}
    data-print="hide"
  >
    {children}
  </Link>
);
