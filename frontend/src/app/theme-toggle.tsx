/** One button that cycles through system, light and dark. */
import { Button } from '@chakra-ui/react/button';
import { Monitor, Moon, Sun } from 'lucide-react';
import { appText } from './messages.ts';
import { chooseTheme, themeChoices, useThemeChoice } from './theme-mode.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeToggle() {
  const choice = useThemeChoice();
  const Icon = icons[choice];
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
  const words = appText.theme.toggle(appText.theme[choice]);
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
