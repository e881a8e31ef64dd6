import { memo, useMemo } from 'react';
import { isolatedHtml } from '../../platform/text/isolation.ts';
import { sanitizeForReading } from '../../platform/text/sanitize.ts';
import './rich-text.css';

/**
 * Displays rich text. Only here HTML of other people enters the page, after the allow-list. `mark` adds marks to the
 * sanitized HTML. Numbers are isolated with their units last.
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
