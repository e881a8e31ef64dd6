/** Types a key that was held: no event of a script does what the browser does with a key, so that is done here. */
import type { BufferedKey } from './key-buffer.ts';

/** A list answers a key in four tasks: its text, its choices, the marked one, what that changes. */
const DRAWN_AFTER_TASKS = 5;

/**
 * Resolves when what a key changed is on the page. What a script's event changes is not drawn within it, but in tasks
 * of React's scheduler (messages), one for each change that follows from another.
 */
export async function waitForRender(): Promise<void> {
  await new Promise((next) => void setTimeout(next));
  const { port1, port2 } = new MessageChannel();
  for (let task = 0; task < DRAWN_AFTER_TASKS; task += 1) {
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
  // Both together are AltGr.
  const isText = [...key].length === 1 && ctrlKey === altKey && !metaKey;
  if (key === 'Tab') next(focused, shiftKey ? -1 : 1)?.focus();
  else if (focused instanceof HTMLButtonElement) {
    if (key === 'Enter' || key === ' ') focused.click();
  } else if (key === 'Enter' && focused instanceof HTMLInputElement && !ctrlKey) focused.form?.requestSubmit();
  else if (isText) document.execCommand('insertText', false, key);
  else if (key === 'Enter' && !ctrlKey) document.execCommand('insertParagraph');
  else if (key === 'Backspace') document.execCommand('delete');
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]';
function next(from: Element, step: 1 | -1): HTMLElement | undefined {
  const isStop = (place: HTMLElement): boolean =>
    (place.tabIndex >= 0 || place.isContentEditable) && !place.matches(':disabled') && place.checkVisibility();
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (place) => place === from || (isStop(place) && !isPassedOver(place, from)),
  );
  return stops[stops.findIndex((stop) => stop === from) + step];
}
/** A group of radio buttons is one stop: its chosen one. */
const isPassedOver = (stop: HTMLElement, from: Element): boolean =>
  stop instanceof HTMLInputElement &&
  stop.type === 'radio' &&
  (!stop.checked || (from instanceof HTMLInputElement && from.name === stop.name));
