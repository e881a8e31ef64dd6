/** "What waits for me": a line with a count for each thing, which leads to its place. */
import { Box } from '@chakra-ui/react/box';
import type { Today, WaitingKind } from 'language/contract/today';
import { ChevronRight, Inbox } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/screen-states.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { draftPlaces } from './draft-places.ts';

const list = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& li + li': { borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '48px',
    paddingInline: '4',
    paddingBlock: '2',
    _hover: { bg: 'brand.subtle' },
  },
  '& b': { minWidth: '2ch', textAlign: 'end', fontSize: 'lg', fontVariantNumeric: 'tabular-nums' },
  '& [data-kind=overdue] b, & [data-kind=erasures] b': { color: 'fg.error' },
  '& .what': { flex: '1', minWidth: '0' },
  '& small': { color: 'fg.muted', fontSize: 'xs', display: 'block', overflowWrap: 'anywhere' },
  '& svg': { flexShrink: 0, color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

/** The list whose length is the count. */
function placeOf(kind: WaitingKind, team: string, user: string): string {
  const mine = `?of=${encodeURIComponent(user)}`;
  switch (kind) {
    case 'pending':
      return paths.handover.href(team) + mine;
    case 'overdue':
      return `${paths.handover.href(team)}${mine}&overdue=1`;
    case 'transfers':
      return paths.transfers.href(team);
    case 'erasures':
      return paths.teamAdmin.href(team);
    case 'changed':
      return paths.ward.href(team);
  }
}

interface Props extends Pick<Today, 'waiting'> {
  /** Recommendations that are asked of a physician. */
  asked: number;
  /** Erasures of the installation that the admin account may decide. */
  erasuresOfAll: number;
  /** The person has several teams: each line names its own. */
  hasTeams: boolean;
}

export function Waiting({ waiting, asked, erasuresOfAll, hasTeams }: Props) {
  const t = useTranslation();
  const user = useSessionUser()?._id ?? '';
  const [unsaved] = useState(() => draftPlaces(drafts.list(user, '')));
  const lines = [
    ...(asked === 0
      ? []
      : [{ kind: 'asked', to: paths.asked.href(), count: asked, what: t('today.asked', { count: asked }), team: '' }]),
    ...waiting.map(({ kind, team, teamName, count }) => ({
      kind,
      to: placeOf(kind, team, user),
      count,
      what: t(`today.${kind}`, { count }),
      team: hasTeams ? teamName : '',
    })),
    ...(erasuresOfAll === 0
      ? []
      : [
          {
            kind: 'erasures',
            to: paths.adminTools.href(),
            count: erasuresOfAll,
            what: t('today.erasures', { count: erasuresOfAll }),
            team: '',
          },
        ]),
    ...unsaved.map(({ what, to, count }) => ({
      kind: 'drafts',
      to,
      count,
      what: t(`today.drafts.${what}`, { count }),
      team: '',
    })),
  ];
  if (lines.length === 0)
    return (
      <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
        <EmptyState level={3} icon={<Inbox size={32} aria-hidden />} title={t('today.nothing')}>
          {t('today.nothingHint')}
        </EmptyState>
      </Box>
    );
  return (
    <Box as="ul" css={list}>
      {lines.map(({ kind, to, count, what, team }) => (
        <li key={`${kind} ${to}`} data-kind={kind}>
          <Link to={to}>
            <b>{formatNumber(count)}</b>{' '}
            <span className="what">
              {what}
              {team === '' ? null : (
                <>
                  {' '}
                  <small>
                    <bdi>{team}</bdi>
                  </small>
                </>
              )}
            </span>
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </Box>
  );
}
