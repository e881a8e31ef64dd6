/** `/team/{id}`: what the team is, who is in it, the way to its patients. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { specialtyLabel } from 'command-api/domain/codes';
import { BedDouble, ClipboardCheck, FileSearch, LayoutGrid, ScanSearch, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { MemberList } from '../features/teams/member-list.tsx';
import { teamsText as text } from '../features/teams/messages.ts';
import { policy } from '../clinical/policy.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { PageHeader } from '../components/layout/page-header.tsx';
import { Panel } from '../components/layout/panel.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';
import { RichTextView } from '../components/rich-text/rich-text-view.tsx';
import { notify } from '../components/toasts/toaster.tsx';
import InPlaceHistory from './history/history-panel.tsx';

export { signedInOnly as loader } from '../app/route-guards.ts';

export function Component() {
  const { id = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  const failed = team.isError && team.error.status !== 404;
  useEffect(() => {
    if (failed) notify.failed(text.unexpected);
  }, [failed]);

  return (
    <QueryBoundary query={team}>
      {(found) => {
        const mayAdminister = user !== undefined && policy.administer(user, found);
        return (
          <>
            <PageHeader
              title={<bdi>{found.name}</bdi>}
              windowTitle={found.name}
              crumbs={[{ label: found.name, name: true }]}
              lead={specialtyLabel(found.specialty)}
              actions={
                <>
                  <Button asChild>
                    <Link to={paths.patients.href(id)}>
                      <BedDouble aria-hidden />
                      {text.patients}
                    </Link>
                  </Button>
                  <Button asChild variant="outline">
                    <Link to={paths.ward.href(id)}>
                      <LayoutGrid aria-hidden />
                      {text.ward}
                    </Link>
                  </Button>
                  <Button asChild variant="outline">
                    <Link to={paths.handover.href(id)}>
                      <ClipboardCheck aria-hidden />
                      {text.handover}
                    </Link>
                  </Button>
                  <Button asChild variant="outline">
                    <Link to={paths.reports.href(id)}>
                      <FileSearch aria-hidden />
                      {text.searchAndPrint}
                    </Link>
                  </Button>
                  {user !== undefined && policy.audit(user, found) && (
                    <Button asChild variant="outline">
                      <Link to={paths.audit.href(id)}>
                        <ScanSearch aria-hidden />
                        {text.audit}
                      </Link>
                    </Button>
                  )}
                  {mayAdminister && (
                    <Button asChild variant="outline" colorPalette="gray">
                      <Link to={paths.teamAdmin.href(id)}>
                        <Settings aria-hidden />
                        {text.administer}
                      </Link>
                    </Button>
                  )}
                </>
              }
            />
            <Box
              display="grid"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 1.3fr' }}
              gap="4"
              alignItems="start"
            >
              <Panel as="section" aria-labelledby="about-title">
                <Box as="h2" id="about-title" fontWeight="semibold" marginBlockEnd="2">
                  {text.about}
                </Box>
                {found.about === '' ? <Box color="fg.muted">{text.noAbout}</Box> : <RichTextView html={found.about} />}
              </Panel>
              <Panel as="section" aria-labelledby="members-title">
                <Box as="h2" id="members-title" fontWeight="semibold" marginBlockEnd="1">
                  {text.members}
                </Box>
                <MemberList team={found} />
              </Panel>
            </Box>
            <Box marginBlockStart="3" minHeight="8">
              <InPlaceHistory kind="teams" id={id} name={found.name} team={found} />
            </Box>
          </>
        );
      }}
    </QueryBoundary>
  );
}
