import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { personName } from '../../platform/text/names.ts';
import { signedInUser } from '../../platform/session/session.ts';
import { mergeText as text } from '../messages.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';

export interface Difference {
  field: string;
  /** The value before either change. Absent when it is not known. */
  was?: ComparedValue;
  yours: ComparedValue;
  theirs: ComparedValue;
}
export interface ConflictProps {
  by: string;
  /** Instant, ISO 8601. */
  at: string | undefined;
  differences: readonly Difference[];
  /** The person typed after the save: the focus stays in the form. */
  hasTypedSince?: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onGoOn: () => void;
}

/** Whether it is this person's own change, made in another window. */
export const isMe = (by: string): boolean => {
  const me = signedInUser();
  return me !== undefined && by === personName(me);
};

const ConflictTable = lazyComponent(() => import('./conflict-table.tsx'));
/** Loaded with the first conflict, which has just arrived over the network. A failed load is repeated by itself. */
export const Conflict = (props: ConflictProps) => (
  <AsyncBoundary waiting={<Skeleton height="8rem" marginBlockEnd="3" />} instead={<p role="alert">{text.notLoaded}</p>}>
    <ConflictTable {...props} />
  </AsyncBoundary>
);

/** Says that a newer version exists while the person types. The draft is left alone. */
export function NewerStrip({ by, onCompare }: { by: string; onCompare: () => void }) {
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      bg="amber.subtle"
      borderRadius="l2"
      paddingInline="3"
      paddingBlock="1"
      fontSize="sm"
      marginBlockEnd="2"
    >
      <span>
        {isMe(by) ? (
          text.newerOfMine
        ) : (
          <>
            {text.newerFrom} <bdi>{by || text.teammate}</bdi>.
          </>
        )}{' '}
        {text.untouched}
      </span>
      <Button size="xs" variant="outline" onClick={onCompare}>
        {text.compare}
      </Button>
    </Box>
  );
}
