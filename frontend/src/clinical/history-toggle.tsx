import { Button } from '@chakra-ui/react/button';
import { History } from 'lucide-react';
import { historyButtonText as text } from './history-messages.ts';

interface Props {
  /** What the history is of, for whoever hears it. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Where there is no room for the word: a plain element, styled by the list of rows in which it stands. */
  bare?: boolean;
}

/** Opens the history of a thing under it. */
export function HistoryToggle({ of, open, onToggle, bare = false }: Props) {
  const button = {
    'data-print': 'hide',
    'aria-expanded': open,
    'aria-label': `${text.history}: ${of}`,
    title: text.history,
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
      {text.history}
    </Button>
  );
}
