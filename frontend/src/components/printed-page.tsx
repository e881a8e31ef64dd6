/**
 * The printed form of a report. Its head is on every printed page and not on the screen. The margins are those of docs/product.md, "Reports". The column has the width of A4 within them, so that
 * charts have their printed width.
 */
import { Box } from '@chakra-ui/react/box';
import { Global } from '@emotion/react';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { usePaper } from './paper.ts';
import { RepeatedHead } from './repeated-head.tsx';
import { formatHospitalTime } from '../platform/time/instants.ts';
import { serverNow } from '../platform/time/server-clock.ts';

/** A4 at 96 dots per inch, minus 30 px on both sides. */
export const PAPER_PX = 734;

/** The time of printing, by the button of the page or of the browser. */
export function usePrintedAt(): string {
  const [at, setAt] = useState(() => serverNow());
  useEffect(() => {
    // The browser lays out the paper as soon as this listener returns.
    const now = (): void => flushSync(() => setAt(serverNow()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return formatHospitalTime(at);
}

const paper = {
  '& > table': { display: { base: 'block', _print: 'table' }, width: '100%', borderCollapse: 'collapse' },
  '& > table > tbody': { display: { base: 'block', _print: 'table-row-group' } },
  '& > table > tbody > tr, & > table > tbody > tr > td': { display: { base: 'block', _print: 'revert' }, padding: 0 },
  '& > table > thead': { display: { base: 'none', _print: 'table-header-group' } },
  '& > table > thead td': { paddingBlockEnd: '4', fontSize: 'xs', color: 'black' },
  _print: {
    '& :is(table) thead': { display: 'table-header-group' },
    '& :is(tr, figure, .keep)': { breakInside: 'avoid' },
    // The outer table holds the whole report: its one row may break.
    '& > table > tbody > tr': { breakInside: 'auto' },
    '& .mark': { printColorAdjust: 'exact' },
  },
};

export function PrintedPage({
  head,
  children,
  atPaperWidth = false,
}: {
  head: ReactNode;
  children: ReactNode;
  atPaperWidth?: boolean;
}) {
  const page = usePaper();
  return (
    <Box css={paper} width={atPaperWidth ? `${PAPER_PX}px` : undefined}>
      <Global styles={{ '@page': page }} />
      <RepeatedHead head={head}>{children}</RepeatedHead>
    </Box>
  );
}
