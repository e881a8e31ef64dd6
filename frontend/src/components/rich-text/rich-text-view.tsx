import { memo, useLayoutEffect, useRef } from 'react';
import { isolateSpans } from '../../platform/text/isolation.ts';
import { nodesForReading } from '../../platform/text/sanitize.ts';
import './rich-text.css';

/**
 * Displays rich text. Only here HTML of other people enters the page, after the allow-list. `mark` adds marks to the
 * sanitized text. Numbers are isolated with their units last.
 */
export const RichTextView = memo(function RichTextView({
  html,
  mark,
}: {
  html: string;
  mark?: (safe: DocumentFragment) => void;
}) {
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = nodesForReading(html);
    mark?.(nodes);
    isolateSpans(nodes);
    // Bullets, lines and indents are at the side at which the text begins.
    for (const block of nodes.querySelectorAll('ol, ul, blockquote, [class*="ql-indent"]'))
      block.setAttribute('dir', 'auto');
    shown.current?.replaceChildren(nodes);
  }, [html, mark]);
  return <div className="rich-text" ref={shown} />;
});
