import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  disabled: boolean;
  /** The reason why it is disabled. */
  title: string | undefined;
  /** No photo was taken for this group yet. */
  isFirst: boolean;
  onTaken: (photos: readonly File[]) => void;
}

/** Opens the camera, one photo for each press. Shown where the pointer is a finger: such devices have a camera. */
export function PhotoButton({ disabled, title, isFirst, onTaken }: Props) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  /** The camera was closed, or the browser has no right to it: a page cannot tell the two apart. */
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const field = input.current;
    const miss = (): void => setMissing(true);
    // React has no such event for a file field.
    field?.addEventListener('cancel', miss);
    return () => field?.removeEventListener('cancel', miss);
  }, []);
  return (
    <Box css={{ display: 'none', '@media (pointer: coarse)': { display: 'block' } }} marginBlockEnd="3">
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        data-camera
        onChange={({ target }) => {
          const photos = [...(target.files ?? [])];
          // An unchanged value fires no event, and each photo may have the same name.
          target.value = '';
          setMissing(photos.length === 0);
          if (photos.length > 0) onTaken(photos);
        }}
      />
      <Button
        type="button"
        width={{ base: '100%', md: 'auto' }}
        disabled={disabled}
        title={title}
        onClick={() => {
          setMissing(false);
          input.current?.click();
        }}
      >
        <Camera size={18} aria-hidden />
        {t(isFirst ? 'gallery.camera' : 'gallery.cameraNext')}
      </Button>
      {isMissing ? (
        <Box role="status" fontSize="sm" color="fg.muted" marginBlockStart="1.5">
          {t('gallery.noPhoto')}
        </Box>
      ) : null}
    </Box>
  );
}
