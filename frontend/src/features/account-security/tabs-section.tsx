/** The choice of this device whether lists of patients open charts in a new tab. */
import { Switch } from '../../components/forms/switch.tsx';
import { PanelSection } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { chartsInNewTab } from '../../platform/storage/chart-tabs.ts';

export function TabsSection() {
  const t = useTranslation();
  const isOn = chartsInNewTab.useIsOn();
  return (
    <PanelSection title={t('chartTabs.title')} titleSize="md" hint={t('chartTabs.hint')} headSpace="2">
      <Switch label={t('chartTabs.label')} checked={isOn} onChange={chartsInNewTab.set} />
    </PanelSection>
  );
}
