import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import type { ReactNode } from 'react';
import { PageHeader, type Crumb } from '../components/page.tsx';
import { QueryBoundary } from '../components/screen-states.tsx';
import { paths } from '../platform/paths.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';

interface Props {
  /** The id of the team. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** The steps between the team and this screen. */
  parents?: readonly Crumb[];
  renderActions?: (team: Team) => ReactNode;
  /** False if the paper has a head of its own. */
  isHeaderPrinted?: boolean;
  children: (team: Team) => ReactNode;
}

/** The frame of a screen of one team: the team is read and watched, and the header names it. */
export function TeamScreen({ id, title, lead, parents = [], renderActions, isHeaderPrinted = true, children }: Props) {
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={title}
            windowTitle={`${title} – ${found.name}`}
            lead={lead}
            crumbs={[{ label: found.name, to: paths.team.href(id), name: true }, ...parents, { label: title }]}
            actions={renderActions?.(found)}
            isPrinted={isHeaderPrinted}
          />
          {children(found)}
        </>
      )}
    </QueryBoundary>
  );
}
