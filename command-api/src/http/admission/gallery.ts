/** The gallery of an admission: titled groups of images. Each call answers with the group and the current gallery. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { AddGalleryGroup } from 'language/contract/bodies/admissions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { GalleryChange } from 'language/contract/entities';
import { addGalleryGroup, removeGalleryGroup } from 'language/domain/admission/decide-gallery';
import { admitted, galleryGroupOf } from 'language/domain/admission/lookup';
import type { Admission } from 'language/domain/admission/state';
import { revisionToJson } from 'language/domain/values/revision';
import { derivedId } from '../../commands/derived-id.ts';
import { command, written } from '../command-route.ts';
import { requireAcceptedImages } from './gallery-images.ts';
import { beforeDeletion, deleted, editableAdmission, onAdmission } from './on-admission.ts';
import { renderGroup } from 'language/contract/render/admissions';

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
