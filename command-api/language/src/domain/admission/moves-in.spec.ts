import { describe, expect, test } from 'vitest';
import { madeBy } from '../testing/specification.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { by, people } from '../testing/people.ts';
import { entryTakenOverBy } from './chart.testdata.ts';
import { moveIn, type MoveOut } from './decide-move.ts';
import { duplicateReview } from './decide-review.ts';
import { admissionEvents } from './events.ts';
import {
  given,
  chart,
  otherChart,
  moveEntry,
  moveReview,
  moveNote,
  moveImages,
  away,
  arrivalOf,
  full,
  completed,
  type Events,
} from './moves.testdata.ts';

const { pharmacist, teammate, physician, teamAdmin } = people;

describe('the team for which it counts, of a thing that another team has written', () => {
  const toTeam2 = { offerId: 'offer-1', toTeamId: 'team-2' };
  const transferred: Events = [
    { type: 'TransferOffered', data: { ...toTeam2, toTeamName: 'Ward 7', note: '' } },
    {
      type: 'TransferAccepted',
      data: { ...toTeam2, fromTeamId: 'team-1', transferDate: calendarDate('2026-03-05') },
    },
  ];
  const source = [...full, ...transferred];
  const inTeam2: Events = [
    {
      type: 'PatientAdmitted',
      data: {
        patientId: 'patient-2',
        teamId: 'team-2',
        admissionDate: calendarDate('2026-02-20'),
        admissionDetails: '',
      },
    },
  ];
  const arrivedIn = (target: Events, of: MoveOut) => {
    const arrival = { ...arrivalOf(chart(...source, away(of)), of), teamId: 'team-2' };
    const [event] = moveIn(chart(...target), by(teamAdmin, arrival));
    return chart(...target, madeBy(teamAdmin, event!));
  };
  const counted = { teamId: 'team-2', writtenIn: 'team-1' };

  test('is the team of the chart where that chart was never in the team that wrote it', () => {
    expect(arrivedIn(inTeam2, moveEntry)).toMatchObject({ reviews: [counted] });
    expect(arrivedIn(inTeam2, moveReview)).toMatchObject({ reviews: [counted] });
    expect(arrivedIn(inTeam2, moveNote)).toMatchObject({ notes: [counted] });
  });
  test('stays the team that wrote it where the other chart was there too', () => {
    const state = arrivedIn([otherChart, ...transferred], moveReview);
    expect(state).toMatchObject({ reviews: [{ teamId: 'team-1' }] });
    expect(state).not.toMatchObject({ reviews: [{ writtenIn: expect.anything() }] });
  });
  test('is that team again when it is moved back', () => {
    const there = arrivedIn(inTeam2, moveReview);
    if (there.status !== 'open') throw new TypeError('The other chart is not open');
    const [review] = there.reviews;
    const { touch: _touch, whole: _whole, movedFrom: _from, reviewId: was, entries: _entries, ...head } = review!;
    const back = {
      moveId: 'move-2',
      reason: '',
      fromAdmission: 'admission-2',
      teamId: 'team-2',
      moved: { kind: 'review' as const, ...head, was, reviewId: 'review-3', entries: [] },
    };
    const events = [...source, away(moveReview), completed];
    const [event] = moveIn(chart(...events), by(teamAdmin, back));
    expect(event).toMatchObject({ data: { moved: { teamId: 'team-1' } } });
    expect(event).not.toMatchObject({ data: { moved: { writtenIn: expect.anything() } } });
  });
});

describe('the second step, on the other chart', () => {
  test('brings the content, the rating, the author and the time of writing', () => {
    const source = chart(...full, away(moveEntry));
    const arrival = arrivalOf(source, moveEntry);
    given(otherChart)
      .when(moveIn, by(teamAdmin, arrival))
      .then({
        type: 'MovedFromAnotherChart',
        data: { moveId: 'move-1', reason: 'Wrong patient', from: { admissionId: 'admission-1' }, moved: arrival.moved },
      });
    const [event] = moveIn(chart(otherChart), by(teamAdmin, arrival));
    expect(chart(otherChart, madeBy(teamAdmin, event!))).toMatchObject({
      reviews: [
        {
          reviewId: 'review-2',
          authorId: pharmacist.id,
          createdAt: '2026-03-01T00:01:00.000Z',
          reviewDate: '2026-03-02',
          clinicalNote: '',
          entries: [
            {
              entryId: 'moved-1',
              rating: 4,
              errNote: '<p>Halve the dose</p>',
              movedFrom: {
                moveId: 'move-1',
                admissionId: 'admission-1',
                reviewId: 'review-1',
                id: 'entry-1',
                reason: 'Wrong patient',
                movedBy: teamAdmin.id,
              },
              touch: { version: 1n, changedBy: teamAdmin.id },
            },
          ],
        },
      ],
    });
  });
  test('brings who has taken the entry over', () => {
    const source = chart(...full, entryTakenOverBy(teammate), away(moveEntry));
    const [event] = moveIn(chart(otherChart), by(teamAdmin, arrivalOf(source, moveEntry)));
    expect(chart(otherChart, madeBy(teamAdmin, event!))).toMatchObject({
      reviews: [{ authorId: pharmacist.id, entries: [{ entryId: 'moved-1', responsible: teammate.id }] }],
    });
  });
  test('is not said of a copy', () => {
    const source = chart(...full, away(moveReview));
    const [arrived] = moveIn(chart(otherChart), by(teamAdmin, arrivalOf(source, moveReview)));
    const written = duplicateReview(
      chart(otherChart, madeBy(teamAdmin, arrived!)),
      by(pharmacist, { originId: 'review-2', reviewId: 'review-3', entryIdOf: (origin) => `copy-of-${origin}` }),
    );
    expect(written).toMatchObject([
      { data: { entries: [{ copiedFrom: 'moved-entry-1' }, { copiedFrom: 'moved-entry-2' }] } },
    ]);
    expect(written.map(({ data }) => data)).toEqual(
      written.map(({ data }) => admissionEvents.ReviewDuplicated.parse(data)),
    );
  });
  test('brings a review with its entries, a note, and images', () => {
    const taken = (command: MoveOut, images: string[] = []) => {
      const [event] = moveIn(
        chart(otherChart),
        by(teamAdmin, arrivalOf(chart(...full, away(command, images)), command)),
      );
      return chart(otherChart, madeBy(teamAdmin, event!));
    };
    expect(taken(moveReview)).toMatchObject({
      reviews: [
        {
          reviewId: 'review-2',
          clinicalNote: '<p>Stable</p>',
          movedFrom: { id: 'review-1', reviewId: null },
          entries: [
            { entryId: 'moved-entry-1', rating: 4, movedFrom: { id: 'entry-1', reviewId: 'review-1' } },
            { entryId: 'moved-entry-2', rating: null },
          ],
        },
      ],
    });
    expect(taken(moveNote)).toMatchObject({
      notes: [{ noteId: 'note-2', authorId: physician.id, note: '<p>Culture sent</p>', movedFrom: { id: 'note-1' } }],
    });
    expect(taken(moveImages, ['one', 'two'])).toMatchObject({
      gallery: [
        {
          groupId: 'group-2',
          title: 'Wound',
          images: ['one', 'two'],
          authorId: pharmacist.id,
          movedFrom: { id: 'group-1' },
        },
      ],
    });
  });
  test('is refused by a chart that was deleted meanwhile', () => {
    given(otherChart, { type: 'AdmissionDeleted', data: {} })
      .when(moveIn, by(pharmacist, arrivalOf(chart(...full, away(moveNote)), moveNote)))
      .thenInvalid('toAdmission', 'This chart is not one of the team, or does not exist any more');
  });
});
