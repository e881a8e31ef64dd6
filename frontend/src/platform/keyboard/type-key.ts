/** Replays a buffered key. The browser does nothing on a script's key event, so this file does it. */
import type { BufferedKey } from './key-buffer.ts';

/** A select list renders after a key in four tasks: its text, its choices, the highlighted one, what follows. */
const RENDER_TASKS = 5;

/**
 * Resolves when the page shows the result of a key. After a script's event React renders in tasks of its scheduler
 * (messages), one for each change that follows from another.
 */
export async function waitForRender(): Promise<void> {
  await new Promise((next) => void setTimeout(next));
  const { port1, port2 } = new MessageChannel();
  for (let task = 0; task < RENDER_TASKS; task += 1) {
    await new Promise((next) => {
      port1.addEventListener('message', next, { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
  }
  port1.close();
}

export function typeKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: BufferedKey, focused: Element): void {
  const init = { key, code, altKey, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, composed: true };
  if (!focused.dispatchEvent(new KeyboardEvent('keydown', init))) return;
  // Ctrl and Alt together are AltGr.
  const isText = [...key].length === 1 && ctrlKey === altKey && !metaKey;
  if (key === 'Tab') nextFocusable(focused, shiftKey ? -1 : 1)?.focus();
  else if (focused instanceof HTMLButtonElement) {
    if (key === 'Enter' || key === ' ') focused.click();
  } else if (key === 'Enter' && focused instanceof HTMLInputElement && !ctrlKey) focused.form?.requestSubmit();
  else if (isText) document.execCommand('insertText', false, key);
  else if (key === 'Enter' && !ctrlKey) document.execCommand('insertParagraph');
  else if (key === 'Backspace') document.execCommand('delete');
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]';
function nextFocusable(from: Element, step: 1 | -1): HTMLElement | undefined {
  const isFocusable = (element: HTMLElement): boolean =>
    (element.tabIndex >= 0 || element.isContentEditable) && !element.matches(':disabled') && element.checkVisibility();
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element === from || (isFocusable(element) && !isSkippedRadio(element, from)),
  );
  return stops[stops.findIndex((stop) => stop === from) + step];
}
/** Tab stops only at the checked radio button of a group. */
const isSkippedRadio = (stop: HTMLElement, from: Element): boolean =>
  stop instanceof HTMLInputElement &&
  stop.type === 'radio' &&
  (!stop.checked || (from instanceof HTMLInputElement && from.name === stop.name));
