import { memo, type ReactNode } from 'react';
import { type Span, spansIn } from '../../platform/text/text-spans.ts';

/** A part of the text that is marked as different. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}
type Part = Mark & { readonly kind: Span['kind'] | 'mark' };

/** Marks come between the spans; one that goes across the edge of a span is cut there. */
function withMarks(spans: readonly Span[], marks: readonly Mark[]): Part[] {
  const pieces = marks.flatMap((mark) => {
    const edges = spans
      .filter(
        ({ start, end }) =>
          (start > mark.start && start < mark.end && end > mark.end) ||
          (end > mark.start && end < mark.end && start < mark.start),
      )
      .map(({ start, end }) => (start > mark.start ? start : end));
    const cuts = [mark.start, ...edges.sort((one, other) => one - other), mark.end];
    return cuts.slice(1).map((end, at): Part => ({ start: cuts[at] ?? 0, end, kind: 'mark' }));
  });
  return [...spans, ...pieces].sort((one, other) => one.start - other.start || other.end - one.end);
}

function element(kind: Part['kind'], key: number, inside: ReactNode): ReactNode {
  switch (kind) {
    case 'ltr':
      return (
        <bdo key={key} dir="ltr">
          {inside}
        </bdo>
      );
    case 'rtl':
      return (
        <bdi key={key} dir="rtl">
          {inside}
        </bdi>
      );
    case 'unbroken':
      return (
        <span key={key} className="unbroken">
          {inside}
        </span>
      );
    case 'mark':
      return <mark key={key}>{inside}</mark>;
    default:
      return kind satisfies never;
  }
}

/** The text from `from` to `to`. @param parts those within it, the outer ones first */
function drawn(text: string, parts: readonly Part[], from: number, to: number): ReactNode[] {
  const nodes: ReactNode[] = [];
  let at = from;
  for (const [place, part] of parts.entries()) {
    if (part.start < at) continue;
    if (part.start > at) nodes.push(text.slice(at, part.start));
    const inside = parts.slice(place + 1).filter(({ start, end }) => start >= part.start && end <= part.end);
    nodes.push(
      element(
        part.kind,
        part.start,
        inside.length === 0 ? text.slice(part.start, part.end) : drawn(text, inside, part.start, part.end),
      ),
    );
    at = part.end;
  }
  if (at < to) nodes.push(text.slice(at, to));
  return nodes;
}

/**
 * Any text, of a person or of the program: dates, times and numbers with their units do not break, and in an Arabic
 * sentence a number stays before its unit (`platform/text/text-spans.ts`). Adds nothing to what is copied or searched. Text with
 * such parts is one element, so that it is one item of a flex box.
 */
export const ClinicalText = memo(function ClinicalText({
  children: text,
  marks = [],
}: {
  children: string;
  marks?: readonly Mark[];
}) {
  const parts = withMarks(spansIn(text), marks);
  if (parts.length === 0) return text;
  const nodes = drawn(text, parts, 0, text.length);
  return nodes.length === 1 ? nodes[0] : <span>{nodes}</span>;
});

/** Words that may also be elements already: these hold their own. */
export const clinicalText = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? <ClinicalText>{words}</ClinicalText> : words;

/**
 * The same of what a person has named or written, within a line of something else: its letters move nothing beside it.
 */
export const ClinicalName = ({ children }: { children: string }) => (
  <bdi>
    <ClinicalText>{children}</ClinicalText>
  </bdi>
);
