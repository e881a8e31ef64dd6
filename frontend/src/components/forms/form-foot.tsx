import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, type ReactNode } from 'react';
import { followKeyboard } from '../../platform/keyboard/on-screen-keyboard.ts';

/** One row of buttons. The page keeps this much free below a focused field (`components/theme/system.ts`). */
const footStyle = {
  position: 'sticky',
  insetBlockEnd: 'var(--keyboard-inset)',
  zIndex: '1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  bg: 'bg.panel',
  borderTopWidth: '1px',
  borderColor: 'border.muted',
  marginBlockStart: '3',
  paddingBlockStart: '2',
  paddingBlockEnd: 'max({spacing.2}, env(safe-area-inset-bottom, 0px) - var(--keyboard-inset))',
  // The widest target for the thumb.
  '& > [type=submit]': { flex: { base: '1', md: 'none' } },
};

/**
 * The buttons of a form. They are in sight as long as a part of the form is: at its end, or at the bottom of the screen
 * above an on-screen keyboard.
 */
export function FormFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => (foot.current ? followKeyboard(foot.current) : undefined), []);
  return (
    <Box ref={foot} css={footStyle} data-form-foot data-print="hide">
      {children}
    </Box>
  );
}

/** For a strip at the bottom of the screen: it keeps above the foot of an open form. */
export const aboveFormFoot = (insetBlockEnd: string) => ({
  insetBlockEnd,
  'html:has([data-form-foot]) &': { insetBlockEnd: `calc(${insetBlockEnd} + 4rem)` },
});
