import { Button } from '@chakra-ui/react/button';
import { History } from 'lucide-react';
import { historyButtonText as text } from './messages.ts';

interface Props {
  /** The subject of the history, for screen readers. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** An icon without a word, as a plain element that the list around it styles. */
  bare?: boolean;
}

/** Shows or hides the history of a thing below it. */
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
