/** The links of a team's page to its other screens, by the rights of the person. */
import { Button } from '@chakra-ui/react/button';
import type { Team } from 'command-api/contract/entities';
import { BedDouble, ClipboardCheck, FileSearch, LayoutGrid, ScanSearch, Settings, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { teamsText as text } from './messages.ts';

export function TeamLinks({ team }: { team: Team }) {
  const user = useSessionUser();
  const { _id: id } = team;
  const others: { to: string; icon: LucideIcon; label: string }[] = [
    { to: paths.ward.href(id), icon: LayoutGrid, label: text.ward },
    { to: paths.handover.href(id), icon: ClipboardCheck, label: text.handover },
    { to: paths.reports.href(id), icon: FileSearch, label: text.searchAndPrint },
  ];
  if (user && policy.audit(user, team)) others.push({ to: paths.audit.href(id), icon: ScanSearch, label: text.audit });
  return (
    <>
      <Button asChild>
        <Link to={paths.patients.href(id)}>
          <BedDouble aria-hidden />
          {text.patients}
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
            {text.administer}
          </Link>
        </Button>
      )}
    </>
  );
}
