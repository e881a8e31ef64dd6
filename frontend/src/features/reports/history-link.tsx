import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { reportsText as text } from './messages.ts';

/** To every event of an entry: how it came to be what the report counts. */
export const HistoryLink = ({ entry, review }: { entry: { _id: string; errDrugLabel: string }; review: string }) => (
  <Link to={paths.entryLife.href(entry._id, review)} target="_blank" rel="noopener" aria-label={text.historyOf(entry.errDrugLabel)} data-print="hide">{text.history}</Link>
);
