/** Things that open under their own headings: the reviews of a chart, its notes, its images, a patient's stays. */
import { Box } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';
import { useId, type HTMLAttributes, type KeyboardEvent, type ReactNode } from 'react';
import { touch } from './theme/system.ts';

const look = {
  // What is out of sight takes no style, layout or paint: an open one has the size that it had once, a closed one that
  // of a head.
  '& .fold': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l2',
    marginBlockEnd: '2',
    overflow: 'hidden',
    contentVisibility: 'auto',
    containIntrinsicBlockSize: 'auto 38px',
  },
  '& .fold[data-state=closed]': { containIntrinsicBlockSize: { base: '58px', md: '38px' } },
  '& .fold-head': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: '100%',
    paddingInline: { base: '3', md: '4' },
    paddingBlock: '2',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l2',
    [touch]: { minH: '11' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
  '&[data-folding] .fold-body': { display: 'none' },
  '& .fold-head > :first-child': { flex: '1', minWidth: '0' },
  '& .fold-head > svg': { flexShrink: '0', color: 'fg.subtle', transition: 'rotate 0.15s' },
  '& .fold-head[aria-expanded=true] > svg': { rotate: '180deg' },
  '& .fold-body': {
    paddingInline: { base: '3', md: '4' },
    paddingBlock: '2',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
  },
};

/**
 * The heads of a list of folds that a key leads to, from the one that has the focus
 * (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/).
 */
function goByKey(event: KeyboardEvent<HTMLElement>): void {
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.fold-head')];
  const at = heads.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  const to = { ArrowDown: heads[at + 1], ArrowUp: heads[at - 1], Home: heads[0], End: heads.at(-1) }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** One styled root for all of them. `isFolding`: all are about to be closed, and show it already. */
export const Accordion = ({ isFolding = false, children }: { isFolding?: boolean; children: ReactNode }) => (
  <Box css={look} data-folding={isFolding || undefined} onKeyDown={goByKey}>
    {children}
  </Box>
);

/**
 * Attributes of its outermost element, such as what it is found by (`data-state` says whether it is open: what is
 * closed has not been seen), and:
 */
interface Props extends HTMLAttributes<HTMLDivElement> {
  head: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** What is inside; not mounted while it is closed. */
  children: ReactNode;
}

/** Plain elements: where an accordion knows all its items, one that opens draws all of them anew. */
export function AccordionItem({ head, open, onToggle, children, ...thing }: Props) {
  const id = useId();
  return (
    <div {...thing} className="fold" data-state={open ? 'open' : 'closed'}>
      <h3>
        <button
          type="button"
          id={id}
          className="fold-head"
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={onToggle}
        >
          {head}
          <ChevronDown size={18} aria-hidden />
        </button>
      </h3>
      {open ? (
        <div id={`${id}-body`} className="fold-body" role="region" aria-labelledby={id}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** What is open after one has been opened or closed. */
export const toggled = (open: readonly string[], id: string): string[] =>
  open.includes(id) ? open.filter((other) => other !== id) : [...open, id];
