import { IconButton } from '@chakra-ui/react/button';
import { Volume2, VolumeX } from 'lucide-react';
import { setMuted, useIsMuted } from '../../platform/browser/sound.ts';
import { admissionText as text } from './messages.ts';

/** The sound of a successful save can be switched off, for the ward at night. */
export function SoundToggle() {
  const muted = useIsMuted();
  const words = muted ? text.sound.off : text.sound.on;
  return (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={words}
      title={words}
      aria-pressed={!muted}
      onClick={() => setMuted(!muted)}
    >
      {muted ? <VolumeX size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />}
    </IconButton>
  );
}
