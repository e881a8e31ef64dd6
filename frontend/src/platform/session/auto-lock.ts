/** Locks the page by itself after a time without input, as the installation says (`LOCK_AFTER_MINUTES`). */
import { idleMs, listenToInput } from '../last-input.ts';
import { isSessionLocked, lockSession, signedInUser } from './session.ts';

/** @param minutes 0: never. Called once @returns stops it */
export function lockAfter(minutes: number): () => void {
  // A server of before does not say it.
  if (!(minutes > 0)) return () => undefined;
  const limitMs = minutes * 60_000;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = (): void => {
    clearTimeout(timer);
    const idle = idleMs();
    const isOpen = signedInUser() !== undefined && !isSessionLocked();
    if (isOpen && idle >= limitMs) lockSession();
    timer = setTimeout(check, isOpen && idle < limitMs ? limitMs - idle : limitMs);
  };
  // The first input after the time must not open what the timer has not locked yet: it is late after a sleep.
  const stopListening = listenToInput((idle) => idle >= limitMs && check());
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', check);
  };
}
