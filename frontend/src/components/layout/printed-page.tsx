/**
 * Paper: what is inside, with a head that stands on every page (a table's head is repeated by every browser) and on no
 * screen. Margins as the specification has them (§9), in a column as wide as A4 leaves, so that charts are drawn at the
 * width that is printed.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatHospitalTime } from '../../platform/time/instants.ts';

/** A4 at 96 dots an inch, less 30 px on both sides. */
export const PAPER_PX = 734;

/** When this is printed, however it is asked for. */
export function usePrintedAt(): string {
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    // The browser lays the paper out as soon as this returns.
    const now = (): void => flushSync(() => setAt(new Date()));
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
    // The rows that hold the whole report are no rows of it.
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
  return (
    <Box css={paper} width={atPaperWidth ? `${PAPER_PX}px` : undefined}>
      <style>{'@page { size: A4; margin: 50px 30px }'}</style>
      <table role="presentation">
        <thead>
          <tr>
            <td>{head}</td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{children}</td>
          </tr>
        </tbody>
      </table>
    </Box>
  );
}
