import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useSelector } from '@xstate/react';
import type { Team } from 'command-api/contract/entities';
import { limits } from 'command-api/domain/values/codes';
import { Camera, Check, FileWarning, RotateCw, Upload, X } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { chosenOf, type GalleryEditor } from './gallery-editor.tsx';
import { canBeSaved, isDirty, type UploadingImage } from './gallery-upload.machine.ts';
import { tilesStyle } from './group-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useObjectUrl } from './gallery-image.tsx';

const uploadTilesStyle = {
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

const isTitle = (value: unknown): value is string => typeof value === 'string';

/** A new image group: a title, then Upload, then "Click here to complete Saving" (docs/product.md, "Gallery"). */
export function NewImageGroup({
  editor,
  team,
  draftKey,
}: {
  editor: GalleryEditor;
  team: Pick<Team, 'uploadPreset'>;
  draftKey: DraftKey;
}) {
  const t = useTranslation();
  const context = useSelector(editor, (state) => state.context);
  const isBusy = useSelector(editor, (state) => state.hasTag('busy'));
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { title, images, notTaken, error } = context;
  const hasPreset = team.uploadPreset !== '';
  const canUpload = hasPreset && title.trim() !== '' && !isBusy && images.length < limits.imagesPerGroup;
  const sent = images.filter(({ state }) => state === 'sent').length;
  const failed = images.filter(({ state }) => state === 'failed').length;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    editor.send({ type: 'add', images: chosenOf(event.target.files ?? []) });
    // An unchanged value fires no event, so the same file could not be chosen again.
    event.target.value = '';
  };
  const discard = async () => {
    if (
      !(await confirm({
        title: t('gallery.discardSure.title'),
        body: t('gallery.discardSure.body'),
        yes: t('gallery.discardSure.yes'),
        no: t('gallery.discardSure.no'),
        danger: true,
      }))
    )
      return;
    drafts.settle(draftKey);
    editor.send({ type: 'discard' });
  };
  const whyDisabled = !hasPreset
    ? t('gallery.noPreset')
    : title.trim() === ''
      ? t('gallery.titleFirst')
      : images.length >= limits.imagesPerGroup
        ? t('gallery.full')
        : undefined;

  return (
    <Box
      as="section"
      aria-label={t('gallery.add')}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      padding={{ base: '4', md: '5' }}
      marginBlockStart="4"
      data-print="hide"
    >
      <Box as="h3" fontWeight="semibold" marginBlockEnd="3">
        {t('gallery.add')}
      </Box>
      {isDirty(context) ? null : (
        <DraftOffer
          draftKey={draftKey}
          what={t('gallery.draft')}
          isUsable={isTitle}
          version={undefined}
          onRestore={({ value }) => editor.send({ type: 'title', title: value })}
        />
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canBeSaved(context)) editor.send({ type: 'save' });
          else if (canUpload) files.current?.click();
        }}
      >
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-end">
          <Box flex="1 1 16rem" maxWidth="28rem">
            <FormField
              label={t('gallery.title')}
              required
              disabled={isBusy || !hasPreset}
              error={error?.fields['title']}
            >
              <Input
                {...checkedByForm}
                size="sm"
                dir="auto"
                autoComplete="off"
                maxLength={limits.title}
                value={title}
                onChange={(event) => editor.send({ type: 'title', title: event.target.value })}
              />
            </FormField>
          </Box>
          <input
            ref={files}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            multiple
            hidden
            onChange={choose}
            data-files
          />
          <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={choose} data-camera />
          <Button
            size="sm"
            variant="outline"
            disabled={!canUpload}
            title={whyDisabled}
            onClick={() => files.current?.click()}
          >
            <Upload size={16} aria-hidden />
            {t('gallery.upload')}
          </Button>
          {/* Devices with a coarse pointer have a camera. */}
          <Button
            size="sm"
            variant="outline"
            disabled={!canUpload}
            title={whyDisabled}
            onClick={() => camera.current?.click()}
            css={{ display: 'none', '@media (pointer: coarse)': { display: 'inline-flex' } }}
          >
            <Camera size={16} aria-hidden />
            {t('gallery.camera')}
          </Button>
        </Box>
        <Box fontSize="xs" color="fg.muted" marginBlockStart="2">
          {hasPreset ? t('gallery.kinds') : t('gallery.noPreset')}
        </Box>
        {notTaken > 0 ? (
          <Box role="alert" fontSize="sm" color="fg.error">
            {t('gallery.tooMany', { left: notTaken })}
          </Box>
        ) : null}
        {images.length > 0 ? (
          <>
            <Box as="ul" css={uploadTilesStyle}>
              {images.map((image) => (
                <Tile key={image.key} image={image} isBusy={isBusy} editor={editor} />
              ))}
            </Box>
            <Box role="status" fontSize="sm" color="fg.muted">
              {t('gallery.status', { sent, all: images.length })}
              {failed > 0 ? ` · ${t(sent > 0 ? 'gallery.someMissing' : 'gallery.allMissing', { failed })}` : ''}
            </Box>
          </>
        ) : null}
        <ErrorAlert error={error} onRetry={() => editor.send({ type: 'save' })} />
        <Box display="flex" flexWrap="wrap" gap="2" marginBlockStart={images.length > 0 ? '3' : '0'}>
          {sent > 0 ? (
            <Button type="submit" size="sm" disabled={isBusy || !canBeSaved(context)}>
              {isBusy ? t('gallery.saving') : t('gallery.complete')}
            </Button>
          ) : null}
          {isDirty(context) ? (
            <Button type="button" size="sm" variant="ghost" disabled={isBusy} onClick={() => void discard()}>
              {t('gallery.discard')}
            </Button>
          ) : null}
        </Box>
      </form>
    </Box>
  );
}

function Tile({
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
