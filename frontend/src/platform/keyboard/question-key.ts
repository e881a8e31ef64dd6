/**
 * Whether `?` alone opens the sheet of shortcuts. A key by itself may be pressed by a voice or a scanner, so it can be
 * switched off (WCAG 2.1.4); the sheet opens by its button and by Ctrl+/ all the same.
 */
import { useSyncExternalStore } from 'react';

const KEY = 'question-key';
let on = read();
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}
export function setQuestionKeyEnabled(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // the choice lives as long as the page
  }
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useIsQuestionKeyEnabled = (): boolean => useSyncExternalStore(subscribe, () => on);
/** As an Arabic keyboard writes it as well. */
export const isQuestionMark = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  on && (key === '?' || key === '؟') && !altKey && !ctrlKey && !metaKey;
