/** Keeps the keys that are typed while a form or a dialog loads or closes (docs/decisions/browser/keyboard.md). */
import { useLayoutEffect } from 'react';
import { bufferKeys, bufferKeysUntil, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { askedQuestion } from '../dialogs/confirm.tsx';

/** The dialog returns the focus within this time. */
const FOCUS_RETURN_MS = 2_000;

const isInDialog = (focused: Element): boolean => focused.closest('[role=alertdialog]') !== null;
let isAsking = false;
let focusedBefore: Element | null = null;
let end: EndBuffering = () => undefined;
/** Keys typed while a question opens go to the question; while it closes, to the field that had the focus. */
askedQuestion.subscribe(() => {
  const { isOpen } = askedQuestion.getState();
  if (isOpen === isAsking) return;
  isAsking = isOpen;
  end('type');
  if (isOpen) {
    focusedBefore = document.activeElement;
    end = bufferKeysUntil(isInDialog);
  } else if (focusedBefore?.isConnected && focusedBefore !== document.body) {
    end = bufferKeysUntil(
      (focused) => focused === focusedBefore || (!focusedBefore?.isConnected && !isInDialog(focused)),
      FOCUS_RETURN_MS,
    );
  }
});

/** Mounted in place of a form that loads: keys typed meanwhile go into the form once it has the focus. */
export function BufferKeys() {
  useLayoutEffect(() => {
    const release = bufferKeys();
    // The form takes the focus in an effect of its own, which runs after this one.
    return () => void setTimeout(() => release('type'));
  }, []);
  return null;
}
