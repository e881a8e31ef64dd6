/** The navigation bar: links, live state, theme, account menu. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { ChevronDown, Menu } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { personName } from '../platform/text/names.ts';
import { lockSession, session, useSessionUser } from '../platform/session/session.ts';
import { useSignInWays } from '../platform/session/sign-in-ways.ts';
import { shortcuts, shortcutText } from '../platform/keyboard/shortcuts.ts';
import { useStatusSlot } from '../components/status-slot.tsx';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { NavMenu } from './nav-menu.tsx';
import { paths } from '../platform/paths.ts';
import { LanguageSelect } from './language-select.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { unsavedInOtherTabs } from '../platform/storage/signed-out.ts';
import { unsentCommands } from '../platform/storage/unsaved-changes.ts';
import { confirmDiscard } from './unsaved-guard.tsx';

/** Loaded with the open menu. */
const AskedLink = lazyComponent(() => import('../features/asked/asked-link.tsx'));
/** Loaded after sign-in, with the live connection. */
const LiveBadge = lazyComponent(() => import('./live-badge.tsx'));
/** The parts of a signed-in person's bar are one file. */
const signedInBar = () => import('./signed-in-bar.tsx');
const TeamLinks = lazyComponent(async () => ({ default: (await signedInBar()).TeamLinks }));
const TeamSwitch = lazyComponent(async () => ({ default: (await signedInBar()).TeamSwitch }));
const TeamsInMenu = lazyComponent(async () => ({ default: (await signedInBar()).TeamsInMenu }));
const SearchEverywhere = lazyComponent(async () => ({ default: (await signedInBar()).SearchEverywhere }));

const bar = {
  bg: { base: 'teal.800', _dark: 'teal.950' },
  color: 'teal.50',
  borderBottomWidth: { _dark: '1px' },
  '& a:focus-visible, & button:focus-visible': { outline: '2px solid {colors.amber.300}', outlineOffset: '2px' },
};
const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  listStyle: 'none',
  fontWeight: 'semibold',
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '44px',
    whiteSpace: 'nowrap',
    paddingInline: '2.5',
    borderRadius: 'l2',
    _hover: { bg: 'whiteAlpha.200' },
    '&[aria-current=page]': { boxShadow: 'inset 0 -3px 0 {colors.amber.300}' },
  },
};

export function NavBar() {
  const t = useTranslation();
  const user = useSessionUser();
  const { localAccounts, signUp = 'open' } = useSignInWays();
  const { search } = useLocation();
  const navigate = useNavigate();
  const logOut = async (): Promise<void> => {
    if (!(await confirmDiscard([...unsentCommands(), ...(await unsavedInOtherTabs())]))) return;
    session.send({ type: 'logout' });
    void navigate(paths.landing.href());
  };
  const home = user ? paths.home.href() : paths.landing.href();
  const slot = useStatusSlot();
  const badge = (
    <AsyncBoundary>
      <LiveBadge />
    </AsyncBoundary>
  );
  const others = [
    { to: paths.courses.href(), label: t('app.courses') },
    { to: paths.about.href(), label: t('app.about') },
  ];
  return (
    <Box as="nav" aria-label={t('app.mainNav')} data-print="hide" css={bar}>
      <Box
        maxW="var(--content)"
        marginInline="auto"
        paddingInline={{ base: '3', md: '6' }}
        minH="52px"
        display="flex"
        alignItems="center"
        gap={{ base: '1', md: '2', lg: '4' }}
      >
        <Link to={home} aria-label={`${t('app.product')}: ${t('app.home')}`}>
          <Box
            as="span"
            display="inline-flex"
            alignItems="center"
            gap="2"
            minH="44px"
            minW="44px"
            fontWeight="bold"
            letterSpacing="-0.01em"
          >
            <img src="/favicon.svg" alt="" width={26} height={26} />
            <Box as="span" hideBelow={user ? 'xl' : 'lg'}>
              {t('app.product')}
            </Box>
          </Box>
        </Link>
        <Box as="ul" css={row} hideBelow="md">
          <li>
            <NavLink to={home} end>
              {t('app.home')}
            </NavLink>
          </li>
          {user ? (
            <AsyncBoundary>
              <TeamLinks />
            </AsyncBoundary>
          ) : (
            others.map(({ to, label }) => (
              <li key={label}>
                <NavLink to={to} end>
                  {label}
                </NavLink>
              </li>
            ))
          )}
        </Box>
        {user && (
          <Box hideBelow="lg">
            <AsyncBoundary>
              <TeamSwitch />
            </AsyncBoundary>
          </Box>
        )}
        <Box as="span" flex="1" />
        {user && (
          <AsyncBoundary>
            <SearchEverywhere />
          </AsyncBoundary>
        )}
        {user && (slot ? createPortal(badge, slot) : badge)}
        {!user && (
          <Box hideBelow="md">
            <LanguageSelect />
          </Box>
        )}
        <ThemeToggle />
        {!user && localAccounts && signUp === 'open' && (
          <Button
            asChild
            size="sm"
            variant="outline"
            bg="transparent"
            color="inherit"
            borderColor="teal.300"
            _hover={{ bg: 'whiteAlpha.200' }}
          >
            <Link to={paths.register.href(new URLSearchParams(search).get('returnFrom'))}>
              {t('app.createAccount')}
            </Link>
          </Button>
        )}
        <Box {...(user ? {} : { hideFrom: 'md' })}>
          <NavMenu
            label={user ? t('app.userMenu', { name: personName(user) }) : t('app.menu')}
            face={
              user ? (
                <>
                  <Box as="span" hideBelow="md" truncate maxW="200px">
                    <bdi>{personName(user)}</bdi>
                  </Box>
                  <Box as="span" hideBelow="md">
                    <ChevronDown size={16} aria-hidden />
                  </Box>
                  <Box as="span" hideFrom="md">
                    <Menu size={20} aria-hidden />
                  </Box>
                </>
              ) : (
                <Menu size={20} aria-hidden />
              )
            }
          >
            <Box as="li" hideFrom="md">
              <NavLink to={home} end>
                {t('app.home')}
              </NavLink>
            </Box>
            {user && (
              <AsyncBoundary>
                <TeamLinks inMenu />
                <TeamsInMenu />
              </AsyncBoundary>
            )}
            {!user &&
              others.map(({ to, label }) => (
                <Box as="li" key={label} hideFrom="md">
                  <NavLink to={to} end>
                    {label}
                  </NavLink>
                </Box>
              ))}
            {!user && (
              <Box as="li" hideFrom="md" paddingInline="2">
                <LanguageSelect />
              </Box>
            )}
            {user && (
              <>
                <Box
                  as="li"
                  hideFrom="md"
                  borderBlockStartWidth="1px"
                  marginBlockStart="1.5"
                  paddingBlockStart="2"
                  paddingInline="4"
                  fontSize="xs"
                  color="fg.muted"
                >
                  <bdi>{personName(user)}</bdi>
                </Box>
                <AsyncBoundary>
                  <AskedLink />
                </AsyncBoundary>
                <li>
                  <NavLink to={paths.profile.href()} end>
                    {t('app.profile')}
                  </NavLink>
                </li>
                <li>
                  <NavLink to={paths.security.href()}>{t('app.security')}</NavLink>
                </li>
                {others.map(({ to, label }) => (
                  <li key={label}>
                    <NavLink to={to} end>
                      {label}
                    </NavLink>
                  </li>
                ))}
                <li>
                  <button type="button" aria-keyshortcuts="Alt+L" onClick={lockSession}>
                    {t('app.lock')}
                    <Box
                      as="kbd"
                      className="key-hint"
                      marginInlineStart="auto"
                      fontSize="xs"
                      fontWeight="normal"
                      color="fg.muted"
                      aria-hidden
                    >
                      {shortcutText(shortcuts.lock)}
                    </Box>
                  </button>
                </li>
                <li>
                  <button type="button" onClick={() => void logOut()}>
                    {t('app.logOut')}
                  </button>
                </li>
              </>
            )}
          </NavMenu>
        </Box>
      </Box>
    </Box>
  );
}
