import { IconButton } from '@chakra-ui/react/button';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isTyping } from '../../sync/live/arrivals.ts';
import { isQuestionMark } from '../../platform/keyboard/question-key.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { admissionText } from './messages.ts';

const ShortcutSheet = lazyComponent(() => import('./shortcut-sheet.tsx'));

/** The way to the sheet of shortcuts: its button, Ctrl+/, and `?` where nobody is typing. */
export function ShortcutHelp() {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcuts.sheet) && !(isQuestionMark(event) && !isTyping())) return;
      event.preventDefault();
      setSheet('open');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        hideBelow="md"
        aria-label={admissionText.shortcuts}
        title={`${admissionText.shortcuts} (?)`}
        onClick={() => setSheet('open')}
      >
        <Keyboard size={16} aria-hidden />
      </IconButton>
      {sheet === 'never' ? null : (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <ShortcutSheet open={sheet === 'open'} onClose={() => setSheet('closed')} />
        </AsyncBoundary>
      )}
    </>
  );
}
