import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import type { GalleryGroup } from 'language/contract/entities';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { DialogShell } from '../../components/dialogs/dialog-shell.tsx';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { GalleryImage } from './gallery-image.tsx';

const ZOOM_FACTORS = [1, 1.5, 2, 3, 4];

interface Props {
  group: GalleryGroup | undefined;
  /** The index of the open image in the group. Undefined: closed. */
  at: number | undefined;
  onGo: (at: number | undefined) => void;
}

/** One image at full size. Arrow keys go through the group, + and − zoom, Escape closes. */
export function ImageViewer({ group, at, onGo }: Props) {
  const t = useTranslation();
  /** An index of `ZOOM_FACTORS`. */
  const [zoom, setZoom] = useState(0);
  const images = group?.images ?? [];
  const image = at === undefined ? undefined : images[at];
  const go = (to: number) => {
    if (images.length === 0) return;
    setZoom(0);
    onGo((to + images.length) % images.length);
  };
  const zoomTo = (step: number) => setZoom(Math.max(0, Math.min(step, ZOOM_FACTORS.length - 1)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = lineStep(event.key);
    const zoomStep = { '+': 1, '=': 1, '-': -1 }[event.key];
    if ((step ?? zoomStep) === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (step !== undefined) go((at ?? 0) + step);
    if (zoomStep !== undefined) zoomTo(zoom + zoomStep);
  };
  const factor = ZOOM_FACTORS[zoom] ?? 1;
  return (
    <DialogShell
      size="full"
      open={image !== undefined}
      onClose={() => {
        setZoom(0);
        onGo(undefined);
      }}
      lazyMount
      unmountOnExit
      box={{
        bg: 'gray.950',
        color: 'gray.100',
        onKeyDown,
        height: '100dvh',
        borderRadius: '0',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
      }}
    >
      <Box display="flex" alignItems="center" gap="2" padding="2">
        <Box flex="1" minWidth="0" display="flex" alignItems="baseline" gap="3" paddingInline="2">
          {/* Headings have `text-wrap: balance`, which would wrap the line in spite of `truncate`. */}
          <Dialog.Title fontSize="md" truncate textWrap="nowrap">
            <ClinicalName>{group?.title ?? ''}</ClinicalName>
          </Dialog.Title>
          <Box as="span" flexShrink="0" fontSize="sm" aria-live="polite">
            {t('gallery.viewer.place', { number: (at ?? 0) + 1, of: images.length })}
          </Box>
        </Box>
        <IconButton
          size="sm"
          variant="ghost"
          color="inherit"
          _hover={{ bg: 'gray.800' }}
          aria-label={t('gallery.viewer.out')}
          disabled={zoom === 0}
          onClick={() => zoomTo(zoom - 1)}
        >
          <ZoomOut size={18} aria-hidden />
        </IconButton>
        <IconButton
          size="sm"
          variant="ghost"
          color="inherit"
          _hover={{ bg: 'gray.800' }}
          aria-label={t('gallery.viewer.in')}
          disabled={zoom === ZOOM_FACTORS.length - 1}
          onClick={() => zoomTo(zoom + 1)}
        >
          <ZoomIn size={18} aria-hidden />
        </IconButton>
        <Dialog.CloseTrigger asChild position="static">
          <IconButton
            size="sm"
            variant="ghost"
            color="inherit"
            _hover={{ bg: 'gray.800' }}
            aria-label={t('gallery.viewer.close')}
          >
            <X size={18} aria-hidden />
          </IconButton>
        </Dialog.CloseTrigger>
      </Box>
      <Box
        flex="1"
        minHeight="0"
        overflow="auto"
        display="grid"
        css={{ touchAction: 'pan-x pan-y pinch-zoom' }}
        tabIndex={0}
        role="group"
        aria-label={t('gallery.open', { title: group?.title ?? '', number: (at ?? 0) + 1, of: images.length })}
      >
        {image ? (
          <Box
            key={image.image}
            margin="auto"
            style={{ width: `${factor * 100}%`, height: `${factor * 100}%` }}
            display="grid"
            placeItems="center"
          >
            <GalleryImage
              canRetry
              address={image.image}
              alt={t('gallery.open', { title: group?.title ?? '', number: (at ?? 0) + 1, of: images.length })}
              style={{
                maxWidth: '100%',
                maxHeight: '100%',
                width: zoom === 0 ? 'auto' : '100%',
                height: zoom === 0 ? 'auto' : '100%',
                objectFit: 'contain',
                margin: 'auto',
              }}
            />
          </Box>
        ) : null}
      </Box>
      {images.length > 1 ? (
        <Box
          display="flex"
          justifyContent="center"
          gap="4"
          padding="2"
          css={{ '& svg': { _rtl: { rotate: '180deg' } } }}
        >
          <IconButton
            size="md"
            variant="ghost"
            color="inherit"
            _hover={{ bg: 'gray.800' }}
            aria-label={t('gallery.viewer.previous')}
            onClick={() => go((at ?? 0) - 1)}
          >
            <ChevronLeft size={22} aria-hidden />
          </IconButton>
          <IconButton
            size="md"
            variant="ghost"
            color="inherit"
            _hover={{ bg: 'gray.800' }}
            aria-label={t('gallery.viewer.next')}
            onClick={() => go((at ?? 0) + 1)}
          >
            <ChevronRight size={22} aria-hidden />
          </IconButton>
        </Box>
      ) : null}
    </DialogShell>
  );
}
