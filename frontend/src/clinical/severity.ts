/** How a severity looks: letter, text and colour together, never colour alone. */
import type { Severity } from 'command-api/domain/codes';

/** The theme's five steps of harm over the nine letters (`components/theme/palette.ts`). */
export type Harm = 'none' | 'potential' | 'reached' | 'harm' | 'grave';

export function harmOf(severity: Severity | null): Harm {
  switch (severity) {
    case null:
      return 'none';
    case 'A':
    case 'B':
      return 'potential';
    case 'C':
    case 'D':
      return 'reached';
    case 'E':
    case 'F':
      return 'harm';
    case 'G':
    case 'H':
    case 'I':
      return 'grave';
  }
}
const harms: readonly Harm[] = ['none', 'potential', 'reached', 'harm', 'grave'];

/** To be spread under a styled root: `.mark` gets its form, `.mark[data-harm=grave]` and so on their colours. */
export const harmColours = {
  '& .mark': {
    flexShrink: 0,
    width: '28px',
    height: '28px',
    borderRadius: 'l2',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    fontWeight: 'bold',
    fontSize: 'sm',
  },
  ...Object.fromEntries(
    harms.map((harm) => [`& .mark[data-harm=${harm}]`, { bg: `severity.${harm}.bg`, color: `severity.${harm}.fg` }]),
  ),
};
