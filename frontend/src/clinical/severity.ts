/** The display of a severity: letter, text and colour, never colour alone (docs/product.md, "Severity"). */
import type { Severity } from 'command-api/domain/values/codes';

/** Five steps of harm for the nine letters, each with a colour of the theme (`components/theme/palette.ts`). */
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

/** Spread into the styles of the root of severity marks. */
export const severityStyle = {
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
