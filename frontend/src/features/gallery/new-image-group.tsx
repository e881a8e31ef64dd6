import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useSelector } from '@xstate/react';
import type { Team } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { chosenOf, type GalleryEditor } from './gallery-editor.tsx';
import { canBeSaved, isDirty } from './gallery-upload.machine.ts';
import { PhotoButton } from './photo-button.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { UploadTile, uploadTilesStyle } from './upload-tile.tsx';

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
  const titleField = useRef<HTMLInputElement>(null);
  const { title, images, notTaken, error } = context;
  const hasPreset = team.uploadPreset !== '';
  const hasTitle = title.trim() !== '';
  const canAdd = hasPreset && !isBusy && images.length < limits.imagesPerGroup;
  const canUpload = canAdd && hasTitle;
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
    : !hasTitle
      ? t('gallery.titleFirst')
      : images.length >= limits.imagesPerGroup
        ? t('gallery.full', { max: limits.imagesPerGroup })
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
        <PhotoButton
          disabled={!canAdd}
          title={
            hasPreset
              ? canAdd || isBusy
                ? undefined
                : t('gallery.full', { max: limits.imagesPerGroup })
              : t('gallery.noPreset')
          }
          isFirst={images.length === 0}
          onTaken={(photos) => {
            editor.send({ type: 'add', images: chosenOf(photos) });
            // The caption is typed while the photo is being sent.
            if (!hasTitle) titleField.current?.focus();
          }}
        />
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-end">
          <Box flex="1 1 16rem" maxWidth="28rem">
            <FormField
              label={t('gallery.title')}
              required
              disabled={isBusy || !hasPreset}
              hint={images.length > 0 && !hasTitle ? t('gallery.titleToSave') : undefined}
              error={error?.fields['title']}
            >
              <Input
                {...checkedByForm}
                ref={titleField}
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
        </Box>
        <Box fontSize="xs" color="fg.muted" marginBlockStart="2">
          {hasPreset
            ? t('gallery.kinds', { size: limits.image / 1024 ** 2, max: limits.imagesPerGroup })
            : t('gallery.noPreset')}
        </Box>
        {notTaken > 0 ? (
          <Box role="alert" fontSize="sm" color="fg.error">
            {t('gallery.tooMany', { left: notTaken, max: limits.imagesPerGroup })}
          </Box>
        ) : null}
        {images.length > 0 ? (
          <>
            <Box as="ul" css={uploadTilesStyle}>
              {images.map((image) => (
                <UploadTile key={image.key} image={image} isBusy={isBusy} editor={editor} />
              ))}
            </Box>
            <Box role="status" fontSize="sm" color="fg.muted">
              {t('gallery.status', { sent, all: images.length })}
              {failed > 0 ? ` · ${t(sent > 0 ? 'gallery.someMissing' : 'gallery.allMissing', { failed })}` : ''}
            </Box>
          </>
        ) : null}
        <ErrorAlert error={error} onRetry={() => editor.send({ type: 'save' })} />
        {isDirty(context) ? (
          <FormFoot>
            {sent > 0 ? (
              <Button type="submit" size="sm" disabled={isBusy || !canBeSaved(context)}>
                {isBusy ? t('gallery.saving') : t('gallery.complete')}
              </Button>
            ) : null}
            <Button type="button" size="sm" variant="ghost" disabled={isBusy} onClick={() => void discard()}>
              {t('gallery.discard')}
            </Button>
          </FormFoot>
        ) : null}
      </form>
    </Box>
  );
}
