import { MarkedRichText, MarkedText } from './marked-text.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import type { ReactNode } from 'react';

/** What a field holds: rich text and words are compared word by word, anything else is shown as it is. */
export type ComparedValue = { html: string } | { text: string } | { shown: ReactNode };

/** What a field holds, its words marked that `other` lacks; by itself, where there is no other. */
export function ComparedText({ said, other }: { said: ComparedValue; other?: ComparedValue | undefined }) {
  if ('html' in said)
    return other && 'html' in other ? (
      <MarkedRichText html={said.html} other={other.html} />
    ) : (
      <RichTextView html={said.html} />
    );
  if ('text' in said) return <MarkedText text={said.text} other={other && 'text' in other ? other.text : said.text} />;
  return said.shown;
}

/**
 * To be spread under a styled root. Not by colour alone; whoever hears it is told where a difference begins and ends,
 * and whoever copies it gets the words.
 */
export const markLook = {
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
