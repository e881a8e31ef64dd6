import { memo, useMemo } from 'react';
import { sanitizeForReading } from '../lib/sanitize.ts';
import './rich-text.css';

/** Rich text to read. The only place where HTML of other people enters the page; it passes the allow-list first. */
export const RichTextView = memo(function RichTextView({ html }: { html: string }) {
  const safe = useMemo(() => sanitizeForReading(html), [html]);
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: safe }} />;
});
