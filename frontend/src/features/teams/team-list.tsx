/** The teams of the caller, each a way in. */
import { Box } from '@chakra-ui/react/box';
import type { Team } from 'command-api/contract/entities';
import { specialtyLabel } from 'command-api/domain/codes';
import { ChevronRight, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { teamsText as text } from './messages.ts';

const list = {
  listStyle: 'none', display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: '3',
  '& a': { display: 'flex', alignItems: 'center', gap: '3', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', paddingInline: '4', paddingBlock: '3', minH: '64px', transition: 'border-color 0.15s', _hover: { borderColor: 'brand.solid' } },
  '& strong': { display: 'block', lineHeight: '1.4' },
  '& small': { color: 'fg.muted', fontSize: 'xs' },
  '& svg': { flexShrink: 0, color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

export function TeamList({ teams }: { teams: Team[] }) {
  if (teams.length === 0) return <EmptyState level={3} icon={<Users size={32} aria-hidden />} title={text.noTeams}>{text.noTeamsHint}</EmptyState>;
  return (
    <Box as="ul" css={list}>
      {teams.map((team) => (
        <li key={team._id}>
          <Link to={paths.team.href(team._id)}>
            <Box as="span" flex="1" minW="0" overflowWrap="anywhere"><strong><bdi>{team.name}</bdi></strong><small>{specialtyLabel(team.specialty)} · {text.memberCount(team.members.length)}</small></Box>
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </Box>
  );
}
