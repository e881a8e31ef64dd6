import { Button } from '@chakra-ui/react/button';
import { History } from 'lucide-react';
import { historyButtonText as text } from './history-messages.ts';

interface Props {
  /** What the history is of, for whoever hears it. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Where there is no room for the word. */
  bare?: boolean;
}

/** Opens the history of a thing under it. */
export const HistoryToggle = ({ of, open, onToggle, bare = false }: Props) => (
  <Button size="xs" variant="ghost" data-print="hide" aria-expanded={open} aria-label={`${text.history}: ${of}`} title={text.history} onClick={() => onToggle(!open)} {...(bare ? { paddingInline: '0', minWidth: '8' } : {})}>
    <History size={15} aria-hidden />{bare ? null : text.history}
  </Button>
);
