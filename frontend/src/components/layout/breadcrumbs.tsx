/** Where one is: Home > … > here (specification §2, "App shell"). */
import { Box } from '@chakra-ui/react/box';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { uiText } from '../messages.ts';

export interface Crumb {
  label: string;
  to?: string;
  /** A person's name: isolated, so that Arabic does not move its neighbours. */ name?: boolean;
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
  // Long names are below in full: here they would take the height of a phone.
  '& bdi': { display: 'block', maxW: { base: '8rem', md: '14rem', lg: '20rem' }, truncate: true },
  '& a': { color: 'brand.fg', paddingBlock: { base: '2', lg: '1' }, _hover: { textDecoration: 'underline' } },
  '& svg': { color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

/** @param crumbs those after Home; the last is this screen */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const home = useSessionUser() ? paths.home.href() : paths.landing.href();
  const all: Crumb[] = [{ label: uiText.home, to: home }, ...crumbs];
  return (
    <Box as="nav" aria-label={uiText.breadcrumb} data-print="hide" marginBlockEnd="1">
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
