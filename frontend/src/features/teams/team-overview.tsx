/** What a team is and who its members are, read-only. */
import { Box } from '@chakra-ui/react/box';
import type { Team } from 'command-api/contract/entities';
import { Panel } from '../../components/page.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { MemberList } from './member-list.tsx';
import { teamsText as text } from './messages.ts';

export const TeamOverview = ({ team }: { team: Team }) => (
  <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 1.3fr' }} gap="4" alignItems="start">
    <Panel as="section" aria-labelledby="about-title">
      <Box as="h2" id="about-title" fontWeight="semibold" marginBlockEnd="2">
        {text.about}
      </Box>
      {team.about === '' ? <Box color="fg.muted">{text.noAbout}</Box> : <RichTextView html={team.about} />}
    </Panel>
    <Panel as="section" aria-labelledby="members-title">
      <Box as="h2" id="members-title" fontWeight="semibold" marginBlockEnd="1">
        {text.members}
      </Box>
      <MemberList team={team} />
    </Panel>
  </Box>
);
