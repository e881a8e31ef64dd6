/** A description of a team, its members, and the links to its screens, read-only. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Team } from 'language/contract/entities';
import {
  BedDouble,
  ClipboardCheck,
  FileSearch,
  FileUp,
  LayoutGrid,
  type LucideIcon,
  Pill,
  ScanSearch,
  Settings,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { PanelSection } from '../../components/page.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { AdminOffer } from './admin-offer.tsx';
import { MemberList } from './member-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { policy } from '../../clinical/policy.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';

export const TeamOverview = ({ team }: { team: Team }) => {
  const t = useTranslation();
  return (
    <>
      <AdminOffer team={team} />
      <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 1.3fr' }} gap="4" alignItems="start">
        <PanelSection title={t('teams.about')} headSpace="2">
          {team.about === '' ? <Box color="fg.muted">{t('teams.noAbout')}</Box> : <RichTextView html={team.about} />}
        </PanelSection>
        <PanelSection title={t('teams.members')} headSpace="1">
          <MemberList team={team} />
        </PanelSection>
      </Box>
    </>
  );
};

/** By the rights of the person. */
export function TeamLinks({ team }: { team: Team }) {
  const t = useTranslation();
  const user = useSessionUser();
  const { _id: id } = team;
  const others: { to: string; icon: LucideIcon; label: string }[] = [
    { to: paths.ward.href(id), icon: LayoutGrid, label: t('teams.ward') },
    { to: paths.handover.href(id), icon: ClipboardCheck, label: t('teams.handover') },
    { to: paths.drugUse.href(id), icon: Pill, label: t('drugUse.title') },
    { to: paths.reports.href(id), icon: FileSearch, label: t('teams.searchAndPrint') },
  ];
  if (user && policy.audit(user, team))
    others.push({ to: paths.audit.href(id), icon: ScanSearch, label: t('teams.audit') });
  if (user && policy.edit(user, team))
    others.push({ to: paths.import.href(id), icon: FileUp, label: t('import.title') });
  return (
    <>
      <Button asChild>
        <Link to={paths.patients.href(id)}>
          <BedDouble aria-hidden />
          {t('teams.patients')}
        </Link>
      </Button>
      {others.map(({ to, icon: Icon, label }) => (
        <Button key={to} asChild variant="outline">
          <Link to={to}>
            <Icon aria-hidden />
            {label}
          </Link>
        </Button>
      ))}
      {user && policy.administer(user, team) && (
        <Button asChild variant="outline" colorPalette="gray">
          <Link to={paths.teamAdmin.href(id)}>
            <Settings aria-hidden />
            {t('teams.administer')}
          </Link>
        </Button>
      )}
    </>
  );
}
