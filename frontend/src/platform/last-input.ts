/**
 * The time when a person last used this browser. Input in one tab counts for all of them, and the
 * time goes on while the browser is closed.
 */
const KEY = 'lastInput';
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
/** The time is stored at most this often. */
const STORE_MS = 5_000;
/** A page asks by itself if it asks later than this after the last input. */
export const ATTENDED_MS = 60_000;

type Listener = (idleMs: number) => void;
const listeners = new Set<Listener>();
/** The last input of this tab, for a browser that stores nothing. */
let lastInput = Date.now();
let isWatching = false;

/** Called once when the page starts. */
export function watchInput(): void {
  if (isWatching) return;
  isWatching = true;
  for (const input of INPUTS) window.addEventListener(input, onInput, { capture: true, passive: true });
}

/** @param listener hears, before an input counts, how long there was none @returns stops it */
export function listenToInput(listener: Listener): () => void {
  watchInput();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The time since the last input in any tab. */
export function idleMs(): number {
  const now = Date.now();
  // A clock that was set back must not make it a time in the future.
  lastInput = Math.min(lastInput, now);
  const stored = storedInput();
  if (stored !== undefined && stored > now) storeInput(now);
  return now - Math.min(stored ?? lastInput, now);
}

/** True if a call of now serves a person who is at the page. */
export const isAttended = (): boolean => idleMs() < ATTENDED_MS;

/**
 * Calls `act` when there was no input for this time, and again after each such time, while `isWatched`.
 * @returns stops it
 */
export function whenIdle(limitMs: number, act: () => void, isWatched: () => boolean = () => true): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasStopped = false;
  const check = (): void => {
    clearTimeout(timer);
    const idle = idleMs();
    const isOver = idle >= limitMs;
    if (isOver && isWatched()) act();
    if (!hasStopped) timer = setTimeout(check, isOver ? limitMs : limitMs - idle);
  };
  // The first input after the time must not undo what the timer has not done yet: it is late after a sleep.
  const stopListening = listenToInput((idle) => idle >= limitMs && check());
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    hasStopped = true;
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', check);
  };
}

function onInput(): void {
  const now = Date.now();
  if (now - lastInput < STORE_MS && now >= lastInput) return;
  const idle = idleMs();
  for (const listener of listeners) listener(idle);
  lastInput = now;
  storeInput(now);
}

function storedInput(): number | undefined {
  try {
    const at = Number(localStorage.getItem(KEY) ?? NaN);
    return Number.isFinite(at) ? at : undefined;
  } catch {
    return undefined;
  }
}
function storeInput(at: number): void {
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // Storage is blocked or full: each tab counts by itself.
  }
}
