import { describe, test } from 'vitest';
import { specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { admissionEdited, admitted, admittedOn, discharged, dischargedBy, groupAdded } from './chart.testdata.ts';
import { editAdmission } from './decide.ts';
import { addGalleryGroup, removeGalleryGroup } from './decide-gallery.ts';
import type { AdmissionEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const wound = { groupId: 'group-1', title: 'Wound', images: ['/api/images/1'] };
const removed = (groupId: string): AdmissionEvent => ({ type: 'GalleryGroupRemoved', data: { groupId } });

describe('adding a group of images', () => {
  test('adds it to the gallery, also after the discharge', () => {
    given(admitted).when(addGalleryGroup, by(pharmacist, wound)).then({ type: 'GalleryGroupAdded', data: wound });
    given(admitted, discharged)
      .when(addGalleryGroup, by(teammate, wound))
      .then({ type: 'GalleryGroupAdded', data: wound });
  });
  test('again writes nothing', () =>
    given(admitted, groupAdded('group-1')).when(addGalleryGroup, by(pharmacist, wound)).thenNothing());
  test('needs an admission, and a title', () => {
    given().when(addGalleryGroup, by(pharmacist, wound)).thenRejected('notFound', 'Not found');
    given(admitted)
      .when(addGalleryGroup, by(pharmacist, { ...wound, title: '' }))
      .thenInvalid('title', 'Title is required');
  });
  test('is refused beyond thirty images', () => {
    const images = Array.from({ length: 31 }, (_, index) => `/api/images/${index}`);
    given(admitted)
      .when(addGalleryGroup, by(pharmacist, { ...wound, images: images.slice(1) }))
      .then({ type: 'GalleryGroupAdded', data: { ...wound, images: images.slice(1) } });
    given(admitted)
      .when(addGalleryGroup, by(pharmacist, { ...wound, images }))
      .thenInvalid('images', 'At most 30 images a group');
  });
  test('is refused beyond two hundred groups, also in a save of the whole admission', () => {
    const groups = Array.from({ length: 200 }, (_, index) => groupAdded(`other-${index}`));
    const most = 'A gallery has at most 200 groups of images';
    given(admitted, ...groups.slice(1))
      .when(addGalleryGroup, by(pharmacist, wound))
      .then({ type: 'GalleryGroupAdded', data: wound });
    given(admitted, ...groups)
      .when(addGalleryGroup, by(pharmacist, wound))
      .thenRejected('conflict', most);
    given(admitted, ...groups)
      .when(
        editAdmission,
        by(pharmacist, { admissionId: 'admission-1', gallery: [{ ...wound, title: 'Rash', isKnown: false }] }),
      )
      .thenRejected('conflict', most);
    given(admitted, ...groups)
      .when(editAdmission, by(pharmacist, { admissionId: 'admission-1', admissionDetails: '<p>Better</p>' }))
      .then({ type: 'AdmissionEdited', data: { admissionDate: admittedOn, admissionDetails: '<p>Better</p>' } });
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted).when(addGalleryGroup, by(actor, wound)).thenRejected('forbidden', 'Not allowed');
  });
});

describe('removing a group of images', () => {
  test('is possible for groups of other people', () =>
    given(admitted, groupAdded('group-1'))
      .when(removeGalleryGroup, by(teammate, { groupId: 'group-1' }))
      .then(removed('group-1')));
  test('a second time is not found', () =>
    given(admitted, groupAdded('group-1'), removed('group-1'))
      .when(removeGalleryGroup, by(pharmacist, { groupId: 'group-1' }))
      .thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(admitted, groupAdded('group-1'))
        .when(removeGalleryGroup, by(actor, { groupId: 'group-1' }))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
  test('conflicts with a later version', () =>
    given(admitted, groupAdded('group-1'))
      .when(removeGalleryGroup, by(teammate, { groupId: 'group-1' }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'gallery', id: 'group-1' }, changedBy: pharmacist.id }));
});

describe('saving the whole admission with its gallery', () => {
  const listed = (groupId: string, title = 'Wound', images = ['/api/images/1']) => ({
    groupId,
    isKnown: true,
    title,
    images,
  });
  const brought = (groupId: string, title: string) => ({ groupId, isKnown: false, title, images: ['/api/images/2'] });
  const head = {
    admissionDate: admittedOn,
    admissionDetails: '<p>Sepsis</p>',
    dischargeDate: null,
    dischargeStatus: null,
    dischargeNote: '',
  };
  const save = (gallery: ReturnType<typeof listed>[], fields: object = {}) => ({
    admissionId: 'admission-1',
    ...head,
    ...fields,
    gallery,
  });
  const added = (groupId: string, title: string): AdmissionEvent => ({
    type: 'GalleryGroupAdded',
    data: { groupId, title, images: ['/api/images/2'] },
  });

  test('adds the new group as one event', () =>
    given(admitted, groupAdded('group-1'))
      .when(editAdmission, by(teammate, save([listed('group-1'), brought('group-2', 'Rash')])))
      .then(added('group-2', 'Rash')));
  test('without If-Match removes neither groups of teammates nor the discharge nor an edit', () => {
    given(admitted, groupAdded('group-1'), dischargedBy(teammate), admissionEdited)
      .when(editAdmission, by(pharmacist, save([brought('group-2', 'Rash')])))
      .then(added('group-2', 'Rash'));
    given(admitted, groupAdded('group-1'), dischargedBy(teammate))
      .when(editAdmission, by(pharmacist, save([])))
      .thenNothing();
  });
  test('without If-Match edits where the gallery has no new group', () =>
    given(admitted, groupAdded('group-1'), discharged)
      .when(editAdmission, by(pharmacist, save([listed('group-1')], { admissionDetails: '<p>Better</p>' })))
      .then({ type: 'AdmissionEdited', data: { admissionDate: admittedOn, admissionDetails: '<p>Better</p>' } }));
  test('with If-Match removes seen groups that are missing in the list', () =>
    given(admitted, groupAdded('group-1'), groupAdded('group-2', 'Rash'))
      .when(editAdmission, by(pharmacist, save([listed('group-2', 'Rash')]), { basedOn: 2n }))
      .then(removed('group-1')));
  test('with If-Match keeps later groups', () => {
    given(admitted, groupAdded('group-1'), groupAdded('group-2', 'Rash'))
      .when(editAdmission, by(pharmacist, save([listed('group-1')]), { basedOn: 1n }))
      .thenNothing();
    given(admitted, groupAdded('group-1'), groupAdded('group-2', 'Rash'))
      .when(editAdmission, by(pharmacist, save([brought('group-3', 'Leg')]), { basedOn: 1n }))
      .then(removed('group-1'), added('group-3', 'Leg'));
  });
  test('with a version that the log does not have removes nothing', () =>
    given(admitted, groupAdded('group-1'))
      .when(editAdmission, by(pharmacist, save([]), { basedOn: 900n, head: 1n }))
      .thenConflict({ entity: { kind: 'admission', id: 'admission-1' }, changedBy: pharmacist.id }));
  test('does not restore a removed group', () =>
    given(admitted, groupAdded('group-1'), removed('group-1'))
      .when(editAdmission, by(pharmacist, save([listed('group-1')])))
      .thenNothing());
  test('recognises a repeated group by its title and images', () =>
    given(admitted, groupAdded('group-1'))
      .when(editAdmission, by(pharmacist, save([{ ...listed('new'), isKnown: false }]), { basedOn: 1n }))
      .thenNothing());
  test('with If-Match conflicts with a later change of the head', () =>
    given(admitted, dischargedBy(teammate))
      .when(editAdmission, by(pharmacist, save([brought('group-2', 'Rash')]), { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'admission', id: 'admission-1' }, changedBy: teammate.id }));
});
