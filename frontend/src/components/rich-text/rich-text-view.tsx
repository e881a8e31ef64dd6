import { memo, useMemo } from 'react';
import { isolatedHtml } from '../../platform/text/isolation.ts';
import { sanitizeForReading } from '../../platform/text/sanitize.ts';
import './rich-text.css';

/**
 * Rich text to read. The only place where HTML of other people enters the page; it passes the allow-list first.
 * `mark` puts marks into what has passed it; then numbers are kept with their units.
 */
export const RichTextView = memo(function RichTextView({
  html,
  mark,
}: {
  html: string;
  mark?: (safe: string) => string;
}) {
  const safe = useMemo(() => {
    const read = sanitizeForReading(html);
    return isolatedHtml(mark ? mark(read) : read);
  }, [html, mark]);
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: safe }} />;
});
