/**
 * The history of a thing: a button, which may be one of a row of buttons, and the changes below that row. The button is
 * part of its screen, so that it does not move the others; the changes are loaded on the first opening.
 */
import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import type { HistoryProps } from '../../features/history/history.tsx';
import { HistoryToggle } from '../../clinical/history-links.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { lazyComponent, AsyncBoundary } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';

const HistoryContent = lazyComponent(() => import('./history-content.tsx'));

interface Props extends HistoryProps {
  /** Shows the icon only. */
  bare?: boolean;
}

export default function HistoryPanel({ bare = false, ...props }: Props) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <HistoryToggle of={props.name} open={open} onToggle={setOpen} bare={bare} />
      {open ? (
        <Box flexBasis="100%" order="1" minWidth="0">
          <AsyncBoundary
            skeleton={<SkeletonRows rows={1} />}
            instead={<LoadFailed failed={t('historyButton.notLoaded')} />}
          >
            <HistoryContent {...props} />
          </AsyncBoundary>
        </Box>
      ) : null}
    </>
  );
}
