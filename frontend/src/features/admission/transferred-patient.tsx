/** In place of a patient who was transferred, and has no other stay in the team. Loaded lazily. */
import { ArrowRightLeft } from 'lucide-react';
import { useWindowTitle } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export default function TransferredPatient() {
  const t = useTranslation();
  useWindowTitle(t('transfer.goneTitle'));
  return (
    <EmptyState level={1} icon={<ArrowRightLeft size={36} aria-hidden />} title={t('transfer.goneTitle')}>
      {t('transfer.goneBody')}
    </EmptyState>
  );
}
