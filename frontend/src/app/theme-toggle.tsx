/** Light, dark, or as the system says. `public/theme.js` applies the same rule before the first paint. */
import { Button } from '@chakra-ui/react/button';
import { Monitor, Moon, Sun } from 'lucide-react';
import { createStore, useStore } from 'zustand';
import { useTranslation } from '../platform/language/use-translation.ts';

type ThemeChoice = 'light' | 'dark' | 'system';
const themeChoices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const KEY = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const themeChoice = createStore<ThemeChoice>(() => readChoice());

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
  const isDark = themeChoice.getState() === 'dark' || (themeChoice.getState() === 'system' && systemDark.matches);
  const mode = isDark ? 'dark' : 'light';
  setColourClass(mode);
  document.documentElement.style.colorScheme = mode;
}
themeChoice.subscribe(applyTheme);
// Paper is white. The colour scheme stays: charts follow it, and would be missing on paper while they redraw.
window.addEventListener('beforeprint', () => setColourClass('light'));
window.addEventListener('afterprint', applyTheme);
systemDark.addEventListener('change', applyTheme);
window.addEventListener('storage', (event) => {
  if (event.key === KEY) themeChoice.setState(readChoice(), true);
});

function chooseTheme(next: ThemeChoice): void {
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // The choice lasts as long as the page.
  }
  themeChoice.setState(next, true);
}

const icons = { system: Monitor, light: Sun, dark: Moon };

/** One button that cycles through system, light and dark. */
export function ThemeToggle() {
  const t = useTranslation();
  const choice = useStore(themeChoice);
  const Icon = icons[choice];
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
  const words = t('app.theme.toggle', { now: t(`app.theme.${choice}`) });
  return (
    <Button
      size="sm"
      variant="ghost"
      color="inherit"
      paddingInline="2"
      aria-label={words}
      title={words}
      _hover={{ bg: 'whiteAlpha.200' }}
      onClick={() => chooseTheme(next)}
    >
      <Icon aria-hidden />
    </Button>
  );
}
