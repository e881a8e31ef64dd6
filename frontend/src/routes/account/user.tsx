/** `/user/{id}`: a person's public profile. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { profileQuery } from '../../features/profile/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ProfileCounts } from '../../features/profile/profile-counts.tsx';
import { PublishedRecommendations } from '../../features/profile/recommendations.tsx';
import { ViewerActions } from '../../features/profile/viewer-actions.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { personName } from '../../platform/text/names.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const viewer = useSessionUser();
  const profile = useQuery(profileQuery(id, viewer?._id));
  return (
    <QueryBoundary query={profile}>
      {(found) => (
        <>
          <PageHeader
            title={<bdi>{personName(found)}</bdi>}
            windowTitle={t('profile.publicTitle', { name: personName(found) })}
            crumbs={[{ label: personName(found), name: true }]}
            lead={<bdi>{found.title}</bdi>}
          />
          <Stack gap="4">
            <Panel>
              <Box display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="flex-end" gap="4">
                <ProfileCounts profile={found} />
                <Box color="fg.muted" fontSize="xs" className="tabular">
                  <ClinicalText>{t('profile.startedOn', { date: formatDate(found.start) })}</ClinicalText>
                </Box>
              </Box>
              <Box marginBlockStart="4">
                {found.about === '' ? (
                  <Box color="fg.muted">{t('profile.noAbout')}</Box>
                ) : (
                  <RichTextView html={found.about} />
                )}
              </Box>
            </Panel>
            <PublishedRecommendations profile={found} />
            <ViewerActions key={viewer?._id ?? ''} profile={found} viewer={viewer} />
          </Stack>
        </>
      )}
    </QueryBoundary>
  );
}
