/** The commands of the gallery, by clinical pharmacists. The order of checks is that of `decide.ts`. */
import { limits } from '../values/codes.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent } from './events.ts';
import { admitted, galleryGroupOf } from './lookup.ts';
import type { GalleryGroup } from './records.ts';
import type { Admission } from './state.ts';

/** The caller has checked that the images belong to this admission or to the team's image service. */
export interface AddGalleryGroup {
  readonly groupId: string;
  readonly title: string;
  /** Addresses. */
  readonly images: readonly string[];
}
export interface RemoveGalleryGroup {
  readonly groupId: string;
}
/** A group in a whole-object save. A known group has its own id, another one the id of the group to add. */
export type ListedGroup = { readonly groupId: string; readonly isKnown: boolean } & Omit<AddGalleryGroup, 'groupId'>;

export function addGalleryGroup(admission: Admission, command: Command<AddGalleryGroup>): AdmissionEvent[] {
  const { gallery } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (gallery.some(({ groupId }) => groupId === command.groupId)) return [];
  refuseTooMany(gallery.length + 1);
  return [added(command)];
}

export function removeGalleryGroup(admission: Admission, command: Command<RemoveGalleryGroup>): AdmissionEvent[] {
  const { groupId } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch } = galleryGroupOf(admission, groupId);
  refuseIfChanged(command, { kind: 'gallery', id: groupId }, touch);
  return [{ type: 'GalleryGroupRemoved', data: { groupId } }];
}

/**
 * The smallest events for a whole-object save (docs/product.md, "Whole-object saves"). It removes only groups up to the
 * version `basedOn`, and none without it. A known group that was removed since stays removed.
 */
export function savedGallery(
  gallery: readonly GalleryGroup[],
  listed: readonly ListedGroup[],
  basedOn: bigint | undefined,
): AdmissionEvent[] {
  const named = new Set(listed.map(({ groupId }) => groupId));
  const unlisted = new Set(gallery.filter(({ groupId }) => !named.has(groupId)));
  const additions = listed.filter((group) => {
    if (group.isKnown || gallery.some(({ groupId }) => groupId === group.groupId)) return false;
    // A repeated save: its new group exists already, under an id that the list does not name.
    const same = [...unlisted].find((current) => isSameGroup(current, group));
    return same === undefined || !unlisted.delete(same);
  });
  const removals = basedOn === undefined ? [] : [...unlisted].filter(({ touch }) => touch.version <= basedOn);
  if (additions.length > 0) refuseTooMany(gallery.length - removals.length + additions.length);
  return [
    ...removals.map(({ groupId }): AdmissionEvent => ({ type: 'GalleryGroupRemoved', data: { groupId } })),
    ...additions.map(added),
  ];
}

function added({ groupId, title, images }: AddGalleryGroup): AdmissionEvent {
  if (title === '') throw invalidField('title', refusal('title-required'));
  if (images.length > limits.imagesPerGroup)
    throw invalidField('images', refusal('too-many-images-in-group', { limit: limits.imagesPerGroup }));
  return { type: 'GalleryGroupAdded', data: { groupId, title, images: [...images] } };
}

function refuseTooMany(groups: number): void {
  if (groups > limits.groupsPerGallery)
    throw new Rejection(refusal('too-many-groups', { limit: limits.groupsPerGallery }));
}

const isSameGroup = (a: Pick<ListedGroup, 'title' | 'images'>, b: Pick<ListedGroup, 'title' | 'images'>): boolean =>
  a.title === b.title &&
  a.images.length === b.images.length &&
  a.images.every((image, index) => image === b.images[index]);
