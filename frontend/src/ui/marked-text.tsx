import { useCallback } from 'react';
import { marked, markedHtml } from '../lib/word-marks.ts';
import { RichTextView } from './rich-text-view.tsx';

/** A plain text with the words that `other` lacks marked. */
export const MarkedText = ({ text, other }: { text: string; other: string }) => (
  <bdi dir="auto" style={{ whiteSpace: 'pre-line' }}>{text === '' ? '–' : (marked([text], [other])[0] ?? []).map((piece, at) => (piece.differs ? <mark key={at}>{piece.text}</mark> : piece.text))}</bdi>
);

/** The same of rich text. */
export const MarkedRichText = ({ html, other }: { html: string; other: string }) => <RichTextView html={html} mark={useCallback((safe: string) => markedHtml(safe, other), [other])} />;
