import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { type Given, madeBy } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { admitted, discharged, entry, entryUpdated, groupAdded, noteAdded, reviewAdded } from './chart.testdata.ts';
import { deleteAdmission } from './decide.ts';
import { completeMove, moveIn, type MoveOut, moveOut, moveUnderWay, returnMove } from './decide-move.ts';
import { deletePhysicianNote } from './decide-note.ts';
import { addReviewMedication, deleteReview, editReviewHead, updateReviewMedication } from './decide-review.ts';
import { removeGalleryGroup } from './decide-gallery.ts';
import { type AdmissionEvent } from './events.ts';
import { recordAt } from './evolve-moves.ts';
import { type Admission } from './state.ts';
import {
  given,
  chart,
  otherChart,
  to,
  move,
  moveEntry,
  moveReview,
  moveNote,
  moveImages,
  movedOut,
  away,
  completed,
  leavingOf,
  returnOf,
  full,
} from './moves.testdata.ts';

const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

describe('the first step, on the chart that has it', () => {
  test('takes an entry, review, note or group out, by its author', () => {
    for (const [actor, command, images] of [
      [pharmacist, moveEntry, []],
      [pharmacist, moveReview, []],
      [physician, moveNote, []],
      [pharmacist, moveImages, ['one', 'two']],
    ] as const)
      given(...full)
        .when(moveOut, by(actor, command))
        .then(movedOut(command, [...images]));
  });
  test("is open to the team's admin, and to no other person", () => {
    for (const command of [moveEntry, moveReview, moveNote]) {
      given(...full)
        .when(moveOut, by(teamAdmin, command))
        .then(movedOut(command));
      for (const actor of [teammate, outsider])
        given(...full)
          .when(moveOut, by(actor, command))
          .thenRejected('forbidden', 'Not allowed');
    }
    for (const actor of [teammate, teamAdmin])
      given(...full)
        .when(moveOut, by(actor, moveImages))
        .then(movedOut(moveImages, ['one', 'two']));
    given(...full)
      .when(moveOut, by(physician, moveImages))
      .thenRejected('forbidden', 'Not allowed');
    given(...full)
      .when(moveOut, by({ ...pharmacist, isMember: false }, moveEntry))
      .thenRejected('forbidden', 'Not allowed');
  });
  test('works after the discharge of either chart', () => {
    given(...full, discharged)
      .when(moveOut, by(pharmacist, move({ target: chart(otherChart, discharged) })))
      .then(movedOut(moveEntry));
  });
  test('takes some images of a group, in each group that has them', () => {
    const state = chart(
      admitted,
      groupAdded('group-1', 'Wound', ['one', 'two']),
      groupAdded('group-2', 'Rash', ['one']),
    );
    const [event] = moveOut(state, by(pharmacist, { ...moveImages, images: ['one'] }));
    expect(event).toEqual(movedOut(moveImages, ['one']));
    expect(
      chart(admitted, groupAdded('group-1', 'Wound', ['one', 'two']), groupAdded('group-2', 'Rash', ['one']), event!),
    ).toMatchObject({
      gallery: [
        { groupId: 'group-1', images: ['two'] },
        { groupId: 'group-2', images: [] },
      ],
    });
    given(...full)
      .when(moveOut, by(pharmacist, { ...moveImages, images: ['three'] }))
      .thenInvalid('images', 'An image was not uploaded to this admission');
  });
  test('is refused where there is no such thing', () => {
    for (const command of [moveEntry, moveReview, moveNote, moveImages]) {
      given(admitted).when(moveOut, by(pharmacist, command)).thenRejected('notFound', 'Not found');
      given().when(moveOut, by(pharmacist, command)).thenRejected('notFound', 'Not found');
    }
  });
  test('is refused to the same chart, to that of another team, and to one that is deleted', () => {
    given(...full)
      .when(moveOut, by(pharmacist, { ...moveEntry, to: { ...moveEntry.to, admissionId: 'admission-1' } }))
      .thenInvalid('toAdmission', 'This is the chart that it is in: choose another one');
    const unknown = 'This chart is not one of the team, or does not exist any more';
    for (const target of [
      chart(),
      chart(otherChart, { type: 'AdmissionDeleted', data: {} }),
      chart({ type: 'PatientAdmitted', data: { ...(otherChart as { data: object }).data, teamId: 'team-2' } as never }),
    ])
      given(...full)
        .when(moveOut, by(pharmacist, { ...moveReview, target }))
        .thenInvalid('toAdmission', unknown);
  });
  test('is refused before the admission of the other chart', () => {
    const target = chart({
      type: 'PatientAdmitted',
      data: { patientId: 'p', teamId: 'team-1', admissionDate: calendarDate('2026-03-05'), admissionDetails: '' },
    });
    for (const command of [moveEntry, moveReview])
      given(...full)
        .when(moveOut, by(pharmacist, { ...command, target }))
        .thenInvalid('reviewDate', 'The review date is before the admission date');
    given(...full)
      .when(moveOut, by(physician, { ...moveNote, target }))
      .thenInvalid('noteDate', 'The note date is before the admission date');
  });
  test('takes an entry only into a review of its own author', () => {
    const into = (author: { id: string }): MoveOut =>
      move({
        to: to('moved-1', { reviewId: 'review-1' }),
        target: chart(otherChart, madeBy(author, (reviewAdded as { event: AdmissionEvent }).event)),
      });
    given(...full)
      .when(moveOut, by(teamAdmin, into(pharmacist)))
      .then(movedOut(into(pharmacist)));
    given(...full)
      .when(moveOut, by(teamAdmin, into(teammate)))
      .thenInvalid('toReview', 'This review was written by another person: choose one of the same author');
    given(...full)
      .when(moveOut, by(pharmacist, { ...into(pharmacist), target: chart(otherChart) }))
      .thenInvalid('toReview', 'This review does not exist any more: choose another one');
  });
  test('is refused where a review or a gallery of the other chart is full', () => {
    const entries = Array.from({ length: 100 }, (_, index) => entry(`other-${index}`));
    const fullReview: Given<AdmissionEvent> = madeBy(pharmacist, {
      type: 'ReviewAdded',
      data: { reviewId: 'review-9', reviewDate: calendarDate('2026-03-02'), clinicalNote: '', entries },
    });
    given(...full)
      .when(
        moveOut,
        by(pharmacist, move({ to: to('moved-1', { reviewId: 'review-9' }), target: chart(otherChart, fullReview) })),
      )
      .thenInvalid('toReview', 'At most 100 entries a review');
    const groups = Array.from({ length: 200 }, (_, index) => groupAdded(`other-${index}`));
    given(...full)
      .when(moveOut, by(pharmacist, { ...moveImages, target: chart(otherChart, ...groups) }))
      .thenRejected('conflict', 'A gallery has at most 200 groups of images');
  });
  test('is refused for a review that no event could hold', () => {
    const entries = Array.from({ length: 8 }, (_, index) => entry(`big-${index}`, { errNote: 'ع'.repeat(50_000) }));
    given(
      admitted,
      madeBy(pharmacist, {
        type: 'ReviewAdded',
        data: { reviewId: 'review-1', reviewDate: calendarDate('2026-03-02'), clinicalNote: '', entries },
      }),
    )
      .when(moveOut, by(pharmacist, moveReview))
      .thenRejected('conflict', 'This review is too large to be moved at once: move its entries');
  });
  test('conflicts with a change since', () => {
    given(...full, entryUpdated)
      .when(moveOut, by(pharmacist, moveEntry, { basedOn: 2n }))
      .thenConflict({ entity: { kind: 'entry', id: 'entry-1' }, changedBy: pharmacist.id });
    given(...full, entryUpdated)
      .when(moveOut, by(pharmacist, moveEntry, { basedOn: 5n }))
      .then(movedOut(moveEntry));
    given(...full)
      .when(moveOut, by(pharmacist, moveReview, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'review', id: 'review-1' }, changedBy: teamAdmin.id });
  });
});

describe('while it is under way, and after', () => {
  const moved = 'This was moved to another chart';
  test('an edit or deletion of what was moved says so', () => {
    const { entryId: _id, ...fields } = entry('entry-1');
    given(...full, away(moveEntry))
      .when(updateReviewMedication, by(pharmacist, { reviewId: 'review-1', entry: { entryId: 'entry-1', ...fields } }))
      .thenRejected('notFound', moved);
    const reviewGone = given(...full, away(moveReview));
    reviewGone
      .when(
        editReviewHead,
        by(pharmacist, { reviewId: 'review-1', reviewDate: calendarDate('2026-03-02'), clinicalNote: '' }),
      )
      .thenRejected('notFound', moved);
    reviewGone
      .when(addReviewMedication, by(pharmacist, { reviewId: 'review-1', entry: entry('entry-9') }))
      .thenRejected('notFound', moved);
    given(...full, away(moveNote))
      .when(deletePhysicianNote, by(physician, { noteId: 'note-1' }))
      .thenRejected('notFound', moved);
    given(...full, away(moveImages, ['one', 'two']))
      .when(removeGalleryGroup, by(pharmacist, { groupId: 'group-1' }))
      .thenRejected('notFound', moved);
    given(...full, away(moveEntry))
      .when(moveOut, by(pharmacist, move({ moveId: 'move-2' })))
      .thenRejected('notFound', moved);
  });
  test('its chart stays until it has arrived, and so does the review of an entry', () => {
    const deletion = by(pharmacist, { admissionId: 'admission-1' });
    const onlyNote = [admitted, noteAdded, away(moveNote)];
    const wait = 'An entry of it is being moved to another chart: try again in a moment';
    given(...onlyNote)
      .when(deleteAdmission, deletion)
      .thenRejected('conflict', wait);
    given(...onlyNote, {
      type: 'MoveCompleted',
      data: { moveId: 'move-1', what: { kind: 'note', id: 'note-1', reviewId: null } },
    })
      .when(deleteAdmission, deletion)
      .then({ type: 'AdmissionDeleted', data: {} });
    given(...full, away(moveEntry))
      .when(deleteReview, by(pharmacist, { reviewId: 'review-1' }))
      .thenRejected('conflict', wait);
    given(...full, away(moveEntry))
      .when(moveOut, by(pharmacist, { ...moveReview, moveId: 'move-2' }))
      .thenRejected('conflict', wait);
  });
});

describe('the last step, on the first chart', () => {
  test('ends the move', () => {
    given(...full, away(moveEntry))
      .when(completeMove, by(pharmacist, { moveId: 'move-1' }))
      .then(completed);
    const state = chart(...full, away(moveEntry), completed);
    expect(state).toMatchObject({ moves: [{ moveId: 'move-1', progress: 'arrived' }] });
    expect(moveUnderWay(state, 'move-1')).toBeUndefined();
  });
  test('ends a review that a move made and that has neither an entry nor a note any more', () => {
    const made = recordAt(leavingOf(chart(...full, away(moveEntry)), 'move-1'), {
      ...moveEntry.to,
      entryIdOf: moveEntry.entryIdOf,
    });
    const arrived: AdmissionEvent = {
      type: 'MovedFromAnotherChart',
      data: { moveId: 'move-1', reason: 'Wrong patient', from: { admissionId: 'admission-1' }, moved: made },
    };
    const back = move({ moveId: 'move-2', thing: 'moved-1', reviewId: 'review-2', to: to('moved-2') });
    const what = { kind: 'entry' as const, id: 'moved-1', reviewId: 'review-2' };
    const ended: AdmissionEvent = { type: 'MoveCompleted', data: { moveId: 'move-2', what } };
    const complete = by(teamAdmin, { moveId: 'move-2' });
    given(otherChart, arrived, away(back))
      .when(completeMove, complete)
      .then(ended, { type: 'ReviewDeleted', data: { reviewId: 'review-2' } });
    const noted: AdmissionEvent = {
      type: 'ReviewHeadEdited',
      data: { reviewId: 'review-2', reviewDate: calendarDate('2026-03-02'), clinicalNote: '<p>Seen</p>' },
    };
    given(otherChart, arrived, noted, away(back)).when(completeMove, complete).then(ended);
    // A second entry that is under way may have to come back.
    const second: AdmissionEvent = {
      type: 'ReviewMedicationAdded',
      data: { reviewId: 'review-2', entry: entry('entry-9') },
    };
    const other = move({ moveId: 'move-3', thing: 'entry-9', reviewId: 'review-2', to: to('moved-3') });
    given(otherChart, arrived, second, away(back), away(other)).when(completeMove, complete).then(ended);
  });
  test.each([
    ['an entry', moveEntry, []],
    ['a review', moveReview, []],
    ['a note', moveNote, []],
    ['images', moveImages, ['one', 'two']],
  ] as const)('or puts %s back as it was', (_what, command, images) => {
    const before = chart(...full);
    const gone = [...full, away(command, [...images])];
    const back = returnOf(chart(...gone), command);
    given(...gone)
      .when(returnMove, by(pharmacist, back))
      .then({ type: 'MoveReturned', data: back });
    const after = chart(...gone, { type: 'MoveReturned', data: back });
    const content = (state: Admission): unknown =>
      JSON.parse(
        JSON.stringify(state, (name, value: unknown) =>
          ['touch', 'listTouch', 'whole', 'moves'].includes(name) ? undefined : value,
        ),
      );
    const sorted = (state: Admission): unknown =>
      state.status === 'open'
        ? {
            ...state,
            reviews: state.reviews.map((review) => ({
              ...review,
              entries: review.entries.toSorted((a, b) => (a.entryId < b.entryId ? -1 : 1)),
            })),
          }
        : state;
    expect(content(sorted(after) as Admission)).toEqual(content(sorted(before) as Admission));
    given(...gone, { type: 'MoveReturned', data: back })
      .when(completeMove, by(pharmacist, { moveId: 'move-1' }))
      .thenNothing();
  });
  test('puts some images back into their group', () => {
    const gone = [...full, away(moveImages, ['one'])];
    const back = returnOf(chart(...gone), moveImages);
    expect(chart(...gone, { type: 'MoveReturned', data: back })).toMatchObject({
      gallery: [{ groupId: 'group-1', images: ['two', 'one'] }],
    });
  });
});

test('a thing that is moved back has a new id, and both moves stay', () => {
  const source = [...full, away(moveNote), completed];
  const backHere = {
    moveId: 'move-2',
    reason: 'It was right',
    fromAdmission: 'admission-2',
    teamId: 'team-1',
    moved: {
      kind: 'note' as const,
      was: 'note-2',
      noteId: 'note-3',
      noteDate: calendarDate('2026-03-02'),
      note: '<p>Culture sent</p>',
      teamId: 'team-1',
      authorId: physician.id,
      createdAt: '2026-03-01T00:03:00.000Z',
    },
  };
  const [event] = moveIn(chart(...source), by(physician, backHere));
  expect(chart(...source, madeBy(physician, event!))).toMatchObject({
    moves: [{ moveId: 'move-1', progress: 'arrived' }],
    notes: [{ noteId: 'note-3', movedFrom: { moveId: 'move-2', admissionId: 'admission-2', id: 'note-2' } }],
  });
});
