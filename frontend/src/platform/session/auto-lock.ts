/**
 * Locks the page by itself after a time without input, as the installation says (`LOCK_AFTER_MINUTES`). Input in any tab
 * counts for all of them, and the time goes on while the browser is closed.
 */
import { isSessionLocked, lockSession, signedInUser } from './session.ts';

const KEY = 'lastInput';
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
/** The time is stored at most this often. */
const STORE_MS = 5_000;

/** @param minutes 0: never. Called once @returns stops it */
export function lockAfter(minutes: number): () => void {
  // A server of before does not say it.
  if (!(minutes > 0)) return () => undefined;
  const idleMs = minutes * 60_000;
  let lastInput = storedInput() ?? Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = (): void => {
    clearTimeout(timer);
    lastInput = Math.max(lastInput, storedInput() ?? 0);
    // A clock that was set back must not keep the page open.
    const idle = Math.max(0, Date.now() - lastInput);
    const isOpen = signedInUser() !== undefined && !isSessionLocked();
    if (isOpen && idle >= idleMs) lockSession();
    timer = setTimeout(check, isOpen && idle < idleMs ? idleMs - idle : idleMs);
  };
  const onInput = (): void => {
    const now = Date.now();
    // The first input after the time must not open what the timer has not locked yet: it is late after a sleep.
    if (now - lastInput >= idleMs) check();
    if (now - lastInput >= STORE_MS || now < lastInput) storeInput(now);
    if (now - lastInput >= STORE_MS || now < lastInput) lastInput = now;
  };
  for (const input of INPUTS) window.addEventListener(input, onInput, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    clearTimeout(timer);
    for (const input of INPUTS) window.removeEventListener(input, onInput, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
}

function storedInput(): number | undefined {
  try {
    const at = Number(localStorage.getItem(KEY) ?? NaN);
    return Number.isFinite(at) ? Math.min(at, Date.now()) : undefined;
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
