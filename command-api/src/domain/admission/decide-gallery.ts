/**
 * What is allowed with the gallery: by clinical pharmacists (decisions, "Rules and rights"). Order of questions as in
 * `decide.ts`.
 */
import { limits } from '../values/codes.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent } from './events.ts';
import { admitted, galleryGroupOf } from './lookup.ts';
import type { Admission, GalleryGroup } from './state.ts';

/** The images have been found to be this admission's, or the team's own image service's, by the caller. */
export interface AddGalleryGroup {
  readonly groupId: string;
  readonly title: string;
  /** Addresses. */
  readonly images: readonly string[];
}
export interface RemoveGalleryGroup {
  readonly groupId: string;
}
/** A group as a whole-object save lists it: one that was there has its id, a new one has the id that it shall get. */
export type ListedGroup = { readonly groupId: string; readonly known: boolean } & Omit<AddGalleryGroup, 'groupId'>;

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
 * The smallest events that make the gallery what a whole-object save lists (decisions, trap 1). Taken away is only what
 * the person has seen: groups no newer than `basedOn`; without it nothing is. A listed group that was taken away since
 * stays away.
 */
export function savedGallery(
  gallery: readonly GalleryGroup[],
  listed: readonly ListedGroup[],
  basedOn: bigint | undefined,
): AdmissionEvent[] {
  const named = new Set(listed.map(({ groupId }) => groupId));
  const unlisted = new Set(gallery.filter(({ groupId }) => !named.has(groupId)));
  const additions = listed.filter((group) => {
    if (group.known || gallery.some(({ groupId }) => groupId === group.groupId)) return false;
    // A save that comes again: what it added is there, though the list does not name it.
    const same = [...unlisted].find((standing) => sameGroup(standing, group));
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

const sameGroup = (a: Pick<ListedGroup, 'title' | 'images'>, b: Pick<ListedGroup, 'title' | 'images'>): boolean =>
  a.title === b.title &&
  a.images.length === b.images.length &&
  a.images.every((image, index) => image === b.images[index]);
