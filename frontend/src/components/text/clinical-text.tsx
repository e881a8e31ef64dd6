import { Fragment, memo, type ReactNode } from 'react';
import { Box } from '@chakra-ui/react/box';
import { numberWithoutZero, spansIn, type Span } from '../../platform/text/text-spans.ts';
import { translate } from '../../platform/language/language.ts';

/** A range of the text that is marked as different. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}
type Part = Mark & { readonly kind: Span['kind'] | 'mark' };

/** Nests marks and spans; a mark that crosses the edge of a span is cut there. */
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

/**
 * Renders the text from `from` to `to`.
 * @param parts the parts within it, outer ones first
 */
function renderRange(text: string, parts: readonly Part[], from: number, to: number): ReactNode[] {
  const nodes: ReactNode[] = [];
  let at = from;
  for (const [index, part] of parts.entries()) {
    if (part.start < at) continue;
    if (part.start > at) nodes.push(text.slice(at, part.start));
    const inside = parts.slice(index + 1).filter(({ start, end }) => start >= part.start && end <= part.end);
    nodes.push(
      element(
        part.kind,
        part.start,
        inside.length === 0 ? text.slice(part.start, part.end) : renderRange(text, inside, part.start, part.end),
      ),
    );
    at = part.end;
  }
  if (at < to) nodes.push(text.slice(at, to));
  return nodes;
}

/**
 * Renders any text: dates, times and numbers with units do not wrap, and in an Arabic sentence a number is before its
 * unit (`platform/text/text-spans.ts`). Copy and search see the plain text. Text with such parts is one element, and so
 * one item of a flex box.
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
  const nodes = renderRange(text, parts, 0, text.length);
  return nodes.length === 1 ? nodes[0] : <span>{nodes}</span>;
});

/** `ClinicalText` for a string; elements are returned unchanged. */
export const clinicalText = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? <ClinicalText>{words}</ClinicalText> : words;

/** `ClinicalText` for a name within a line: isolated, so that its direction moves nothing beside it. */
export const ClinicalName = ({ children }: { children: string }) => (
  <bdi>
    <ClinicalText>{children}</ClinicalText>
  </bdi>
);

/**
 * Names with commas, in their order in both directions. A list of `Intl` as one text is not: the signs of isolation in it
 * would be cut by the parts of `ClinicalText`.
 */
export const ClinicalNames = ({ children: names }: { children: readonly string[] }) =>
  names.map((name, index) => (
    // The same name may come twice.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index === 0 ? '' : translate('component.nextName')}
      <ClinicalName>{name}</ClinicalName>
    </Fragment>
  ));

/** Asks for the zero of `.5`. @returns undefined where no number lacks it */
export const zeroHint = (typed: string): ReactNode => {
  const number = numberWithoutZero(typed);
  return number === undefined ? undefined : (
    <Box as="span" display="block" color="fg.warning" data-zero-hint>
      <ClinicalText>{translate('component.writeZero', { number, withZero: withZero(number) })}</ClinicalText>
    </Box>
  );
};
/** In the digits of the number. */
const withZero = (number: string): string => (/[٠-٩]/.test(number) ? '٠' : /[۰-۹]/.test(number) ? '۰' : '0') + number;

/**
 * Shows typed text as readers will see it, and asks for a zero that is missing. A field cannot hold elements: an Arabic
 * sentence in it shows `mL/h 40`.
 * @returns undefined if the field already shows it right
 */
export const readPreview = (typed: string): ReactNode => {
  const zero = zeroHint(typed);
  const isShownOtherwise = spansIn(typed).some(({ kind }) => kind !== 'unbroken');
  return zero === undefined && !isShownOtherwise ? undefined : (
    <>
      {isShownOtherwise && (
        <Box as="span" display="block" data-read-back>
          {translate('component.readAs')}{' '}
          <Box as="span" unicodeBidi="plaintext" whiteSpace="pre-line" color="fg">
            <ClinicalText>{typed}</ClinicalText>
          </Box>
        </Box>
      )}
      {zero}
    </>
  );
};
