/**
 * Buffers keys that a person presses before their field is rendered (a form, a dialog, a list that is loading), and
 * replays them where the focus is then. If the field is already rendered, the focus moves within the key event and
 * nothing is buffered, so arrows, input methods and soft keyboards work as usual (docs/decisions/browser/keyboard.md).
 */
export type BufferedKey = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
export type EndBuffering = (how: 'type' | 'drop') => void;

/** More than a person types ahead. */
const KEYS_MAX = 300;
/** After this time the keys are dropped, so that they are not typed into another field. */
const TIMEOUT_MS = 10_000;

const buffers = new Set<symbol>();
let keys: BufferedKey[] = [];
let isReplaying = false;

const namedKeys = /^(Enter|Tab|Backspace|Delete|Escape|Arrow\w+|Home|End)$/;
/** Text, the keys of a form, and the product's shortcuts: Alt with any key, Ctrl with Enter. */
const isBuffered = ({ key, altKey, ctrlKey, metaKey }: BufferedKey): boolean =>
  !metaKey && (namedKeys.test(key) || ([...key].length === 1 && !(ctrlKey && !altKey)));

function onKeyDown(event: KeyboardEvent): void {
  // Replayed keys are not trusted, as they come from a script.
  if (!event.isTrusted || event.isComposing || !isBuffered(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (keys.length < KEYS_MAX) keys.push(event);
}

/**
 * Starts to buffer keys.
 * @param first the key that opened the field; it is replayed first
 * @returns ends it; the last of several buffers replays the keys or drops them
 */
export function bufferKeys(first?: BufferedKey): EndBuffering {
  const buffer = Symbol('buffer');
  if (buffers.size === 0 && !isReplaying) window.addEventListener('keydown', onKeyDown, { capture: true });
  buffers.add(buffer);
  // First, because it may be one of the keys that are being replayed.
  if (first) keys.unshift(first);
  return (how) => {
    if (!buffers.delete(buffer) || buffers.size > 0) return;
    if (how === 'drop') keys = [];
    if (!isReplaying) void replayKeys();
  };
}

/**
 * Buffers keys until the focused element matches. Buffers nothing if it matches already.
 * @returns ends it before that
 */
export function bufferKeysUntil(matches: (focused: Element) => boolean, timeoutMs = TIMEOUT_MS): EndBuffering {
  const hasFocus = (): boolean => document.activeElement !== null && matches(document.activeElement);
  if (hasFocus()) return () => undefined;
  const endBuffering = bufferKeys();
  const end: EndBuffering = (how) => {
    clearTimeout(timer);
    document.removeEventListener('focusin', onFocusIn);
    endBuffering(how);
  };
  const onFocusIn = (): void => {
    if (hasFocus()) end('type');
  };
  const timer = setTimeout(() => end('drop'), timeoutMs);
  document.addEventListener('focusin', onFocusIn);
  return end;
}

/** Replays one key after the other. Keys that are pressed meanwhile follow. */
async function replayKeys(): Promise<void> {
  isReplaying = true;
  try {
    while (keys.length > 0) {
      // Also before the first key: the form may select the text of the field after it has focused it.
      await waitForRender();
      const key = buffers.size === 0 ? keys.shift() : undefined;
      if (!key) break;
      typeKey(key, document.activeElement ?? document.body);
    }
  } finally {
    isReplaying = false;
    if (buffers.size === 0) window.removeEventListener('keydown', onKeyDown, { capture: true });
  }
}

/** A select list renders after a key in four tasks: its text, its choices, the highlighted one, what follows. */
const RENDER_TASKS = 5;

/**
 * Resolves when the page shows the result of a key. After a script's event React renders in tasks of its scheduler
 * (messages), one for each change that follows from another.
 */
async function waitForRender(): Promise<void> {
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

/** Replays a buffered key. The browser does nothing on a script's key event, so this function does it. */
function typeKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: BufferedKey, focused: Element): void {
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
