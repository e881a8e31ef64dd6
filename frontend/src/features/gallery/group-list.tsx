import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { GalleryGroup } from 'language/contract/entities';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { useNameOf } from '../../clinical/member-name.ts';
import { WrittenAt } from '../../clinical/written-at.tsx';
import { useCommand } from '../../sync/commands.ts';
import { playSuccess } from '../../platform/sound.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { AccordionItem, Accordion, toggled } from '../../components/accordion.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { cacheGallery, thumbnailOf } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { GalleryImage } from './gallery-image.tsx';
import { ImageViewer } from './image-viewer.tsx';

export const tilesStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))',
  gap: '2',
  listStyle: 'none',
  '& .tile': {
    display: 'block',
    width: '100%',
    aspectRatio: '1',
    borderRadius: 'l2',
    overflow: 'hidden',
    bg: 'bg.muted',
    borderWidth: '1px',
    cursor: 'zoom-in',
  },
  '& .tile:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  '& .tile img': { width: '100%', height: '100%', objectFit: 'cover' },
};

interface Props {
  admission: string;
  /** The team of the admission: its members are the authors. */
  team: string;
  groups: readonly GalleryGroup[];
  canEdit: boolean;
  /** Keyed by `gallery:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Beside the button that deletes a group. */
  renderTools?: (group: GalleryGroup) => ReactNode;
}

/** The image groups of an admission, an accordion of their titles. */
export function GroupList({ admission, team, groups, canEdit, arrivals, renderTools }: Props) {
  const t = useTranslation();
  const nameOf = useNameOf(team);
  const [viewed, setViewed] = useState<{ group: string; at: number }>();
  const ids = groups.map(({ _id }) => _id);
  const [known, setKnown] = useState(ids);
  const [open, setOpen] = useState(ids.slice(-1));
  // A group that has just arrived is open.
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) {
    setKnown(ids);
    setOpen([...open, ...added]);
  }
  const remove = useCommand(admissionCalls.removeGalleryGroup, {
    onSuccess: (removed) => {
      void cacheGallery(removed);
      playSuccess();
      notify.removed(t('gallery.removed', { title: removed.title }));
    },
  });
  // A group that is already deleted needs no error message.
  const isRemoveFailed =
    remove.error?.status !== 404 && groups.some(({ _id }) => _id === remove.variables?.params.groupId);
  const askToRemove = async ({ _id, title, images }: GalleryGroup) => {
    if (
      await confirm({
        title: t('gallery.sure'),
        body: t('gallery.removing', { title, images: images.length }),
        danger: true,
      })
    )
      remove.mutate({ params: { id: admission, groupId: _id } });
  };
  return (
    <>
      <ErrorAlert error={isRemoveFailed ? remove.error : null} />
      <Accordion>
        {groups.map((group) => (
          <AccordionItem
            key={group._id}
            data-group={group._id}
            data-item={`gallery-${group._id}`}
            data-new={arrivals.get(`gallery:${group._id}`)}
            open={open.includes(group._id)}
            onToggle={() => setOpen(toggled(open, group._id))}
            head={
              <Box as="span" fontSize="sm">
                <Box as="strong" overflowWrap="anywhere">
                  <ClinicalName>{group.title}</ClinicalName>
                </Box>
                <Box as="span" color="fg.muted" fontSize="xs" marginInlineStart="3">
                  {t('gallery.count', { images: group.images.length })}
                  {group.userId === undefined ? null : (
                    <>
                      {' · '}
                      <bdi>{nameOf(group.userId)}</bdi>
                    </>
                  )}
                  <WrittenAt at={group.createdAt} />
                </Box>
              </Box>
            }
          >
            <Box as="ul" css={tilesStyle}>
              {group.images.map(({ image }, at) => (
                <li key={image}>
                  <button
                    type="button"
                    className="tile"
                    aria-label={t('gallery.open', { title: group.title, number: at + 1, of: group.images.length })}
                    onClick={() => setViewed({ group: group._id, at })}
                  >
                    <GalleryImage address={thumbnailOf(image)} alt="" />
                  </button>
                </li>
              ))}
            </Box>
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockStart="3">
              {canEdit ? (
                <Button
                  size="xs"
                  variant="outline"
                  aria-label={t('gallery.removeOf', { title: group.title })}
                  disabled={remove.isPending}
                  onClick={() => void askToRemove(group)}
                >
                  <Trash2 size={14} aria-hidden />
                  {t('gallery.remove')}
                </Button>
              ) : null}
              {renderTools?.(group)}
            </Box>
          </AccordionItem>
        ))}
      </Accordion>
      <ImageViewer
        group={groups.find(({ _id }) => _id === viewed?.group)}
        at={viewed?.at}
        onGo={(at) => setViewed((now) => (now && at !== undefined ? { ...now, at } : undefined))}
      />
    </>
  );
}
