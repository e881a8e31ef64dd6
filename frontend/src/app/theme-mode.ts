/** Light, dark, or as the system says. The first paint is public/theme.js's; the rule is the same. */
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';
export const themeChoices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const KEY = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
let choice = read();

function colour(mode: 'light' | 'dark'): void {
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(mode);
}
function apply(): void {
  const mode = choice === 'dark' || (choice === 'system' && systemDark.matches) ? 'dark' : 'light';
  colour(mode);
  document.documentElement.style.colorScheme = mode;
}
const changed = (): void => {
  apply();
  for (const listener of listeners) listener();
};
// Paper is white. Charts go by the colour scheme, which stays: they would be gone from the paper while they are drawn
// again.
window.addEventListener('beforeprint', () => colour('light'));
window.addEventListener('afterprint', apply);
systemDark.addEventListener('change', changed);
window.addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  choice = read();
  changed();
});

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // the choice lives as long as the page
  }
  changed();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const chosen = (): ThemeChoice => choice;
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, chosen, chosen);
