import { IconButton } from '@chakra-ui/react/button';
import { History, Keyboard, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { setMuted, useIsMuted } from '../../platform/sound.ts';
import { isQuestionMark, isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { isTyping } from '../../sync/live/arrivals.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const ShortcutSheet = lazyComponent(() => import('./shortcut-sheet.tsx'));

/** The buttons in the header of the admission screen. */
export const AdmissionActions = ({ admission }: { admission: string }) => (
  <>
    <PastChartLink admission={admission} />
    <SoundToggle />
    <ShortcutHelp />
  </>
);

/** Leads to the patient chart as it was at an earlier time. */
const PastChartLink = ({ admission }: { admission: string }) => {
  const t = useTranslation();
  return (
    <IconButton
      asChild
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={t('admission.pastChart')}
      title={t('admission.pastChart')}
    >
      <Link to={paths.chartThen.href(admission)}>
        <History size={16} aria-hidden />
      </Link>
    </IconButton>
  );
};

/** Switches the sound of a successful save on and off, for the ward at night. */
function SoundToggle() {
  const t = useTranslation();
  const isMuted = useIsMuted();
  const label = isMuted ? t('admission.sound.off') : t('admission.sound.on');
  return (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={label}
      title={label}
      aria-pressed={!isMuted}
      onClick={() => setMuted(!isMuted)}
    >
      {isMuted ? <VolumeX size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />}
    </IconButton>
  );
}

/** Opens the sheet of shortcuts: by its button, by Ctrl+/, and by `?` while the person is not typing. */
function ShortcutHelp() {
  const t = useTranslation();
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcuts.sheet) && !(isQuestionMark(event) && !isTyping())) return;
      event.preventDefault();
      setSheet('open');
    };
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, []);
  return (
    <>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        hideBelow="md"
        aria-label={t('admission.shortcuts')}
        title={`${t('admission.shortcuts')} (?)`}
        onClick={() => setSheet('open')}
      >
        <Keyboard size={16} aria-hidden />
      </IconButton>
      {sheet === 'never' ? null : (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <ShortcutSheet open={sheet === 'open'} onClose={() => setSheet('closed')} />
        </AsyncBoundary>
      )}
    </>
  );
}
