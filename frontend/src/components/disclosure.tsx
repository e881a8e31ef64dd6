/** A button that shows and hides a form below it, such as "CREATE NEW TEAM". The form is mounted once opened. */
import { Box } from '@chakra-ui/react/box';
import { Plus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

interface Props {
  label: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

const head = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: '100%',
  minH: '44px',
  paddingInline: { base: '4', md: '5' },
  paddingBlock: '2',
  textAlign: 'start',
  cursor: 'pointer',
  fontWeight: 'semibold',
  color: 'brand.fg',
  borderRadius: 'l3',
  _hover: { bg: 'brand.subtle' },
  _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& svg': { transition: 'rotate 0.15s' },
  '&[aria-expanded=true] svg': { rotate: '45deg' },
};

export function Disclosure({ label, open, onToggle, children }: Props) {
  const id = useId();
  const [isMounted, setMounted] = useState(open);
  if (open && !isMounted) setMounted(true);
  return (
    <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
      <Box asChild css={head}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onToggle(!open)}
        >
          <Plus size={18} aria-hidden />
          {label}
        </button>
      </Box>
      {(open || isMounted) && (
        <Box id={id} hidden={!open} paddingInline={{ base: '4', md: '5' }} paddingBlockEnd="5" paddingBlockStart="4">
          {children}
        </Box>
      )}
    </Box>
  );
}
