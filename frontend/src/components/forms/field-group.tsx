import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

interface Props {
  legend: string;
  hint?: string;
  children: ReactNode;
}

/** A titled part of a form. It is never wider than the form. */
export const FieldGroup = ({ legend, hint, children }: Props) => (
  <Box as="fieldset" minWidth="0">
    <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
      {legend}
    </Box>
    {hint === undefined ? null : (
      <Box color="fg.muted" fontSize="xs" marginBlockEnd="2">
        {hint}
      </Box>
    )}
    {children}
  </Box>
);
