/**
 * Keys that are pressed while the field that they are meant for is still coming (a form, a dialog, a list that is being
 * read). They are held, and typed in their order where the focus is then (`type-key.ts`). Where the field is there, the
 * focus is moved within the event instead: then nothing is held, and arrows, input methods and soft keyboards work as
 * everywhere.
 */
export type BufferedKey = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
export type EndBuffering = (how: 'type' | 'drop') => void;

/** More than anybody types ahead. */
const MOST_KEYS = 300;
/** After so long the field does not come any more, and the keys are dropped: they are not typed into another one. */
const PATIENCE_MS = 10_000;

const holds = new Set<symbol>();
let keys: BufferedKey[] = [];
let isTyping = false;

const loadTyping = () => import('./type-key.ts');

const named = /^(Enter|Tab|Backspace|Delete|Escape|Arrow\w+|Home|End)$/;
/** Text, the keys of a form, and our shortcuts: Alt with any key, Ctrl with Enter. All others are the browser's. */
const isOurs = ({ key, altKey, ctrlKey, metaKey }: BufferedKey): boolean =>
  !metaKey && (named.test(key) || ([...key].length === 1 && !(ctrlKey && !altKey)));

function hold(event: KeyboardEvent): void {
  // What is typed from here is not trusted, as no event of a script is.
  if (!event.isTrusted || event.isComposing || !isOurs(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (keys.length < MOST_KEYS) keys.push(event);
}

/**
 * From now on keys are held.
 * @param first the key that begins it, which is typed before the others
 * @returns ends it; the last of several holders has the keys typed, or dropped
 */
export function bufferKeys(first?: BufferedKey): EndBuffering {
  const mine = Symbol('hold');
  if (holds.size === 0 && !isTyping) window.addEventListener('keydown', hold, { capture: true });
  holds.add(mine);
  // In front: it may be one of those that are being typed.
  if (first) keys.unshift(first);
  return (how) => {
    if (!holds.delete(mine) || holds.size > 0) return;
    if (how === 'drop') keys = [];
    if (!isTyping) void typeHeld();
  };
}

/**
 * Holds keys until the focus is where `isThere` says. Nothing is held where it is there already.
 * @returns ends it before that
 */
export function bufferKeysUntil(isThere: (focused: Element) => boolean, patience = PATIENCE_MS): EndBuffering {
  const isNow = (): boolean => document.activeElement !== null && isThere(document.activeElement);
  if (isNow()) return () => undefined;
  const release = bufferKeys();
  const end: EndBuffering = (how) => {
    clearTimeout(timer);
    document.removeEventListener('focusin', look);
    release(how);
  };
  const look = (): void => {
    if (isNow()) end('type');
  };
  const timer = setTimeout(() => end('drop'), patience);
  document.addEventListener('focusin', look);
  return end;
}

/** One key after the other. What is pressed meanwhile goes behind them. */
async function typeHeld(): Promise<void> {
  isTyping = true;
  try {
    while (keys.length > 0) {
      const { typeKey, waitForRender } = await loadTyping();
      // Also before the first: who gives the focus to a field may select what stands in it.
      await waitForRender();
      const key = holds.size === 0 ? keys.shift() : undefined;
      if (!key) break;
      typeKey(key, document.activeElement ?? document.body);
    }
  } catch {
    // It cannot be loaded on a lost network, and is fetched ahead for that (`components/forms/buffer-keys.tsx`).
    keys = [];
  } finally {
    isTyping = false;
    if (holds.size === 0) window.removeEventListener('keydown', hold, { capture: true });
  }
}
