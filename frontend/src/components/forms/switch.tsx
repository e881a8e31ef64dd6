/**
 * A labelled switch: a native checkbox with the look of a switch. In forced colours it stays visible as a checkbox.
 * Chakra's switch does not (its track and thumb are backgrounds), and brings a state machine (2.7 KB).
 */
import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

const style = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: '44px', lg: '32px' },
  cursor: 'pointer',
  fontSize: 'sm',
  fontWeight: 'medium',
  '& input': {
    appearance: 'none',
    flexShrink: 0,
    margin: 0,
    width: '32px',
    height: '18px',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.muted',
    cursor: 'inherit',
    position: 'relative',
    transitionProperty: 'background',
    transitionDuration: 'fast',
    _before: {
      content: '""',
      position: 'absolute',
      insetBlockStart: '1px',
      insetInlineStart: '1px',
      boxSize: '14px',
      borderRadius: 'full',
      bg: 'fg.muted',
      transitionProperty: 'inset-inline-start',
      transitionDuration: 'fast',
    },
    _checked: {
      bg: 'brand.solid',
      borderColor: 'brand.solid',
      _before: { insetInlineStart: '15px', bg: 'brand.contrast' },
    },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    '@media (forced-colors: active)': { appearance: 'auto', width: 'auto', _before: { display: 'none' } },
  },
};

export function Switch({
  label,
  checked,
  onChange,
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Box asChild css={style}>
      <label>
        <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
    </Box>
  );
}
