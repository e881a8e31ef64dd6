/**
 * Values that are compared word by word: the words that the other value lacks are marked. Spaces separate words, in any
 * script.
 */
import { diffArrays } from 'diff';
import { useCallback, type ReactNode } from 'react';
import { sanitizedNodes } from '../../platform/text/sanitize.ts';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ClinicalText, type Mark } from './clinical-text.tsx';
import { onLanguage, translate } from '../../platform/language/language.ts';

/** Texts that differ in more words are marked as a whole: 1,000 take 0.2 s to compare, 2,000 take 1.1 s. */
const MAX_DIFFERENCES = 1_000;

/** For each word of `mine`: true if it is not in the longest sequence of words that `theirs` has, too. */
export function differingWords(mine: readonly string[], theirs: readonly string[]): boolean[] {
  const changes = diffArrays([...theirs], [...mine], { maxEditLength: MAX_DIFFERENCES });
  if (!changes) return mine.map(() => true);
  return changes.filter(({ removed }) => !removed).flatMap(({ value, added }) => value.map(() => added));
}

export interface Piece {
  text: string;
  differs: boolean;
}
const isSpace = (piece: string): boolean => /^\s*$/.test(piece);
const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.match(/\S+/gu) ?? []);

/** Cuts `texts` into pieces that differ from `others` or do not. Neighbouring words that differ are one piece. */
export function marked(texts: readonly string[], others: readonly string[]): Piece[][] {
  const differing = differingWords(wordsIn(texts), wordsIn(others));
  let word = 0;
  return texts.map((text) => {
    const pieces: Piece[] = [];
    for (const part of text.split(/(\s+)/u).filter((one) => one !== '')) {
      const space = isSpace(part);
      const differs = space ? false : (differing[word++] ?? false);
      const last = pieces.at(-1);
      const before = pieces.at(-2);
      // The space between two words that differ belongs to their piece.
      if (differs && last && before?.differs && isSpace(last.text))
        pieces.splice(-2, 2, { text: before.text + last.text + part, differs });
      else if (last && last.differs === differs && !(space && last.differs)) last.text += part;
      else pieces.push({ text: part, differs });
    }
    return pieces;
  });
}

/**
 * Marks the words of the text `safe` that the text `other` lacks with `<mark>`. An element's edge ends a word: a word
 * that is half bold is two words.
 */
export function markWords(safe: DocumentFragment, other: DocumentFragment): void {
  const nodes = textsIn(safe);
  const pieces = marked(
    nodes.map(({ data }) => data),
    textsIn(other).map(({ data }) => data),
  );
  for (const [at, node] of nodes.entries()) {
    node.replaceWith(
      ...(pieces[at] ?? []).map(({ text, differs }) => {
        if (!differs) return text;
        const mark = node.ownerDocument.createElement('mark');
        mark.textContent = text;
        return mark;
      }),
    );
  }
}
function textsIn(root: DocumentFragment): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
  return found;
}

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
  <RichTextView
    html={html}
    mark={useCallback((safe: DocumentFragment) => markWords(safe, sanitizedNodes(other)), [other])}
  />
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

const spokenMarks = { '--mark-differs': 'mark.differs', '--mark-was': 'mark.was', '--mark-now': 'mark.now' } as const;
/** Styles have no words of their own: the page has them as custom properties. */
function setSpokenMarks(): void {
  for (const [property, id] of Object.entries(spokenMarks))
    globalThis.document?.documentElement.style.setProperty(property, JSON.stringify(translate(id)));
}
onLanguage(setSpokenMarks);
setSpokenMarks();

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
  '& mark::before': { content: '" [" var(--mark-differs) " "' },
  '& mark::after': { content: '"] "' },
};
