import * as accountCalls from 'language/contract/calls/account';
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { OwnProfile, Recommendation } from 'language/contract/profiles';
import { Quote } from 'lucide-react';
import { session } from '../../platform/session/session.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { PanelSection } from '../../components/page.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { isUserNotFound, type AnyProfile } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const ownListStyle = {
  listStyle: 'none',
  '& > li': {
    paddingBlock: '3',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _last: { borderBlockEndWidth: 0, paddingBlockEnd: 0 },
  },
  '& [data-hidden=true] .rich-text': { textDecoration: 'line-through', color: 'fg.muted' },
};

/** Recommendations that others wrote about the owner, to publish or hide (docs/product.md, "Recommendations"). */
export function OwnRecommendations({ profile: { _id, recommendations } }: { profile: OwnProfile }) {
  const t = useTranslation();
  return (
    <PanelSection title={t('profile.recommendations')}>
      {recommendations.length === 0 ? (
        <Box color="fg.muted" marginBlockStart="1">
          {t('profile.noneForYou')}
        </Box>
      ) : (
        <Box as="ul" css={ownListStyle}>
          {recommendations.map((one) => (
            <RecommendationRow key={one._id} owner={_id} recommendation={one} />
          ))}
        </Box>
      )}
    </PanelSection>
  );
}

function RecommendationRow({ owner, recommendation }: { owner: string; recommendation: Recommendation }) {
  const t = useTranslation();
  const { _id, isAccepted, recommender, recommenderName, version } = recommendation;
  const accept = useCommand(accountCalls.acceptRecommendation, {
    onSuccess: ({ stream: _stream, revision: _revision, ...changed }) =>
      queryClient.setQueryData(
        queryKeys.profile(owner, owner),
        (held: OwnProfile | undefined) =>
          held && { ...held, recommendations: held.recommendations.map((one) => (one._id === _id ? changed : one)) },
      ),
    onError: (error) => {
      if (isUserNotFound(error)) session.send({ type: 'tokenFailed' });
    },
  });
  return (
    <li>
      <ErrorAlert error={accept.error} />
      <Box data-hidden={!isAccepted}>
        <RichTextView html={recommendation.recommendation} />
      </Box>
      <Box
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="3"
        marginBlockStart="2"
        color="fg.muted"
        fontSize="xs"
      >
        <span>
          {t('profile.by')} <bdi>{recommenderName}</bdi>
        </span>
        <Badge colorPalette={isAccepted ? 'brand' : 'gray'}>
          {isAccepted ? t('profile.published') : t('profile.hidden')}
        </Badge>
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          loading={accept.isPending}
          marginInlineStart="auto"
          onClick={() =>
            accept.mutate({ params: { recommendationId: _id }, ifVersion: version, body: { isAccepted: !isAccepted } })
          }
        >
          {isAccepted ? t('profile.hide') : t('profile.publish')}
          <Box as="span" srOnly>
            {t('profile.of', { name: recommenderName || recommender })}
          </Box>
        </Button>
      </Box>
    </li>
  );
}

const publishedListStyle = {
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

/** The recommendations that the owner has published. The owner's own profile also holds the hidden ones. */
export function PublishedRecommendations({ profile }: { profile: AnyProfile }) {
  const t = useTranslation();
  const published = profile.recommendations.filter((one) => !('isAccepted' in one) || one.isAccepted);
  return (
    <Box as="section" aria-labelledby="published-title">
      <Box as="h2" id="published-title" fontWeight="semibold">
        {t('profile.recommendations')}
      </Box>
      {published.length === 0 ? (
        <Box color="fg.muted" marginBlockStart="1">
          {t('profile.none')}
        </Box>
      ) : (
        <Box as="ul" css={publishedListStyle}>
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
