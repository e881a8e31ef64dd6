/** `/profile`: the person's own details, password and recommendations. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { isOwnProfile, profileQuery } from '../../features/profile/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ProfileCounts } from '../../features/profile/profile-counts.tsx';
import { LanguagePanel } from '../../features/profile/language-panel.tsx';
import { ProfileForm } from '../../features/profile/profile-form.tsx';
import { OwnRecommendations } from '../../features/profile/recommendations.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { personName } from '../../platform/text/names.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const id = user?._id ?? '';
  const profile = useQuery({ ...profileQuery(id, id), enabled: user !== undefined });
  const address = paths.user.href(id);
  return (
    <>
      <PageHeader
        title={<bdi>{user ? personName(user) : ''}</bdi>}
        windowTitle={t('profile.title')}
        crumbs={[{ label: t('profile.title') }]}
        lead={
          <Box as="span" className="tabular" minH="1.6em" display="inline-block">
            {profile.data && (
              <ClinicalText>{t('profile.startedOn', { date: formatDate(profile.data.start) })}</ClinicalText>
            )}
          </Box>
        }
      />
      <QueryBoundary query={profile}>
        {(found) =>
          isOwnProfile(found) && (
            <Stack gap="4">
              <ProfileCounts profile={found} />
              <Box bg="brand.subtle" borderRadius="l2" paddingInline="3" paddingBlock="2">
                {t('profile.public')}{' '}
                <Box asChild color="brand.fg" fontWeight="semibold" textDecoration="underline" overflowWrap="anywhere">
                  <Link to={address}>
                    <bdi dir="ltr">{address}</bdi>
                  </Link>
                </Box>
              </Box>
              {!found.emailVerified && (
                <Box bg="amber.subtle" color="amber.fg" borderRadius="l2" paddingInline="3" paddingBlock="2">
                  {t('profile.unconfirmed')}{' '}
                  <Box asChild fontWeight="semibold" textDecoration="underline">
                    <Link to={paths.confirmEmail.href()}>{t('profile.confirmIt')}</Link>
                  </Box>
                </Box>
              )}
              <LanguagePanel />
              <ProfileForm profile={found} />
              <OwnRecommendations profile={found} />
            </Stack>
          )
        }
      </QueryBoundary>
    </>
  );
}
