/** The tables of the reports: plain elements under one styled root. */
import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { reportsText as text } from '../messages.ts';

const table = {
  overflowX: 'auto',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  _print: { overflow: 'visible', borderWidth: 0 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'sm' },
  '& :is(th, td)': {
    textAlign: 'start',
    paddingInline: '3',
    paddingBlock: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    verticalAlign: 'top',
    overflowWrap: 'break-word',
    _print: { paddingInline: '1', paddingBlock: '1' },
  },
  '& thead th': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& tbody:last-of-type tr:last-child > *': { borderBlockEndWidth: 0 },
  '& tbody th': { fontWeight: 'semibold' },
  '& tbody th.under': { fontWeight: 'normal', paddingInlineStart: '8' },
  '& .number': { fontVariantNumeric: 'tabular-nums', textAlign: 'end', whiteSpace: 'nowrap' },
  // A patient's four names are hard to read in four lines.
  '& .name': { minWidth: '8rem' },
  '& .date': { whiteSpace: 'nowrap' },
  '& button': {
    cursor: 'pointer',
    color: 'brand.fg',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    minWidth: '6',
    minHeight: '6',
    textAlign: 'end',
    _print: { color: 'inherit', textDecoration: 'none' },
  },
  '& a': {
    color: 'brand.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    _print: { color: 'inherit', textDecoration: 'none' },
  },
};

export const FigureTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // The tabindex lets the keyboard scroll a table that is wider than the screen.
  <Box css={table} role="region" aria-label={label} tabIndex={0}>
    <table aria-label={label}>{children}</table>
  </Box>
);

/** A figure that opens the rows behind it. @param label what it counts, for screen readers */
export const FigureValue = ({ value, label, onOpen }: { value: number; label: string; onOpen: () => void }) =>
  value === 0 ? (
    <>0</>
  ) : (
    <button type="button" aria-label={`${value}. ${text.open(label)}`} onClick={onOpen}>
      {value.toLocaleString('en')}
    </button>
  );
