/** Light, dark, or as the system says. `public/theme.js` applies the same rule before the first paint. */
import { createStore, useStore } from '../platform/store.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export const themeChoices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const KEY = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const choice = createStore<ThemeChoice>(readChoice());
export const useThemeChoice = (): ThemeChoice => useStore(choice);

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function setColourClass(mode: 'light' | 'dark'): void {
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(mode);
}
function applyTheme(): void {
  const isDark = choice.get() === 'dark' || (choice.get() === 'system' && systemDark.matches);
  const mode = isDark ? 'dark' : 'light';
  setColourClass(mode);
  document.documentElement.style.colorScheme = mode;
}
choice.subscribe(applyTheme);
// Paper is white. The colour scheme stays: charts follow it, and would be missing on paper while they redraw.
window.addEventListener('beforeprint', () => setColourClass('light'));
window.addEventListener('afterprint', applyTheme);
systemDark.addEventListener('change', applyTheme);
window.addEventListener('storage', (event) => {
  if (event.key === KEY) choice.set(readChoice());
});

export function chooseTheme(next: ThemeChoice): void {
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // The choice lasts as long as the page.
  }
  choice.set(next);
}
