/** The bar at the top: where home is, whether the page is live, who is signed in. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { LogOut } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { personName } from '../lib/names.ts';
import { session, useSessionUser } from '../lib/session.ts';
import { LiveBadge } from '../ui/live-badge.tsx';
import { appText } from './messages.ts';
import { paths } from './paths.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { letGo } from './unsaved-guard.tsx';

const bar = {
  bg: { base: 'teal.800', _dark: 'teal.950' }, color: 'teal.50', borderBottomWidth: { _dark: '1px' },
  '& a': { color: 'inherit' },
  '& a:focus-visible, & button:focus-visible': { outline: '2px solid {colors.amber.300}', outlineOffset: '2px' },
};

export function NavBar() {
  const user = useSessionUser();
  const navigate = useNavigate();
  const logOut = async (): Promise<void> => {
    if (!(await letGo())) return;
    session.send({ type: 'logout' });
    void navigate(paths.landing.href());
  };
  return (
    <Box as="nav" aria-label="Main" data-print="hide" css={bar}>
      <Box maxW="1120px" marginInline="auto" paddingInline={{ base: '3', md: '6' }} minH="52px" display="flex" alignItems="center" gap={{ base: '2', md: '4' }}>
        <Link to={user ? paths.home.href() : paths.landing.href()} aria-label={`${appText.product}: ${appText.home}`}>
          <Box as="span" display="inline-flex" alignItems="center" gap="2" minH="44px" fontWeight="bold" letterSpacing="-0.01em">
            <img src="/favicon.svg" alt="" width={26} height={26} />
            <Box as="span" hideBelow="sm">{appText.product}</Box>
          </Box>
        </Link>
        <Box as="span" flex="1" />
        {user ? (
          <>
            <LiveBadge />
            <Box as="span" fontSize="xs" fontWeight="semibold" truncate maxW={{ base: '28vw', md: '240px' }}><bdi>{personName(user)}</bdi></Box>
            <ThemeToggle />
            <Button size="sm" variant="ghost" color="inherit" paddingInline="2" _hover={{ bg: 'whiteAlpha.200' }} onClick={() => void logOut()}><LogOut aria-hidden /><Box as="span" srOnly={{ base: true, md: false }}>{appText.logOut}</Box></Button>
          </>
        ) : (
          <>
            <ThemeToggle />
            <Button asChild size="sm" variant="outline" bg="transparent" color="inherit" borderColor="teal.300" _hover={{ bg: 'whiteAlpha.200' }}><Link to={paths.register.href()}>{appText.createAccount}</Link></Button>
          </>
        )}
      </Box>
    </Box>
  );
}
