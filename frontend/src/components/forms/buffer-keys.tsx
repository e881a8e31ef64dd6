/** What keeps keys from being lost around forms and dialogs; it comes with the forms that are written by keyboard. */
import { useLayoutEffect } from 'react';
import { prefetchWhenIdle } from '../../platform/browser/run-when-idle.ts';
import { bufferKeys, bufferKeysUntil, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { askedQuestion } from '../dialogs/confirm.ts';

// It may be wanted when the network is gone.
prefetchWhenIdle(() => import('../../platform/keyboard/type-key.ts'));

/** The dialog takes no longer to give the focus back. */
const GIVES_BACK_WITHIN_MS = 2_000;

const isInDialog = (focused: Element): boolean => focused.closest('[role=alertdialog]') !== null;
let isAsking = false;
let asker: Element | null = null;
let end: EndBuffering = () => undefined;
/** Keys that are pressed while a question comes are for it, and while it goes, for where the person was. */
askedQuestion.subscribe(() => {
  const { isOpen } = askedQuestion.get();
  if (isOpen === isAsking) return;
  isAsking = isOpen;
  end('type');
  if (isOpen) {
    asker = document.activeElement;
    end = bufferKeysUntil(isInDialog);
  } else if (asker?.isConnected && asker !== document.body) {
    end = bufferKeysUntil(
      (focused) => focused === asker || (!asker?.isConnected && !isInDialog(focused)),
      GIVES_BACK_WITHIN_MS,
    );
  }
});

/** In the place of a form that is being loaded: what is typed meanwhile is typed into it, where it takes the focus. */
export function BufferKeys() {
  useLayoutEffect(() => {
    const release = bufferKeys();
    // The form takes the focus in an effect of its own, behind this one.
    return () => void setTimeout(() => release('type'));
  }, []);
  return null;
}
