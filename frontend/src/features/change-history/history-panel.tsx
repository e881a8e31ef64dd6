/**
 * The history of a thing: a button, which may be one of a row of buttons, and the changes below that row. The button is
 * part of its screen, so that it does not move the others; the changes are loaded on the first opening.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { lazyComponent, AsyncBoundary } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';
import type { HistoryProps } from './history.tsx';

const HistoryContent = lazyComponent(() => import('./history.tsx'));

interface Props extends HistoryProps {
  /** Shows the icon only. */
  bare?: boolean;
}

export function HistoryPanel({ bare = false, ...props }: Props) {
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

interface ToggleProps {
  /** The subject of the history, for screen readers. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** An icon without a word, as a plain element that the list around it styles. */
  bare?: boolean;
}

/** Shows or hides the history of a thing below it. */
function HistoryToggle({ of, open, onToggle, bare = false }: ToggleProps) {
  const t = useTranslation();
  const button = {
    'data-print': 'hide',
    'aria-expanded': open,
    'aria-label': `${t('historyButton.history')}: ${of}`,
    title: t('historyButton.history'),
    onClick: () => onToggle(!open),
  };
  const clock = <History size={15} aria-hidden />;
  return bare ? (
    <button type="button" className="icon-button" {...button}>
      {clock}
    </button>
  ) : (
    <Button size="xs" variant="ghost" css={{ '&:first-child': { marginInlineStart: '-2.5' } }} {...button}>
      {clock}
      {t('historyButton.history')}
    </Button>
  );
}
