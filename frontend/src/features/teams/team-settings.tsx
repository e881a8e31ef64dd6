/** The details and the members of a team. The admin edits them, the other members read them. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import type { Team } from 'command-api/contract/entities';
import { Panel } from '../../components/page.tsx';
import { AddMember } from './add-member.tsx';
import { EditMembers } from './edit-members.tsx';
import { MemberList } from './member-list.tsx';
import { teamsText as text } from './messages.ts';
import { TeamFacts } from './team-facts.tsx';
import { TeamForm } from './team-form.tsx';

export const TeamSettings = ({ team, canEdit }: { team: Team; canEdit: boolean }) => (
  <>
    {!canEdit && (
      <Box color="fg.muted" marginBlockEnd="3">
        {text.readOnly}
      </Box>
    )}
    <Stack gap="4">
      <Panel as="section" aria-labelledby="details-title">
        <Box as="h2" id="details-title" fontWeight="semibold" marginBlockEnd="3">
          {text.details}
        </Box>
        {canEdit ? <TeamForm team={team} /> : <TeamFacts team={team} />}
      </Panel>
      <Panel as="section" aria-labelledby="members-title">
        <Box as="h2" id="members-title" fontWeight="semibold" marginBlockEnd="1">
          {text.members}
        </Box>
        {canEdit ? <EditMembers team={team} /> : <MemberList team={team} />}
        {canEdit && (
          <Box borderBlockStartWidth="1px" paddingBlockStart="3" marginBlockStart="2">
            <AddMember team={team} />
          </Box>
        )}
      </Panel>
    </Stack>
  </>
);
