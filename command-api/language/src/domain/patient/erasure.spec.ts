import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, madeBy, recorded, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { correctPatient, deletePatient, registerAdmission } from './decide.ts';
import {
  agreeToErasure,
  erasureEndsAt,
  finishErasure,
  refuseErasure,
  requestErasure,
  withdrawErasure,
} from './decide-erasure.ts';
import type { PatientEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import type { Stay } from './stays.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, adminAccount, outsider } = people;

const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: {
    teamId: 'team-1',
    firstName: 'هدى',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: calendarDate('1990-02-28'),
    medicalRecordNumber: '4711',
  },
};
const admission = { admissionId: 'admission-1', admissionDate: calendarDate('2026-03-01'), admissionDetails: '' };
const admissionRegistered: PatientEvent = { type: 'AdmissionRegistered', data: admission };
const request = { category: 'wish', reason: 'They asked for it in writing' } as const;
const asked: PatientEvent = { type: 'PatientErasureRequested', data: request };
const requested = madeBy(pharmacist, asked);
/** The specs' events are a minute apart, from this instant on. */
const requestedAt = '2026-03-01T00:02:00.000Z';
const patientId = 'patient-1';
const ask = { patientId, ...request };
const agreed: PatientEvent = {
  type: 'PatientErasureAgreed',
  data: { category: 'wish', requestedBy: pharmacist.id, requestedAt },
};
const deleted: PatientEvent = { type: 'PatientDeleted', data: {} };
const soon = { at: '2026-03-02T00:00:00.000Z' };
const tooLate = { at: '2026-03-08T00:02:00.000Z' };

describe('asking for an erasure', () => {
  test('is for clinical pharmacists and the team admin', () => {
    for (const actor of [pharmacist, teamAdmin])
      given(registered, admissionRegistered)
        .when(requestErasure, by(actor, ask, { at: requestedAt }))
        .then({ type: 'PatientErasureRequested', data: request });
    for (const actor of [physician, outsider, adminAccount])
      given(registered).when(requestErasure, by(actor, ask)).thenRejected('forbidden', 'Not allowed');
  });
  test('is refused while a request is open, and possible again when it has ended', () => {
    given(registered, admissionRegistered, requested)
      .when(requestErasure, by(teammate, ask, soon))
      .thenRejected('conflict', 'The erasure of this patient has been asked for already');
    const ended = given(registered, admissionRegistered, requested).state;
    expect(requestErasure(ended, by(teammate, ask, tooLate))).toEqual([
      { type: 'PatientErasureRequested', data: request },
    ]);
  });
  test('needs the patient', () =>
    given().when(requestErasure, by(pharmacist, ask)).thenRejected('notFound', 'Not found'));
});

test('a request ends a week after it was made', () =>
  expect(erasureEndsAt(requestedAt)).toBe('2026-03-08T00:02:00.000Z'));

describe('withdrawing and refusing', () => {
  const open = given(registered, admissionRegistered, requested);
  test('the person who asked withdraws', () => {
    open.when(withdrawErasure, by(pharmacist, { patientId }, soon)).then({ type: 'PatientErasureWithdrawn', data: {} });
    for (const actor of [teammate, teamAdmin, adminAccount])
      open.when(withdrawErasure, by(actor, { patientId }, soon)).thenRejected('forbidden', 'Not allowed');
  });
  test('the team admin and the admin account refuse', () => {
    for (const actor of [teamAdmin, adminAccount])
      open.when(refuseErasure, by(actor, { patientId }, soon)).then({ type: 'PatientErasureRefused', data: {} });
    open.when(refuseErasure, by(teammate, { patientId }, soon)).thenRejected('forbidden', 'Not allowed');
  });
  test('neither is possible without an open request', () => {
    const sentence = 'There is no open request to erase this patient: ask for it again';
    for (const events of [
      [registered],
      [registered, requested, { type: 'PatientErasureRefused', data: {} }],
      [registered, requested, { type: 'PatientErasureWithdrawn', data: {} }],
    ] as PatientEvent[][]) {
      given(...events)
        .when(refuseErasure, by(teamAdmin, { patientId }, soon))
        .thenRejected('conflict', sentence);
      given(...events)
        .when(withdrawErasure, by(pharmacist, { patientId }, soon))
        .thenRejected('conflict', sentence);
    }
    open.when(refuseErasure, by(teamAdmin, { patientId }, tooLate)).thenRejected('conflict', sentence);
  });
});

describe('agreeing', () => {
  const open = given(registered, admissionRegistered, requested);
  const stay = (events: bigint, teamId = 'team-1'): Stay => ({
    admissionId: 'admission-1',
    patientId,
    teamId,
    status: 'open',
    events,
  });
  /** Three events of the patient, four of the admission. */
  const looked = { ...soon, basedOn: 7n };
  const agreement = { patientId, stays: [stay(4n)], merged: new Map<string, bigint>() };

  test('is for a team admin and the admin account, after a look at what goes', () => {
    for (const actor of [teamAdmin, adminAccount]) open.when(agreeToErasure, by(actor, agreement, looked)).then(agreed);
    for (const actor of [teammate, physician, outsider])
      open.when(agreeToErasure, by(actor, agreement, looked)).thenRejected('forbidden', 'Not allowed');
    expect(() => agreeToErasure(open.state, by(teamAdmin, agreement, soon))).toThrow(
      'Check what will be erased before you agree',
    );
  });
  test('is never for the person who asked', () =>
    given(registered, admissionRegistered, madeBy(teamAdmin, asked))
      .when(agreeToErasure, by(teamAdmin, agreement, looked))
      .thenRejected('conflict', 'A second person agrees to an erasure, not the one who asked for it'));
  test('is refused after a week', () =>
    open
      .when(agreeToErasure, by(teamAdmin, agreement, { ...tooLate, basedOn: 7n }))
      .thenRejected('conflict', 'There is no open request to erase this patient: ask for it again'));
  test('is refused where something was written since the look, in any stream that goes', () => {
    const sentence = 'Something was written about this patient meanwhile: check again what will be erased';
    open
      .when(agreeToErasure, by(teamAdmin, { ...agreement, stays: [stay(5n)] }, looked))
      .thenRejected('conflict', sentence);
    open.when(agreeToErasure, by(teamAdmin, { ...agreement, stays: [] }, looked)).thenRejected('conflict', sentence);
    given(registered, admissionRegistered, requested, {
      type: 'AdmissionRegistered',
      data: { ...admission, admissionId: 'admission-2' },
    } as PatientEvent)
      .when(agreeToErasure, by(teamAdmin, agreement, { ...soon, basedOn: 8n }))
      .thenRejected('conflict', sentence);
  });
});

describe('agreeing, of a person with admissions in other teams', () => {
  const open = given(registered, admissionRegistered, requested);
  const stay = (admissionId: string, teamId: string, status: Stay['status']): Stay => ({
    admissionId,
    patientId,
    teamId,
    status,
    events: 1n,
  });
  const agree = (...stays: Stay[]) =>
    open.when(
      agreeToErasure,
      by(
        teamAdmin,
        { patientId, stays, merged: new Map() },
        { ...soon, basedOn: 3n + BigInt(stays.filter(({ status }) => status !== 'deleted').length) },
      ),
    );
  const part = (toTeamId: string): PatientEvent => ({
    type: 'PatientErasedFromTeam',
    data: { ...agreed.data, fromTeamId: 'team-1', toTeamId, admissionIds: ['admission-1'] },
  });

  test('only the part of the team goes, and the patient to the team that is left', () => {
    agree(stay('admission-1', 'team-1', 'open'), stay('theirs', 'team-2', 'discharged')).then(part('team-2'));
    // An open admission before a newer one that has ended.
    agree(
      stay('admission-1', 'team-1', 'discharged'),
      stay('theirs', 'team-3', 'open'),
      stay('newer', 'team-2', 'discharged'),
    ).then(part('team-3'));
    agree(stay('admission-1', 'team-1', 'open'), stay('theirs', 'team-2', 'deleted')).then(agreed);
  });
  test('the team has no patient left, and can lead no member to them', () => {
    const back: PatientEvent = {
      type: 'PatientTransferred',
      data: { admissionId: 'admission-1', fromTeamId: 'team-2', toTeamId: 'team-1' },
    };
    const { state } = given(registered, admissionRegistered, back, requested, part('team-2'));
    expect(state).toMatchObject({
      status: 'registered',
      teamId: 'team-2',
      earlierTeams: [],
      admissions: [],
      erasedParts: [{ teamId: 'team-1', admissionIds: ['admission-1'] }],
    });
    expect(state).not.toHaveProperty('erasure');
  });
});

describe('after the agreement', () => {
  const sentence = 'This patient has been erased. Nothing more can be written of them.';
  test.each([
    ['before the stream ends', [registered, admissionRegistered, requested, agreed]],
    ['after it', [registered, admissionRegistered, requested, agreed, deleted]],
  ])('%s every command is refused with a sentence', (_when, events) => {
    const after = given(...events);
    after.when(correctPatient, by(pharmacist, { patientId, firstName: 'x' })).thenRejected('conflict', sentence);
    after
      .when(registerAdmission, by(pharmacist, { ...admission, admissionId: 'another', stays: [] }))
      .thenRejected('conflict', sentence);
    after.when(deletePatient, by(pharmacist, { patientId })).thenRejected('conflict', sentence);
    after.when(requestErasure, by(pharmacist, ask)).thenRejected('conflict', sentence);
  });
  test('the stream ends with the deletion, although admissions are registered', () =>
    given(registered, admissionRegistered, requested, agreed)
      .when(finishErasure, by(teamAdmin, { patientIds: [patientId] }))
      .then(deleted));
  test('nothing ends without an agreement', () =>
    given(registered, requested)
      .when(finishErasure, by(teamAdmin, { patientIds: [patientId] }))
      .thenRejected('notFound', 'Not found'));
  test('it is known as erased where no earlier event can be read any more', () => {
    const readable = recorded([agreed, deleted]).map((event) => ({
      ...event,
      metadata: { ...event.metadata, teamId: 'team-1' },
    }));
    expect(foldOf({ initial, evolve }, readable)).toMatchObject({
      status: 'deleted',
      isErased: true,
      teamId: 'team-1',
    });
  });
});
