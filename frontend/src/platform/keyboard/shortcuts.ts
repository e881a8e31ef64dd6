/**
 * Keyboard shortcuts: Alt or Ctrl with a key, never a single letter (WCAG 2.1.4; barcode scanners type letters). On an
 * Arabic layout `event.key` is an Arabic letter, so `event.code` decides when the character is not Latin.
 */
import { toAsciiDigits } from 'language/domain/values/calendar-date';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createStoredSwitch } from '../storage/stored-switch.ts';

export interface Shortcut {
  /** As in `KeyboardEvent.key`: a lower-case letter, a digit or a name such as 'Enter'. */
  key: string;
  alt?: boolean;
  /** Ctrl, or Command on a Mac. */
  ctrl?: boolean;
}
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>;

/** The shortcuts of the admission screen, and of every screen. */
export const shortcuts = {
  newEntry: { key: 'n', alt: true },
  templates: { key: 't', alt: true },
  followUp: { key: 'f', alt: true },
  /** The page of the drug, beside the chart. */
  drug: { key: 'g', alt: true },
  save: { key: 'Enter', ctrl: true },
  /** The first medicine of the previous day; the others have their own digits. */
  carry: { key: '1', alt: true },
  /** “No error” for the first medicine at once; the others have their own digits. */
  carryNoError: { key: '1', alt: true, ctrl: true },
  /** All medicines of the previous day without an error. */
  carryAll: { key: '0', alt: true },
  /** The line of measured values. */
  values: { key: 'v', alt: true },
  sheet: { key: '/', ctrl: true },
  /** On the ward board, and on a chart of its list. The arrows with Alt are the browser's. */
  walkNext: { key: 'j', alt: true },
  walkBack: { key: 'k', alt: true },
  /** The search of every screen. */
  search: { key: 'k', ctrl: true },
  /** On every screen of a signed-in person. */
  lock: { key: 'l', alt: true },
} as const satisfies Record<string, Shortcut>;

const isLatin = (key: string): boolean => /^[\x20-\x7e]$/.test(key) || key.length > 1;

/**
 * The Latin letter or digit of the pressed key in lower case; the key's name for other keys. A phone's keyboard sends ٣
 * without a place, so digits are read from the character.
 */
export function latinKey({ key: typed, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const key = toAsciiDigits(typed);
  if (isLatin(key)) return key.length === 1 ? key.toLowerCase() : key;
  return code === 'Slash' ? '/' : (/^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}

export function isShortcut(event: Pressed, shortcut: Shortcut): boolean {
  if (event.isComposing) return false;
  // Alt changes the character on some layouts (macOS: Alt+N is a dead tilde), so `event.code` decides.
  const key = event.altKey
    ? (/^(?:Key|Digit)(\w)$/.exec(event.code)?.[1]?.toLowerCase() ?? latinKey(event))
    : latinKey(event);
  return (
    key === shortcut.key &&
    event.altKey === (shortcut.alt ?? false) &&
    (event.ctrlKey || event.metaKey) === (shortcut.ctrl ?? false)
  );
}

/** `platform` is deprecated, and its successor is in Chromium only. */
// oxlint-disable-next-line typescript/no-deprecated
const hasMacKeys = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

/** The text for people: `Alt+N`, on a Mac `⌥N`. */
export function shortcutText(shortcut: Shortcut, isMac = hasMacKeys()): string {
  const key = shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key;
  const [ctrl, alt, plus] = isMac ? ['⌘', '⌥', ''] : ['Ctrl', 'Alt', '+'];
  return [shortcut.ctrl ? ctrl : '', shortcut.alt ? alt : '', key].filter(Boolean).join(plus);
}

/**
 * Runs `action` on the shortcut anywhere in the page while `enabled`. The effects belong to the layout phase, so that
 * the key works as soon as the screen is seen.
 */
export function useShortcut(shortcut: Shortcut, action: () => void, enabled: boolean): void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcut)) return;
      event.preventDefault();
      // A focus change by the action must happen before the next key.
      flushSync(() => latest.current());
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [shortcut, enabled]);
}

/**
 * True if `?` alone opens the sheet of shortcuts. A voice command or a scanner may press a single key, so a person
 * can switch it off (WCAG 2.1.4). The sheet also opens by its button and by Ctrl+/.
 */
const questionKey = createStoredSwitch('question-key');

export const setQuestionKeyEnabled = (isEnabled: boolean): void => questionKey.set(isEnabled);
export const useIsQuestionKeyEnabled = (): boolean => questionKey.useIsOn();

/** Also the question mark of an Arabic keyboard. */
export const isQuestionMark = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  questionKey.isOn() && (key === '?' || key === '؟') && !altKey && !ctrlKey && !metaKey;
