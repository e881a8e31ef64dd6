/** The teams of the signed-in person, as links. */
import { Box } from '@chakra-ui/react/box';
import type { Team } from 'language/contract/entities';
import { ChevronRight, ClipboardCheck, LayoutGrid, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { specialtyLabel } from '../../clinical/code-labels.ts';
import { paths } from '../../platform/paths.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const list = {
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  gap: '3',
  '& li': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    transition: 'border-color 0.15s',
    _hover: { borderColor: 'brand.solid' },
  },
  '& .team': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    paddingInline: '4',
    paddingBlockStart: '3',
    minH: '52px',
  },
  '& .links': { display: 'flex', columnGap: '4', paddingInline: '4', paddingBlockEnd: '1.5' },
  '& .links a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '32px',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'brand.fg',
    '@media (pointer: coarse)': { minH: '44px' },
    _hover: { textDecoration: 'underline' },
  },
  '& .links svg': { color: 'inherit' },
  '& strong': { display: 'block', lineHeight: '1.4' },
  '& small': { color: 'fg.muted', fontSize: 'xs' },
  '& svg': { flexShrink: 0, color: 'fg.subtle', _rtl: { rotate: '180deg' } },
};

export function TeamList({ teams }: { teams: Team[] }) {
  const t = useTranslation();
  if (teams.length === 0)
    return (
      <EmptyState level={3} icon={<Users size={32} aria-hidden />} title={t('teams.noTeams')}>
        {t('teams.noTeamsHint')}
      </EmptyState>
    );
  return (
    <Box as="ul" css={list}>
      {teams.map((team) => (
        <li key={team._id}>
          <Link className="team" to={paths.team.href(team._id)}>
            <Box as="span" flex="1" minW="0" overflowWrap="anywhere">
              <strong>
                <bdi>{team.name}</bdi>
              </strong>
              <small>
                {specialtyLabel(team.specialty)} · {t('teams.memberCount', { count: team.members.length })}
              </small>
            </Box>
            <ChevronRight size={18} aria-hidden />
          </Link>
          <div className="links">
            <Link to={paths.ward.href(team._id)}>
              <LayoutGrid size={14} aria-hidden />
              {t('teams.ward')}
            </Link>
            <Link to={paths.handover.href(team._id)}>
              <ClipboardCheck size={14} aria-hidden />
              {t('teams.handover')}
            </Link>
          </div>
        </li>
      ))}
    </Box>
  );
}
