/** The recommendations that the owner has published. The owner's own profile also holds the hidden ones. */
import { Box } from '@chakra-ui/react/box';
import { Quote } from 'lucide-react';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import type { AnyProfile } from './api.ts';
import { profileText as text } from './messages.ts';

const listStyle = {
  listStyle: 'none',
  display: 'grid',
  gap: '3',
  marginBlockStart: '2',
  '& li': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    padding: '4',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: '3',
  },
  '& li > svg': { color: 'amber.fg', marginBlockStart: '2px' },
  '& cite': { gridColumn: '2', fontStyle: 'normal', color: 'fg.muted', fontSize: 'xs', marginBlockStart: '1' },
};

export function PublishedRecommendations({ profile }: { profile: AnyProfile }) {
  const published = profile.recommendations.filter((one) => !('isAccepted' in one) || one.isAccepted);
  return (
    <Box as="section" aria-labelledby="published-title">
      <Box as="h2" id="published-title" fontWeight="semibold">
        {text.recommendations}
      </Box>
      {published.length === 0 ? (
        <Box color="fg.muted" marginBlockStart="1">
          {text.none}
        </Box>
      ) : (
        <Box as="ul" css={listStyle}>
          {published.map(({ _id, recommendation, recommenderName }) => (
            <li key={_id}>
              <Quote size={18} aria-hidden />
              <RichTextView html={recommendation} />
              <cite>
                <bdi>{recommenderName}</bdi>
              </cite>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
