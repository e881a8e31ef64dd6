import { useCallback } from 'react';
import { marked, markedHtml } from '../../platform/text/word-diff.ts';
import { ClinicalText, type Mark } from './clinical-text.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';

/** A plain text with the words that `other` lacks marked. */
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

/** The same of rich text. */
export const MarkedRichText = ({ html, other }: { html: string; other: string }) => (
  <RichTextView html={html} mark={useCallback((safe: string) => markedHtml(safe, other), [other])} />
);
