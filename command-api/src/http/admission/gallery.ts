/** The gallery of an admission: titled groups of images. Each call answers with the group and the current gallery. */
import * as admissionCalls from '../../contract/calls/admissions.ts';
import { AddGalleryGroup } from '../../contract/bodies/admissions.ts';
import { EmptyBody } from '../../contract/bodies/shared.ts';
import type { GalleryChange } from '../../contract/entities.ts';
import { addGalleryGroup, removeGalleryGroup } from '../../domain/admission/decide-gallery.ts';
import { admitted, galleryGroupOf } from '../../domain/admission/lookup.ts';
import type { Admission } from '../../domain/admission/state.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import { derivedId } from '../../commands/derived-id.ts';
import { command, written } from '../command-route.ts';
import { requireAcceptedImages } from './gallery-images.ts';
import { beforeDeletion, deleted, editableAdmission, onAdmission } from './on-admission.ts';
import { renderGroup } from '../../contract/render/admissions.ts';

/** @param of the state that has the group @param after the current state */
const change = (admissionId: string, groupId: string, of: Admission, after: Admission): GalleryChange => {
  const group = galleryGroupOf(of, groupId);
  return {
    ...renderGroup(group),
    admission: admissionId,
    gallery: admitted(after).gallery.map(renderGroup),
    version: revisionToJson(group.touch.version),
  };
};

export const galleryRoutes = [
  command(admissionCalls.addGalleryGroup, {
    makes: true,
    body: AddGalleryGroup,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const admissionId = request.param('id');
      const { teamId, isRepeat } = await editableAdmission(request, admissionId);
      if (!isRepeat)
        await requireAcceptedImages(dependencies, { admissionId, teamId, images: body.images, field: 'images' });
      const groupId = derivedId(commandId, `gallery:${admissionId}`);
      const payload = { groupId, title: body.title, images: body.images.map(({ image }) => image) };
      const outcome = await onAdmission(request, admissionId, {
        name: 'AddGalleryGroup',
        payload,
        decide: addGalleryGroup,
      });
      return { ...change(admissionId, groupId, outcome.state, outcome.state), ...written(outcome) };
    },
  }),
  command(admissionCalls.removeGalleryGroup, {
    body: EmptyBody,
    async answer(request) {
      const [admissionId, groupId] = [request.param('id'), request.param('groupId')];
      const outcome = await onAdmission(request, admissionId, {
        name: 'RemoveGalleryGroup',
        target: groupId,
        payload: { groupId },
        decide: removeGalleryGroup,
      });
      return deleted(
        change(admissionId, groupId, await beforeDeletion(request, admissionId, outcome), outcome.state),
        outcome,
      );
    },
  }),
];
