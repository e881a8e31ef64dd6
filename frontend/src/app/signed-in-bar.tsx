/** The parts of the bar for a signed-in person: the team's screens, the switch between the teams, the search. Loaded after sign-in. */
import { Box } from '@chakra-ui/react/box';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, matchPath, NavLink, useLocation } from 'react-router-dom';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { bufferKeysUntil } from '../platform/keyboard/key-buffer.ts';
import { shortcuts, shortcutText, useShortcut } from '../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { paths } from '../platform/paths.ts';
import { rememberTeam, useLastTeam } from '../platform/storage/last-team.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { teamsQuery } from '../sync/reads/shared-reads.ts';
import { NavMenu } from './nav-menu.tsx';

const { team, teamAdmin, accesses, patients, reports, handover, transfers, ward, drugUse, audit } = paths;
const teamPages = [team, teamAdmin, accesses, patients, reports, handover, transfers, ward, drugUse, audit];

/** The team of an address, and the same page of another team. */
function pageOf(pathname: string): { team: string; of: (id: string) => string } | undefined {
  for (const { path, href } of teamPages) {
    const params: { id?: string; teamId?: string } = matchPath(path, pathname)?.params ?? {};
    const { id, teamId = id } = params;
    if (teamId !== undefined) return { team: teamId, of: href };
  }
  return undefined;
}

/** The person's teams, and the one whose page was visited last. */
function useTeams(): { teams: readonly Team[]; current: Team | undefined } {
  const teams = useQuery(teamsQuery()).data ?? [];
  const last = useLastTeam();
  return { teams, current: teams.find(({ _id }) => _id === last) ?? teams[0] };
}

/** The bar stands outside the frame, which has the query client for the screens. */
const withQueries = <Props extends object>(Part: (props: Props) => ReactNode) =>
  function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Part {...props} />
      </QueryClientProvider>
    );
  };

/** List items for the list of the bar, or for that of the menu on a phone. */
export const TeamLinks = withQueries(({ inMenu = false }: { inMenu?: boolean }) => {
  const t = useTranslation();
  const { current } = useTeams();
  if (current === undefined) return null;
  const links = [
    { to: ward, label: t('app.ward') },
    { to: handover, label: t('app.handover') },
    { to: patients, label: t('app.patients') },
    { to: reports, label: t('app.reports') },
  ];
  return links.map(({ to, label }) => (
    <Box as="li" key={label} {...(inMenu ? { hideFrom: 'md' } : {})}>
      <NavLink to={to.href(current._id)} end>
        {label}
      </NavLink>
    </Box>
  ));
});

/** Leads to the same page of another team, or else to its ward board. */
function useTeamChoices() {
  const { teams, current } = useTeams();
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  return teams.length < 2
    ? []
    : teams.map(({ _id, name }) => ({ _id, name, isCurrent: _id === current?._id, to: (page?.of ?? ward.href)(_id) }));
}

/** The lines around the teams in the menu: on a phone after the team's screens, on a tablet before the profile. */
const firstTeam = { borderBlockStartWidth: { base: '1px', md: '0' }, marginBlockStart: { base: '1.5', md: '0' } };
const lastTeam = { borderBlockEndWidth: { base: '0', md: '1px' }, marginBlockEnd: { base: '0', md: '1.5' } };

const TeamItems = ({ inMenu = false }: { inMenu?: boolean }) =>
  useTeamChoices().map(({ _id, name, isCurrent, to }, nth, { length }) => (
    <Box
      as="li"
      key={_id}
      {...(inMenu && { hideFrom: 'lg', css: { ...(nth === 0 && firstTeam), ...(nth === length - 1 && lastTeam) } })}
    >
      <Link to={to} aria-current={isCurrent || undefined} onClick={() => rememberTeam(_id)}>
        <Box as="bdi" flex="1" minWidth="0" overflowWrap="anywhere">
          {name}
        </Box>
        {isCurrent ? <Check size={16} aria-hidden /> : null}
      </Link>
    </Box>
  ));

/** In the bar: a button with the team's name. Nothing for a person of one team. */
export const TeamSwitch = withQueries(() => {
  const t = useTranslation();
  const { current } = useTeams();
  const { pathname } = useLocation();
  const visited = pageOf(pathname)?.team;
  useEffect(() => {
    if (visited !== undefined) rememberTeam(visited);
  }, [visited]);
  if (useTeamChoices().length === 0) return null;
  return (
    <NavMenu
      label={t('app.teamSwitch', { name: current?.name ?? '' })}
      face={
        <>
          <Box as="bdi" truncate maxWidth={{ base: '7rem', xl: '10rem' }}>
            {current?.name}
          </Box>
          <ChevronDown size={16} aria-hidden />
        </>
      }
    >
      <TeamItems />
    </NavMenu>
  );
});

/** The same teams as items of the menu. */
export const TeamsInMenu = withQueries(() => <TeamItems inMenu />);

/** Loaded ahead, by the frame. */
const SearchDialog = lazyComponent(() => import('../features/search-everywhere/search-dialog.tsx'));

const field = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: '44px',
  minWidth: '44px',
  flexShrink: 0,
  cursor: 'pointer',
  '& > span': {
    display: { base: 'none', xl: 'inline-flex' },
    alignItems: 'center',
    gap: '3',
    fontSize: 'xs',
  },
  '@media (min-width: 80rem)': {
    minHeight: '34px',
    paddingInline: '3',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'whiteAlpha.400',
    bg: 'whiteAlpha.100',
  },
  _hover: { bg: 'whiteAlpha.200' },
};

/** The field in the bar, and Ctrl+K: both open the search. */
export function SearchEverywhere() {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const openByKey = (): void => {
    // Another dialog is asking something.
    if (isOpen || document.querySelector('[role$=dialog][data-state=open]') !== null) return;
    bufferKeysUntil((focused) => focused.matches('[role=dialog] [role=combobox]'));
    setIsOpen(true);
  };
  useShortcut(shortcuts.search, openByKey, true);
  return (
    <>
      <Box asChild css={field}>
        <button
          type="button"
          aria-label={t('app.search')}
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <Search size={18} aria-hidden />
          <span aria-hidden>
            {t('app.searchField')}
            <kbd className="key-hint">{shortcutText(shortcuts.search)}</kbd>
          </span>
        </button>
      </Box>
      {isOpen && (
        <AsyncBoundary>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </AsyncBoundary>
      )}
    </>
  );
}
