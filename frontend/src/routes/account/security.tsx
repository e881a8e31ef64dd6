/** `/profile/security`: how the person signs in, and where they are signed in. Each section has a file of its own. */
import { Stack } from '@chakra-ui/react/stack';
import type { ComponentType } from 'react';
import { PageHeader } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { SecondFactorSection } from '../../features/account-security/second-factor-section.tsx';
import { DraftsSection } from '../../features/account-security/drafts-section.tsx';
import { OfflineSection } from '../../features/account-security/offline-section.tsx';
import { PushSection } from '../../features/account-security/push-section.tsx';
import { PinSection } from '../../features/account-security/pin-section.tsx';
import { TabsSection } from '../../features/account-security/tabs-section.tsx';
import { SessionsSection } from '../../features/account-security/sessions-section.tsx';
import { paths } from '../../platform/paths.ts';

/** In the order of the page. */
const sections: readonly ComponentType[] = [
  SecondFactorSection,
  PinSection,
  PushSection,
  OfflineSection,
  DraftsSection,
  TabsSection,
  SessionsSection,
];

export function Component() {
  const t = useTranslation();
  return (
    <>
      <PageHeader
        title={t('security.title')}
        crumbs={[{ label: t('profile.title'), to: paths.profile.href() }, { label: t('security.title') }]}
        lead={t('security.lead')}
      />
      <Stack gap="4">
        {sections.map((Section, index) => (
          <Section key={index} />
        ))}
      </Stack>
    </>
  );
}
