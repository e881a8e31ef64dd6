import { describe, expect, test } from 'vitest';
import { by, people } from '../testing/people.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { admitted, discharged, medicationAdded, noteAdded, reviewAdded } from './chart.testdata.ts';
import { deleteAdmission, editAdmission } from './decide.ts';
import { addReview } from './decide-review.ts';
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from './decide-transfer.ts';
import type { AdmissionEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { admitted as admittedState } from './lookup.ts';
import { receiverOf } from './transfer.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, physician, outsider } = people;
const event = (one: AdmissionEvent): AdmissionEvent => one;

const offer = { offerId: 'offer-1', toTeamId: 'team-2', toTeamName: 'Ward 7', note: 'Stable' };
const alone = { hasOtherOpen: false };
const offered = madeBy(pharmacist, event({ type: 'TransferOffered', data: offer }));
const ended = { offerId: 'offer-1', toTeamId: 'team-2' };
const withdrawn = event({ type: 'TransferWithdrawn', data: ended });
const declined = event({ type: 'TransferDeclined', data: { ...ended, reason: 'No bed' } });
const accepted = (transferDate = '2026-03-05') =>
  event({
    type: 'TransferAccepted',
    data: { ...ended, fromTeamId: 'team-1', transferDate: calendarDate(transferDate) },
  });

describe('offering', () => {
  test('an open admission is offered to another team', () => {
    given(admitted)
      .when(offerTransfer, by(pharmacist, { ...offer, ...alone }))
      .then({ type: 'TransferOffered', data: offer });
    expect(given(admitted, offered).state).toMatchObject({
      teamId: 'team-1',
      offer: { ...offer, offeredBy: pharmacist.id, offeredAt: '2026-03-01T00:01:00.000Z' },
      touch: { version: 0n },
      whole: { version: 1n },
    });
  });
  test('one offer is open at a time, and a new one is possible after its end', () => {
    const another = { ...offer, offerId: 'offer-2', toTeamId: 'team-3' };
    given(admitted, offered)
      .when(offerTransfer, by(pharmacist, { ...another, ...alone }))
      .thenRejected('conflict', 'This admission is offered to a team already: withdraw that offer first');
    for (const end of [withdrawn, declined])
      given(admitted, offered, end)
        .when(offerTransfer, by(pharmacist, { ...another, ...alone }))
        .then({ type: 'TransferOffered', data: another });
  });
  test('not to the own team, and not after the discharge', () => {
    given(admitted)
      .when(offerTransfer, by(pharmacist, { ...offer, toTeamId: 'team-1', ...alone }))
      .thenInvalid('toTeam', 'The patient is in this team already');
    given(admitted, discharged)
      .when(offerTransfer, by(pharmacist, { ...offer, ...alone }))
      .thenRejected('conflict', 'The patient is discharged: only an open admission can be transferred');
  });
  test.each([physician, outsider])('needs the right to edit', (actor) => {
    given(admitted)
      .when(offerTransfer, by(actor, { ...offer, ...alone }))
      .thenRejected('forbidden', 'Not allowed');
    given(admitted, offered).when(withdrawTransfer, by(actor, ended)).thenRejected('forbidden', 'Not allowed');
    given(admitted, offered)
      .when(acceptTransfer, by(actor, { ...ended, ...alone }))
      .thenRejected('forbidden', 'Not allowed');
    given(admitted, offered)
      .when(declineTransfer, by(actor, { ...ended, reason: '' }))
      .thenRejected('forbidden', 'Not allowed');
  });
});

describe('the end of an offer', () => {
  test('withdrawn, or declined with a reason', () => {
    given(admitted, offered).when(withdrawTransfer, by(pharmacist, ended)).then(withdrawn);
    given(admitted, offered)
      .when(declineTransfer, by(pharmacist, { offerId: 'offer-1', reason: 'No bed' }))
      .then(declined);
    given(admitted, offered, withdrawn).when(withdrawTransfer, by(pharmacist, ended)).thenNothing();
    const answer = { toTeamName: 'Ward 7', reason: 'No bed', declinedAt: '2026-03-01T00:02:00.000Z' };
    expect(given(admitted, offered, declined).state).toMatchObject({
      teamId: 'team-1',
      offer: undefined,
      declined: answer,
    });
  });
  test('an answer to an offer that has ended is refused with a sentence, and one to no offer is not found', () => {
    const sentence = 'This offer was withdrawn or answered meanwhile';
    given(admitted, offered, withdrawn)
      .when(acceptTransfer, by(pharmacist, { ...ended, ...alone }))
      .thenRejected('conflict', sentence);
    given(admitted, offered, accepted())
      .when(declineTransfer, by(pharmacist, { ...ended, reason: '' }))
      .thenRejected('conflict', sentence);
    given(admitted, offered, accepted())
      .when(acceptTransfer, by(pharmacist, { ...ended, ...alone }))
      .thenRejected('conflict', sentence);
    given(admitted, offered, declined)
      .when(declineTransfer, by(pharmacist, { ...ended, reason: 'No nurse' }))
      .thenRejected('conflict', sentence);
    given(admitted, offered)
      .when(acceptTransfer, by(pharmacist, { offerId: 'offer-9', ...alone }))
      .thenRejected('notFound', 'Not found');
  });
  test('a discharge and a deletion end it', () => {
    const discharge = { dischargeDate: calendarDate('2026-03-09'), dischargeStatus: 0 as const };
    given(admitted, offered)
      .when(editAdmission, by(pharmacist, { admissionId: 'a', ...discharge }))
      .then(withdrawn, { type: 'PatientDischarged', data: { ...discharge, dischargeNote: '' } });
    given(admitted, offered)
      .when(deleteAdmission, by(pharmacist, { admissionId: 'a' }))
      .then(withdrawn, { type: 'AdmissionDeleted', data: {} });
  });
});

test('a person with two open admissions is neither offered nor accepted: one of them would stay behind', () => {
  const sentence = 'This patient has two open admissions: discharge one of them first';
  const two = { hasOtherOpen: true };
  given(admitted)
    .when(offerTransfer, by(pharmacist, { ...offer, ...two }))
    .thenRejected('conflict', sentence);
  given(admitted, offered)
    .when(acceptTransfer, by(pharmacist, { ...ended, ...two }))
    .thenRejected('conflict', sentence);
});

describe('acceptance', () => {
  test('the admission belongs to the receiving team from today, or from an earlier day', () => {
    given(admitted, offered)
      .when(acceptTransfer, by(pharmacist, { ...ended, ...alone }))
      .then(accepted('2026-03-10'));
    given(admitted, offered)
      .when(acceptTransfer, by(pharmacist, { ...ended, transferDate: calendarDate('2026-03-01'), ...alone }))
      .then(accepted('2026-03-01'));
  });
  test('room and bed are those of the receiving team, else they stay with the ward that the patient leaves', () => {
    const edited = { admissionDate: calendarDate('2026-03-01'), admissionDetails: '<p>Sepsis</p>' };
    const inBed = event({
      type: 'AdmissionEdited',
      data: { ...edited, room: '2', bed: '4', workingDiagnosis: 'Sepsis' },
    });
    given(admitted, inBed, offered)
      .when(acceptTransfer, by(pharmacist, { ...ended, ...alone }))
      .then({
        type: 'TransferAccepted',
        data: { ...ended, fromTeamId: 'team-1', transferDate: calendarDate('2026-03-10'), room: '', bed: '' },
      });
    given(admitted, inBed, offered)
      .when(acceptTransfer, by(pharmacist, { ...ended, ...alone, room: '7', bed: '4' }))
      .then({
        type: 'TransferAccepted',
        data: { ...ended, fromTeamId: 'team-1', transferDate: calendarDate('2026-03-10'), room: '7' },
      });
  });
  test('what was written before keeps the team where it was written', () => {
    const { state } = given(admitted, reviewAdded, noteAdded, medicationAdded('med-1'), offered, accepted(), {
      type: 'ReviewAdded',
      data: { reviewId: 'review-2', reviewDate: calendarDate('2026-03-06'), clinicalNote: '', entries: [] },
    });
    expect(state).toMatchObject({
      teamId: 'team-2',
      offer: undefined,
      earlierStays: [{ teamId: 'team-1', transferDate: '2026-03-05' }],
      reviews: [{ teamId: 'team-1' }, { teamId: 'team-2' }],
      notes: [{ teamId: 'team-1' }],
      medications: [{ medicationId: 'med-1' }],
    });
    expect(receiverOf(admittedState(state), 'offer-1')).toBe('team-2');
    expect(receiverOf(admittedState(state), 'offer-2')).toBeUndefined();
  });
  test('not in the future, and not before the stay in the offering team began', () => {
    const at = (day: string) => by(pharmacist, { ...ended, transferDate: calendarDate(day), ...alone });
    given(admitted, offered)
      .when(acceptTransfer, at('2026-03-11'))
      .thenInvalid('transferDate', 'The day of the transfer is in the future');
    given(admitted, offered)
      .when(acceptTransfer, at('2026-02-28'))
      .thenInvalid('transferDate', 'The day of the transfer is before 2026-03-01, when the stay in this team began');
  });
  test('back again: a third stay, not before the second began', () => {
    const back = { offerId: 'offer-2', toTeamId: 'team-1', toTeamName: 'ICU', note: '' };
    const offeredBack = event({ type: 'TransferOffered', data: back });
    given(admitted, offered, accepted(), offeredBack)
      .when(acceptTransfer, by(pharmacist, { offerId: 'offer-2', transferDate: calendarDate('2026-03-04'), ...alone }))
      .thenInvalid('transferDate', 'The day of the transfer is before 2026-03-05, when the stay in this team began');
    given(admitted, offered, accepted(), offeredBack)
      .when(acceptTransfer, by(pharmacist, { offerId: 'offer-2', ...alone }))
      .then({
        type: 'TransferAccepted',
        data: {
          offerId: 'offer-2',
          fromTeamId: 'team-2',
          toTeamId: 'team-1',
          transferDate: calendarDate('2026-03-10'),
        },
      });
  });
  test('the dates of the admission stay around the transfer', () => {
    given(admitted, offered, accepted())
      .when(editAdmission, by(pharmacist, { admissionId: 'a', admissionDate: calendarDate('2026-03-06') }))
      .thenInvalid('admissionDate', 'There is a transfer of 2026-03-05, before this admission date');
    given(admitted, offered, accepted())
      .when(
        editAdmission,
        by(pharmacist, { admissionId: 'a', dischargeDate: calendarDate('2026-03-04'), dischargeStatus: 0 as const }),
      )
      .thenInvalid('dischargeDate', 'The discharge date is before 2026-03-05, when the patient was transferred');
  });
  test('the receiving team goes on with the chart', () => {
    const review = { reviewId: 'review-2', reviewDate: calendarDate('2026-03-06'), clinicalNote: '', entries: [] };
    given(admitted, offered, accepted())
      .when(addReview, by(pharmacist, review))
      .then({ type: 'ReviewAdded', data: review });
  });
});
