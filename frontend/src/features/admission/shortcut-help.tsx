import { IconButton } from '@chakra-ui/react/button';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isTyping } from '../../sync/live/arrivals.ts';
import { isQuestionMark } from '../../platform/keyboard/question-key.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { lazyPart } from '../../components/lazy-component.tsx';
import { Part } from '../../components/async-boundary.tsx';
import { PartFailed } from '../../components/load-failed.tsx';
import { admissionText } from './messages.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

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
        <Part instead={<PartFailed asks />}>
          <ShortcutSheet open={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Part>
      )}
    </>
  );
}
