/** The team's details, read-only. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import { specialtyLabel } from 'command-api/domain/values/codes';
import { chatQuery } from '../../sync/reads/server-config.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { teamsText as text } from './messages.ts';

const facts = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'max-content 1fr' },
  columnGap: '6',
  rowGap: '2',
  '& dt': { color: 'fg.muted' },
  '& dd': { overflowWrap: 'anywhere', marginBlockEnd: { base: '2', md: '0' } },
};

export function TeamFacts({ team }: { team: Team }) {
  const chatUrl = useQuery(chatQuery()).data ?? '';
  return (
    <Box as="dl" css={facts}>
      <dt>{text.specialty}</dt>
      <dd>{specialtyLabel(team.specialty)}</dd>
      <dt>{text.cloudName}</dt>
      <dd>
        <bdi dir="ltr">{team.cloudName || '–'}</bdi>
      </dd>
      <dt>{text.uploadPreset}</dt>
      <dd>
        <bdi dir="ltr">{team.uploadPreset || '–'}</bdi>
      </dd>
      {chatUrl !== '' && (
        <>
          <dt>{text.chat}</dt>
          <dd>{team.chatAllowed ? text.chatOn : text.chatOff}</dd>
        </>
      )}
      <dt>{text.about}</dt>
      <dd>{team.about === '' ? text.noAbout : <RichTextView html={team.about} />}</dd>
    </Box>
  );
}
