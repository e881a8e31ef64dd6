/**
 * The history of a thing under the thing itself: the button stands among others of a row that wraps, and what it opens
 * comes below all of them. The button comes with its screen where others stand beside it, which it would push aside.
 * What is behind it is loaded with the first press.
 */
import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import type { HistoryProps } from '../../features/history/history.tsx';
import { HistoryToggle } from '../../clinical/history-toggle.tsx';
import { historyButtonText } from '../../clinical/history-messages.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';

const History = lazyComponent(() => import('./opened-history.tsx'));

interface Props extends HistoryProps {
  /** Where there is no room for the word. */
  bare?: boolean;
}

export default function InPlaceHistory({ bare = false, ...props }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <HistoryToggle of={props.name} open={open} onToggle={setOpen} bare={bare} />
      {open ? (
        <Box flexBasis="100%" order="1" minWidth="0">
          <AsyncBoundary
            waiting={<SkeletonRows rows={1} />}
            instead={<LoadFailed failed={historyButtonText.notLoaded} />}
          >
            <History {...props} />
          </AsyncBoundary>
        </Box>
      ) : null}
    </>
  );
}
