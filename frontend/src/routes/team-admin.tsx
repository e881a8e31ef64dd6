/**
 * `/teamlist/{id}`: the team's details and members. Its members may read it, its admin changes it (decisions, "Rules
 * and rights").
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { specialtyLabel } from 'command-api/domain/codes';
import { Eye } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { AddMember } from '../features/teams/add-member.tsx';
import { EditMembers } from '../features/teams/edit-members.tsx';
import { MemberList } from '../features/teams/member-list.tsx';
import { teamsText as text } from '../features/teams/messages.ts';
import { TeamFacts } from '../features/teams/team-facts.tsx';
import { TeamForm } from '../features/teams/team-form.tsx';
import { policy } from '../clinical/policy.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { PageHeader } from '../components/layout/page-header.tsx';
import { Panel } from '../components/layout/panel.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';

export { signedInOnly as loader } from '../app/route-guards.ts';

export function Component() {
  const { id = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  return (
    <QueryBoundary query={team}>
      {(found) => {
        const mayAdminister = user !== undefined && policy.administer(user, found);
        return (
          <>
            <PageHeader
              title={<bdi>{found.name}</bdi>}
              windowTitle={`${text.adminTitle} – ${found.name}`}
              lead={specialtyLabel(found.specialty)}
              crumbs={[{ label: found.name, to: paths.team.href(id), name: true }, { label: text.adminTitle }]}
              actions={
                mayAdminister && (
                  <Button asChild variant="outline" size="sm">
                    <Link to={paths.accesses.href(id)}>
                      <Eye aria-hidden />
                      {text.accessLog}
                    </Link>
                  </Button>
                )
              }
            />
            {!mayAdminister && (
              <Box color="fg.muted" marginBlockEnd="3">
                {text.readOnly}
              </Box>
            )}
            <Stack gap="4">
              <Panel as="section" aria-labelledby="details-title">
                <Box as="h2" id="details-title" fontWeight="semibold" marginBlockEnd="3">
                  {text.details}
                </Box>
                {mayAdminister ? <TeamForm team={found} /> : <TeamFacts team={found} />}
              </Panel>
              <Panel as="section" aria-labelledby="members-title">
                <Box as="h2" id="members-title" fontWeight="semibold" marginBlockEnd="1">
                  {text.members}
                </Box>
                {mayAdminister ? <EditMembers team={found} /> : <MemberList team={found} />}
                {mayAdminister && (
                  <Box borderBlockStartWidth="1px" paddingBlockStart="3" marginBlockStart="2">
                    <AddMember team={found} />
                  </Box>
                )}
              </Panel>
            </Stack>
          </>
        );
      }}
    </QueryBoundary>
  );
}
