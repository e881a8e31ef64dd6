/**
 * The action of a viewer on a public profile: log in, edit their own profile, see that they have recommended this
 * person, or recommend them (docs/product.md, "Recommendations").
 */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { CircleCheck, Pencil } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { personName } from '../../platform/text/names.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { session, type useSessionUser } from '../../platform/session/session.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { PanelSection } from '../../components/page.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { isUserNotFound, isOwnProfile, type AnyProfile } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function ViewerActions({ profile, viewer }: { profile: AnyProfile; viewer: ReturnType<typeof useSessionUser> }) {
  const t = useTranslation();
  if (!viewer) {
    return (
      <Button asChild variant="outline" alignSelf="flex-start">
        <Link to={paths.landing.href(paths.user.href(profile._id))}>{t('profile.signInToRecommend')}</Link>
      </Button>
    );
  }
  if (isOwnProfile(profile)) {
    return (
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Button asChild>
          <Link to={paths.profile.href()}>
            <Pencil size={16} aria-hidden />
            {t('profile.own')}
          </Link>
        </Button>
        <Box color="fg.muted">{t('profile.ownHint')}</Box>
      </Box>
    );
  }
  if ('hasRecommended' in profile && profile.hasRecommended) {
    const mine = profile.recommendations.find(({ recommender }) => recommender === viewer._id);
    return (
      <Box
        display="flex"
        gap="2"
        bg="brand.subtle"
        borderRadius="l2"
        paddingInline="3"
        paddingBlock="2"
        css={{ '& svg': { flexShrink: 0, color: 'brand.fg', marginBlockStart: '2px' } }}
      >
        <CircleCheck size={18} aria-hidden />
        <span>
          {t('profile.already', { name: personName(profile) })}
          {mine && !mine.isAccepted ? ` ${t('profile.alreadyHidden')}` : ''}
        </span>
      </Box>
    );
  }
  return <RecommendForm profile={profile} viewer={viewer._id} />;
}

const emptyRecommendation = { html: '' };

function RecommendForm({ profile, viewer }: { profile: AnyProfile; viewer: string }) {
  const t = useTranslation();
  const form = useFlatForm(emptyRecommendation, 0);
  const { html } = form.draft;
  const key = queryKeys.profile(profile._id, viewer);
  const draft = `recommendation/${profile._id}`;
  const send = useCommand(accountCalls.addRecommendation, {
    draft,
    onSuccess: () => {
      notify.saved(t('profile.submitted'));
      void queryClient.invalidateQueries({ queryKey: key });
    },
    onError: (error) => {
      if (isUserNotFound(error)) session.send({ type: 'tokenFailed' });
    },
  });
  const isEmpty = isBlank(html);
  useUnsaved(isEmpty || send.isSuccess ? undefined : t('profile.unsavedRecommendation'));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isEmpty && !send.isPending) send.mutate({ params: { userId: profile._id }, body: { recommendation: html } });
  };
  return (
    <PanelSection title={t('profile.recommend', { name: personName(profile) })} headSpace="3">
      <form aria-label={t('profile.recommendation')} onSubmit={submit}>
        <Stack gap="4">
          <FlatDraft form={form} of={draft} what={t('profile.draftRecommendation')} isNew isDone={send.isSuccess} />
          <ErrorAlert error={send.error} />
          <RichText
            key={form.round}
            required
            label={t('profile.recommendation')}
            defaultHtml={html}
            onIdle={(typed) => form.change({ html: typed })}
            disabled={send.isPending}
          />
          <Button type="submit" alignSelf="flex-start" loading={send.isPending} disabled={isEmpty}>
            {t('profile.submit')}
          </Button>
        </Stack>
      </form>
    </PanelSection>
  );
}
