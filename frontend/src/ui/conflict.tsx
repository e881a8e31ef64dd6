import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { shownTime } from '../lib/time.ts';

export interface Difference {
  field: string;
  /** What it was before either changed it; absent when that is not known. */
  was?: ReactNode;
  yours: ReactNode;
  theirs: ReactNode;
}
interface Props {
  by: string;
  /** Instant, ISO 8601. */
  at: string | undefined;
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onGoOn: () => void;
}

const table = {
  width: '100%', borderCollapse: 'collapse', fontSize: 'sm', marginBlock: '2',
  '& th': { textAlign: 'start', fontSize: 'xs', color: 'fg.muted', fontWeight: 'semibold', paddingInlineEnd: '3', paddingBlock: '1', verticalAlign: 'top' },
  '& td': { verticalAlign: 'top', paddingInlineEnd: '3', paddingBlock: '1', overflowWrap: 'anywhere' },
  '& tbody tr': { borderTopWidth: '1px', borderColor: 'amber.border' },
  '& .was': { color: 'fg.muted' },
  '& .yours': { fontWeight: 'semibold' },
  // On a phone each field is a block of its own, its three states below each other.
  '@media (max-width: 40rem)': {
    '& thead': { display: 'none' },
    '& tr, & td, & tbody th': { display: 'block' },
    '& td::before': { content: 'attr(data-label) ": "', color: 'fg.muted', fontSize: 'xs', fontWeight: 'normal' },
    '& td > .rich-text': { display: 'inline-block' },
  },
};

/** Somebody else changed the same thing: what it was, yours and theirs side by side, in place. Never a dialog over the work. */
export function Conflict({ by, at, differences, onKeepMine, onTakeTheirs, onGoOn }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const hasWas = differences.some(({ was }) => was !== undefined);
  return (
    <Box ref={box} role="alert" tabIndex={-1} bg="amber.subtle" borderWidth="1px" borderColor="amber.solid" borderRadius="l2" padding="3" marginBlockEnd="3">
      <Box display="flex" gap="2" fontWeight="semibold" css={{ '& svg': { flexShrink: 0, color: 'amber.fg', marginBlockStart: '3px' } }}>
        <TriangleAlert size={16} aria-hidden />
        <span><bdi>{by || 'Somebody'}</bdi> changed this{at ? ` at ${shownTime(at)}` : ''} while you were editing it.</span>
      </Box>
      <Box as="table" css={table}>
        <thead><tr><th scope="col">Field</th>{hasWas ? <th scope="col">Was</th> : null}<th scope="col">Yours</th><th scope="col">Theirs (saved)</th></tr></thead>
        <tbody>
          {differences.map(({ field, was, yours, theirs }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              {hasWas ? <td className="was" data-label="Was">{was}</td> : null}
              <td className="yours" data-label="Yours">{yours}</td>
              <td data-label="Theirs">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        <Button size="sm" onClick={onKeepMine}>Keep mine and save</Button>
        <Button size="sm" variant="outline" onClick={onTakeTheirs}>Use theirs</Button>
        <Button size="sm" variant="ghost" onClick={onGoOn}>Go on editing</Button>
      </Box>
    </Box>
  );
}

/** A newer version exists while the person is typing: said quietly, the draft is left alone. */
export function NewerStrip({ by, onCompare }: { by: string; onCompare: () => void }) {
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" gap="2" bg="amber.subtle" borderRadius="l2" paddingInline="3" paddingBlock="1" fontSize="sm" marginBlockEnd="2">
      <span>Newer version from <bdi>{by || 'a teammate'}</bdi>. What you typed is untouched.</span>
      <Button size="xs" variant="outline" onClick={onCompare}>Compare</Button>
    </Box>
  );
}
