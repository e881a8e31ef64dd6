import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { reportsText as text } from './messages.ts';
import { BARS_ON_PAPER } from './report-props.ts';

/**
 * Around a chart of bars that stands before a table of the same: what has no room on a page is left to the table, and
 * said.
 */
export const BarsOnPaper = ({ drawn, all, children }: { drawn: number; all: number; children: ReactNode }) => (
  // Printed by the browser's own command, the chart is as it stands on the screen.
  <Box {...(drawn > BARS_ON_PAPER ? { 'data-print': 'hide' } : {})}>
    {children}
    {drawn < all && <Box fontSize="sm">{text.mostFrequent(drawn, all)}</Box>}
  </Box>
);
