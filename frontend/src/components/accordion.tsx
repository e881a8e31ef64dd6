/**
 * An accordion for long lists: the reviews, notes and images of a chart, the admissions of a patient. Plain elements
 * under one styled root. Chakra's accordion renders all its items when one opens: opening a review took 896 ms with it
 * and takes 88 to 96 ms here, at a quarter of the processor's speed (docs/decisions/browser/quick-screens.md).
 */
import { Box } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';
import { useId, type HTMLAttributes, type KeyboardEvent, type ReactNode } from 'react';
import { touch } from './theme/system.ts';

const style = {
  // Items outside the window take no style, layout or paint. An open one keeps its last size, a closed one the size of
  // its head.
  '& .fold': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l2',
    marginBlockEnd: '2',
    // Not `hidden`, which would hold what is sticky inside.
    overflow: 'clip',
    contentVisibility: 'auto',
    '--head': { base: '56px', md: '36px' },
    [touch]: { '--head': { base: '56px', md: '44px' } },
    containIntrinsicBlockSize: 'auto var(--head)',
  },
  '& .fold[data-state=closed]': { containIntrinsicBlockSize: 'var(--head)' },
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
    minHeight: 'var(--head)',
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

/** Moves the focus between the heads by keyboard (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/). */
function moveFocusByKey(event: KeyboardEvent<HTMLElement>): void {
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.fold-head')];
  const at = heads.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  const to = { ArrowDown: heads[at + 1], ArrowUp: heads[at - 1], Home: heads[0], End: heads.at(-1) }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** The styled root. `isFolding` hides all bodies at once, before the items close. */
export const Accordion = ({ isFolding = false, children }: { isFolding?: boolean; children: ReactNode }) => (
  <Box css={style} data-folding={isFolding || undefined} onKeyDown={moveFocusByKey}>
    {children}
  </Box>
);

/** Other attributes go to the outermost element. Its `data-state` is 'open' or 'closed'. */
interface Props extends HTMLAttributes<HTMLDivElement> {
  head: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Mounted while the item is open. */
  children: ReactNode;
}

export function AccordionItem({ head, open, onToggle, children, ...attributes }: Props) {
  const id = useId();
  return (
    <div {...attributes} className="fold" data-state={open ? 'open' : 'closed'}>
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

/** Adds the id to the open ones, or removes it. */
export const toggled = (open: readonly string[], id: string): string[] =>
  open.includes(id) ? open.filter((other) => other !== id) : [...open, id];
