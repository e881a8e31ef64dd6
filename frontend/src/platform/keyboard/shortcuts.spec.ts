import { expect, test } from 'vitest';
import { isShortcut, latinKey, shortcuts, shortcutText } from './shortcuts.ts';

const press = (
  key: string,
  code: string,
  held: { alt?: boolean; ctrl?: boolean; meta?: boolean; composing?: boolean } = {},
) => ({
  key,
  code,
  altKey: held.alt ?? false,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  isComposing: held.composing ?? false,
});

test('Alt+N is found on a Latin layout, on an Arabic one, and where Alt changes the character', () => {
  expect(isShortcut(press('n', 'KeyN', { alt: true }), shortcuts.newEntry)).toBe(true);
  expect(isShortcut(press('ى', 'KeyN', { alt: true }), shortcuts.newEntry)).toBe(true);
  expect(isShortcut(press('˜', 'KeyN', { alt: true }), shortcuts.newEntry)).toBe(true);
});

test('the letter alone and Ctrl+Alt+N are no shortcut', () => {
  expect(isShortcut(press('n', 'KeyN'), shortcuts.newEntry)).toBe(false);
  expect(isShortcut(press('n', 'KeyN', { alt: true, ctrl: true }), shortcuts.newEntry)).toBe(false);
});

test('Ctrl+Enter and Command+Enter save, not while a word is being composed', () => {
  expect(isShortcut(press('Enter', 'Enter', { ctrl: true }), shortcuts.save)).toBe(true);
  expect(isShortcut(press('Enter', 'Enter', { meta: true }), shortcuts.save)).toBe(true);
  expect(isShortcut(press('Enter', 'Enter', { ctrl: true, composing: true }), shortcuts.save)).toBe(false);
});

test('severity letters and response digits are read from any layout', () => {
  expect(latinKey({ key: 'D', code: 'KeyD' })).toBe('d');
  expect(latinKey({ key: 'ي', code: 'KeyD' })).toBe('d');
  expect(latinKey({ key: '٣', code: 'Digit3' })).toBe('3');
  expect(latinKey({ key: '٣', code: '' })).toBe('3');
  expect(latinKey({ key: '۳', code: 'Unidentified' })).toBe('3');
  expect(latinKey({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown');
});

test('the sheet of shortcuts opens by the slash key of any layout', () => {
  expect(isShortcut(press('ظ', 'Slash', { ctrl: true }), shortcuts.sheet)).toBe(true);
  expect(isShortcut(press('/', 'Slash', { ctrl: true }), shortcuts.sheet)).toBe(true);
  expect(isShortcut(press('/', 'Slash'), shortcuts.sheet)).toBe(false);
});

test('the text of a shortcut has the labels of its keys', () => {
  const texts = (isMac: boolean) => [shortcuts.newEntry, shortcuts.save].map((one) => shortcutText(one, isMac));
  expect([texts(false), texts(true)]).toEqual([
    ['Alt+N', 'Ctrl+Enter'],
    ['⌥N', '⌘Enter'],
  ]);
});
