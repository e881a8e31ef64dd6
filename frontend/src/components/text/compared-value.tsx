/** Values that are compared word by word: the words that the other value lacks are marked. */
import { useCallback, type ReactNode } from 'react';
import { marked, markedHtml } from '../../platform/text/word-diff.ts';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ClinicalText, type Mark } from './clinical-text.tsx';

/** Plain text with the words marked that `other` lacks. */
export const MarkedText = ({ text, other }: { text: string; other: string }) => (
  <bdi dir="auto" style={{ whiteSpace: 'pre-line' }}>
    {text === '' ? '–' : <ClinicalText marks={marksOf(text, other)}>{text}</ClinicalText>}
  </bdi>
);

function marksOf(text: string, other: string): Mark[] {
  let end = 0;
  return (marked([text], [other])[0] ?? []).flatMap(({ text: piece, differs }) => {
    const start = end;
    end += piece.length;
    return differs ? [{ start, end }] : [];
  });
}

/** Rich text with the words marked that `other` lacks. */
export const MarkedRichText = ({ html, other }: { html: string; other: string }) => (
  <RichTextView html={html} mark={useCallback((safe: string) => markedHtml(safe, other), [other])} />
);

/** The value of a field. Rich text and plain text are compared word by word; anything else is shown unchanged. */
export type ComparedValue = { html: string } | { text: string } | { shown: ReactNode };

/** A value with the words marked that `other` lacks; unmarked without `other`. */
export function ComparedText({ value, other }: { value: ComparedValue; other?: ComparedValue | undefined }) {
  if ('html' in value)
    return other && 'html' in other ? (
      <MarkedRichText html={value.html} other={other.html} />
    ) : (
      <RichTextView html={value.html} />
    );
  if ('text' in value)
    return <MarkedText text={value.text} other={other && 'text' in other ? other.text : value.text} />;
  return value.shown;
}

/**
 * Spread into the styles of the root. A mark is more than a colour: screen readers announce its start and end. Copied
 * text contains the words alone.
 */
export const markStyle = {
  '& mark': {
    bg: 'amber.muted',
    color: 'inherit',
    borderRadius: 'l1',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationThickness: '2px',
    textDecorationColor: 'amber.solid',
  },
  '& mark::before, & mark::after': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '& mark::before': { content: '" [differs: "' },
  '& mark::after': { content: '"] "' },
};
