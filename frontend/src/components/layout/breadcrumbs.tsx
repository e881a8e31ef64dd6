/** Home > … > this screen (docs/product.md, "App shell"). */
import { Box } from '@chakra-ui/react/box';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { componentText } from '../messages.ts';

export interface Crumb {
  label: string;
  to?: string;
  /** True for a person's name: it is isolated, so that Arabic does not move its neighbours. */
  name?: boolean;
}

const trail = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '1',
  listStyle: 'none',
  color: 'fg.muted',
  fontSize: 'xs',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: '1' },
  // The page shows long names in full. Here they would fill a phone's screen.
  '& bdi': { display: 'block', maxW: { base: '8rem', md: '14rem', lg: '20rem' }, truncate: true },
  '& a': { color: 'brand.fg', paddingBlock: { base: '2', lg: '1' }, _hover: { textDecoration: 'underline' } },
  '& svg': { color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

/** @param crumbs the steps after Home; the last one is this screen */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const home = useSessionUser() ? paths.home.href() : paths.landing.href();
  const all: Crumb[] = [{ label: componentText.home, to: home }, ...crumbs];
  return (
    <Box as="nav" aria-label={componentText.breadcrumb} data-print="hide" marginBlockEnd="1">
      <Box as="ol" css={trail}>
        {all.map(({ label, to, name }, index) => {
          const words = name ? <bdi>{label}</bdi> : label;
          return (
            <li key={label + String(index)}>
              {to === undefined ? <span aria-current="page">{words}</span> : <Link to={to}>{words}</Link>}
              {index < all.length - 1 && <ChevronRight size={12} aria-hidden />}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
