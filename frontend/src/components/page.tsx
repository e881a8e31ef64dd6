/** The parts of a page: window title, breadcrumbs, header, panel. */
import { touch } from './theme/system.ts';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Box, type BoxProps } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

/**
 * Sets the title of the window while mounted. Never a patient's full name: titles show in screenshots and histories.
 */
export function useWindowTitle(screen: string): void {
  const product = useTranslation()('app.product');
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
    return () => {
      document.title = product;
    };
  }, [screen, product]);
}

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
  '& a': {
    color: 'brand.fg',
    paddingBlock: { base: '2', lg: '1' },
    _hover: { textDecoration: 'underline' },
    // A short word is as high as a finger. The line stays as it is.
    [touch]: { paddingBlock: '13px', marginBlock: '-5px' },
  },
  '& svg': { color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

/** A narrow window scrolls it. */
const oneLine = { flexWrap: 'nowrap', overflowX: 'auto', scrollbarWidth: 'none', whiteSpace: 'nowrap' };

/**
 * Home > … > this screen (docs/product.md, "App shell").
 * @param crumbs the steps after Home; the last one is this screen
 */
function Breadcrumbs({ crumbs, isOneLine }: { crumbs: readonly Crumb[]; isOneLine: boolean }) {
  const t = useTranslation();
  const home = useSessionUser() ? paths.home.href() : paths.landing.href();
  const all: Crumb[] = [{ label: t('component.home'), to: home }, ...crumbs];
  return (
    <Box
      as="nav"
      aria-label={t('component.breadcrumb')}
      data-print="hide"
      {...(isOneLine ? { minWidth: '0', flex: '1' } : { marginBlockEnd: '1' })}
    >
      <Box as="ol" css={isOneLine ? { ...trail, ...oneLine } : trail}>
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

interface HeaderProps {
  title: ReactNode;
  /** Default: `title`, if it is text. Never a patient's full name: titles show in screenshots and histories. */
  windowTitle?: string;
  /** The steps after Home. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  lead?: ReactNode;
  /** One line of breadcrumbs and actions. The title, which is the last breadcrumb, is for screen readers only. */
  isCompact?: boolean;
  isPrinted?: boolean;
}

/**
 * Breadcrumbs, title, actions. After a navigation the title takes the focus: a screen reader announces the new screen.
 */
export function PageHeader({
  title,
  windowTitle,
  crumbs,
  actions,
  lead,
  isCompact = false,
  isPrinted = true,
}: HeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useWindowTitle(windowTitle ?? (typeof title === 'string' ? title : ''));
  // The first page has the key `default`: there the browser's own initial focus is right. The state is read once: a
  // change of the address's search must not take the focus.
  const [hasNavigated] = useState(key !== 'default');
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
  }, [hasNavigated]);

  if (isCompact)
    return (
      <Box as="header" display="flex" alignItems="center" gap="2" marginBlockEnd="1" minHeight="9">
        <VisuallyHidden asChild>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </VisuallyHidden>
        {crumbs && <Breadcrumbs crumbs={crumbs} isOneLine />}
        {actions}
      </Box>
    );
  return (
    <Box as="header" marginBlockEnd="4" {...(isPrinted ? {} : { 'data-print': 'hide' })}>
      {crumbs && <Breadcrumbs crumbs={crumbs} isOneLine={false} />}
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <Box minW="0">
          <Box
            as="h1"
            ref={heading}
            tabIndex={-1}
            fontSize={{ base: 'xl', md: '2xl' }}
            fontWeight="bold"
            letterSpacing="-0.01em"
            minH="2rem"
          >
            {title}
          </Box>
          {lead && (
            <Box color="fg.muted" marginBlockStart="1">
              {lead}
            </Box>
          )}
        </Box>
        {actions && (
          <Box display="flex" flexWrap="wrap" gap="2">
            {actions}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The panel behind forms and lists. */
export function Panel(props: BoxProps) {
  return <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" padding={{ base: '4', md: '5' }} {...props} />;
}

interface SectionProps extends Omit<BoxProps, 'title'> {
  title: ReactNode;
  /** A sentence below the title. */
  hint?: ReactNode;
  titleSize?: BoxProps['fontSize'];
  /** The room between the head and what follows. */
  headSpace?: BoxProps['marginBlockEnd'];
}

/** A panel with a heading, which names it. */
export function PanelSection({ title, hint, titleSize, headSpace, children, ...panel }: SectionProps) {
  const id = useId();
  const below = headSpace === undefined ? {} : { marginBlockEnd: headSpace };
  return (
    <Panel as="section" aria-labelledby={id} {...panel}>
      <Box
        as="h2"
        id={id}
        fontWeight="semibold"
        {...(titleSize === undefined ? {} : { fontSize: titleSize })}
        {...(hint === undefined ? below : {})}
      >
        {title}
      </Box>
      {hint === undefined ? null : (
        <Box color="fg.muted" fontSize="sm" {...below}>
          {hint}
        </Box>
      )}
      {children}
    </Panel>
  );
}

/** The panel of a form that has the screen for itself, such as a new password. */
export const FormPanel = (props: BoxProps) => (
  <Panel
    marginInline="auto"
    marginBlockStart={{ md: '8' }}
    padding={{ base: '5', md: '7' }}
    boxShadow="sm"
    {...props}
  />
);
