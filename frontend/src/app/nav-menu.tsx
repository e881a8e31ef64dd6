/** A button in the bar that opens a list of links. Escape, a click outside and a navigation close it. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

interface Props {
  /** The accessible name of the button. */
  label: string;
  face: ReactNode;
  children: ReactNode;
}

const button = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minH: '44px',
  minW: '44px',
  justifyContent: 'center',
  paddingInline: '2',
  borderRadius: 'l2',
  cursor: 'pointer',
  fontSize: 'xs',
  fontWeight: 'semibold',
  _hover: { bg: 'whiteAlpha.200' },
  '&[aria-expanded=true]': { bg: 'whiteAlpha.200' },
};
const sheet = {
  position: 'absolute',
  insetInlineEnd: '0',
  insetBlockStart: 'calc(100% + 4px)',
  zIndex: 'dropdown',
  minW: '208px',
  maxW: '84vw',
  paddingBlock: '1.5',
  listStyle: 'none',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderRadius: 'l3',
  boxShadow: 'lg',
  fontSize: 'sm',
  '& a, & button': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: '100%',
    minH: '44px',
    paddingInline: '4',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
  '& a:focus-visible, & button:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& a[aria-current=page]': { fontWeight: 'semibold', color: 'brand.fg' },
};

export function NavMenu({ label, face, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Open only on the screen where it was opened: a navigation closes it.
  const open = openAt === key;
  const close = (): void => setOpenAt(undefined);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (!(event.target instanceof Node) || !box.current?.contains(event.target)) setOpenAt(undefined);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <Box ref={box} position="relative">
      <Box asChild css={button}>
        <button
          ref={opener}
          type="button"
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => (open ? close() : setOpenAt(key))}
        >
          {face}
        </button>
      </Box>
      {open && (
        <Box as="ul" id={id} css={sheet}>
          {children}
        </Box>
      )}
    </Box>
  );
}
