import type { AdmissionDetails, GalleryGroup, Team } from 'language/contract/entities';
import { useEffect, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { useEditor } from '../../editing/open-editors.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { NewImageGroup } from './new-image-group.tsx';
import { galleryDraftKey, galleryEditors, openGallery } from './gallery-editor.tsx';
import { GroupList } from './group-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  user: string;
  admission: AdmissionDetails;
  team: Team | undefined;
  canEdit: boolean;
  arrivals: ReadonlyMap<string, Arrival>;
  /** Beside the button that deletes a group. */
  renderTools: (group: GalleryGroup) => ReactNode;
}

/** The Gallery tab: titled groups of images, and a form for a new group. */
export default function GalleryTab({ user, admission, team, canEdit, arrivals, renderTools }: Props) {
  const t = useTranslation();
  const { _id, gallery } = admission;
  const editor = useEditor(galleryEditors, _id);
  useEffect(() => {
    if (canEdit && !editor) openGallery(_id, galleryDraftKey(user, _id));
  }, [_id, canEdit, editor, user]);
  return (
    <>
      {gallery.length === 0 ? (
        <EmptyState title={t('gallery.none.title')}>
          {canEdit ? t('gallery.none.canEdit') : t('gallery.none.readOnly')}
        </EmptyState>
      ) : (
        <GroupList
          admission={_id}
          team={admission.team}
          groups={gallery}
          canEdit={canEdit}
          arrivals={arrivals}
          renderTools={renderTools}
        />
      )}
      {team && editor && canEdit ? (
        <NewImageGroup editor={editor} team={team} draftKey={galleryDraftKey(user, _id)} />
      ) : null}
    </>
  );
}
