/** The head of a screen: where one is, its title, its actions. On navigation the title takes the focus, so that a screen reader says where one has come. */
import { Box } from '@chakra-ui/react/box';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

export interface Crumb { label: string; to?: string; /** A person's name: isolated, so that Arabic does not move its neighbours. */ name?: boolean }

interface Props {
  title: ReactNode;
  /** For the window; default `title` when that is text. Never a patient's full name: titles show in screenshots and histories. */
  windowTitle?: string;
  crumbs?: Crumb[];
  actions?: ReactNode;
  lead?: ReactNode;
}

const trail = {
  display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1', listStyle: 'none', color: 'fg.muted', fontSize: 'xs',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: '1' },
  '& a': { color: 'brand.fg', paddingBlock: '1', _hover: { textDecoration: 'underline' } },
  '& svg': { color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

export function PageHeader({ title, windowTitle, crumbs, actions, lead }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const shown = windowTitle ?? (typeof title === 'string' ? title : '');
  useEffect(() => { document.title = shown ? `${shown} · Clinical Pharmacy` : 'Clinical Pharmacy'; }, [shown]);
  // `default` is the page that was opened first: there the browser's own start of the document is right.
  // Once a screen: a change of the search in the address must not take the focus.
  const [cameHere] = useState(key !== 'default');
  useEffect(() => { if (cameHere) heading.current?.focus({ preventScroll: true }); }, [cameHere]);

  return (
    <Box as="header" marginBlockEnd="4">
      {crumbs && (
        <Box as="nav" aria-label="Breadcrumb" marginBlockEnd="1">
          <Box as="ol" css={trail}>
            {crumbs.map((crumb, index) => (
              <li key={crumb.label + String(index)}>
                {crumb.to === undefined ? <span aria-current="page">{crumb.name ? <bdi>{crumb.label}</bdi> : crumb.label}</span> : <Link to={crumb.to}>{crumb.name ? <bdi>{crumb.label}</bdi> : crumb.label}</Link>}
                {index < crumbs.length - 1 && <ChevronRight size={12} aria-hidden />}
              </li>
            ))}
          </Box>
        </Box>
      )}
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <Box minW="0">
          <Box as="h1" ref={heading} tabIndex={-1} fontSize={{ base: 'xl', md: '2xl' }} fontWeight="bold" letterSpacing="-0.01em" minH="2rem">{title}</Box>
          {lead && <Box color="fg.muted" marginBlockStart="1">{lead}</Box>}
        </Box>
        {actions && <Box display="flex" flexWrap="wrap" gap="2">{actions}</Box>}
      </Box>
    </Box>
  );
}
