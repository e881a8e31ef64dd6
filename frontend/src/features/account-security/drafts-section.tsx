/** How drafts and unsent commands are kept on this device (docs/decisions/browser/device-storage.md). */
import { PanelSection } from '../../components/page.tsx';
import { isSecure } from '../../platform/storage/device-storage.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function DraftsSection() {
  const t = useTranslation();
  return (
    <PanelSection
      title={t('deviceDrafts.title')}
      titleSize="md"
      hint={isSecure() ? t('deviceDrafts.encrypted') : t('deviceDrafts.inClear')}
    />
  );
}
