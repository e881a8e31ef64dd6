import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { reportsText as text } from './messages.ts';

/**
 * To every event of an entry: how it came to be what the report counts.
 * @param children what is pressed, where that is more than the word
 */
export const HistoryLink = ({
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
