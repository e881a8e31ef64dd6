import { IconButton } from '@chakra-ui/react/button';
import { Check, FileWarning, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { GalleryEditor } from './gallery-editor.tsx';
import { useObjectUrl } from './gallery-image.tsx';
import type { UploadingImage } from './gallery-upload.machine.ts';
import { tilesStyle } from './group-list.tsx';

/** The tiles under one styled root. */
export const uploadTilesStyle = {
  ...tilesStyle,
  marginBlock: '3',
  '& .tile': { ...tilesStyle['& .tile'], position: 'relative', cursor: 'default' },
  '& .tile img': { ...tilesStyle['& .tile img'], opacity: 0.55 },
  '& [data-state=sent] img': { opacity: 1 },
  '& progress': {
    width: '100%',
    height: '6px',
    accentColor: '{colors.brand.solid}',
    display: 'block',
    marginBlockStart: '1',
  },
  '& .foot': { display: 'flex', alignItems: 'center', gap: '1', fontSize: 'xs', minHeight: '28px' },
  '& .words': { flex: 1, minWidth: 0, color: 'fg.muted' },
  '& [data-state=failed] .words': { color: 'fg.error' },
  '& .no-picture': {
    height: '100%',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '1',
    padding: '2',
    fontSize: 'xs',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
    textAlign: 'center',
  },
  '& .sent': {
    position: 'absolute',
    insetBlockEnd: '1',
    insetInlineEnd: '1',
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderRadius: 'full',
    padding: '1',
  },
};

/** An image of the new group: its picture, how far its upload is, and buttons to send it again and to take it out. */
export function UploadTile({
  image: { key, name, file, state, part, error },
  isBusy,
  editor,
}: {
  image: UploadingImage;
  isBusy: boolean;
  editor: GalleryEditor;
}) {
  const t = useTranslation();
  const address = useObjectUrl(file);
  const [isPicture, setIsPicture] = useState(true);
  return (
    <li data-state={state} data-upload={name}>
      <div className="tile">
        {isPicture ? (
          address === undefined ? null : (
            <img src={address} alt={name} onError={() => setIsPicture(false)} />
          )
        ) : (
          <span className="no-picture">
            <FileWarning size={22} aria-hidden />
            {name}
          </span>
        )}
        {state === 'sent' ? (
          <span className="sent">
            <Check size={14} aria-hidden />
          </span>
        ) : null}
      </div>
      {state === 'sending' ? <progress value={part} max={1} aria-label={t('gallery.sendingOf', { name })} /> : null}
      <div className="foot">
        <span className="words">
          {state === 'failed' ? (error?.text ?? t('gallery.state.failed')) : t(`gallery.state.${state}`)}
        </span>
        {state === 'failed' ? (
          <IconButton
            size="2xs"
            variant="outline"
            aria-label={t('gallery.retry', { name })}
            onClick={() => editor.send({ type: 'retry', key })}
          >
            <RotateCw size={14} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          size="2xs"
          variant="ghost"
          aria-label={t('gallery.take', { name })}
          disabled={isBusy}
          onClick={() => editor.send({ type: 'remove', key })}
        >
          <X size={14} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}
