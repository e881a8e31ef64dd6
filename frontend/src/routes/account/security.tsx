/** `/profile/security`: how the person signs in, and where they are signed in. Each section has a file of its own. */
import { Stack } from '@chakra-ui/react/stack';
import type { ComponentType } from 'react';
import { PageHeader } from '../../components/page.tsx';
import { securityText as text } from '../../features/security/messages.ts';
import { SecondFactorSection } from '../../features/security/second-factor-section.tsx';
import { DraftsSection } from '../../features/security/drafts-section.tsx';
import { PinSection } from '../../features/security/pin-section.tsx';
import { SessionsSection } from '../../features/security/sessions-section.tsx';
import { profileText } from '../../features/profile/messages.ts';
import { paths } from '../../platform/paths.ts';

export { signedInOnly as loader } from '../../app/route-guards.ts';

/** In the order of the page. */
const sections: readonly ComponentType[] = [SecondFactorSection, PinSection, DraftsSection, SessionsSection];

export function Component() {
  return (
    <>
      <PageHeader
        title={text.title}
        crumbs={[{ label: profileText.title, to: paths.profile.href() }, { label: text.title }]}
        lead={text.lead}
      />
      <Stack gap="4">
        {sections.map((Section, index) => (
          <Section key={index} />
        ))}
      </Stack>
    </>
  );
}
