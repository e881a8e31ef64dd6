import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../values/calendar-date.ts';
import { type Actor, touchOf } from '../command.ts';
import { foldOf, recorded, writtenOrRefused } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { correctPatient, deletePatient, registerAdmission, registerPatient, unregisterAdmission } from './decide.ts';
import { confirmAllergies, correctAllergy, recordAllergy, removeAllergy } from './decide-allergies.ts';
import { absorbPatient, mergePatient, separatePatient, undoMerge } from './decide-merge.ts';
import { agreeToErasure, finishErasure, refuseErasure, requestErasure, withdrawErasure } from './decide-erasure.ts';
import type { PatientEvent } from './events.ts';
import { evolve, initial, type Patient } from './state.ts';
import type { Stay } from './stays.ts';

type Step = (patient: Patient) => PatientEvent[];

const actor = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Actor>(people.pharmacist) },
  { weight: 1, arbitrary: fc.constantFrom<Actor>(...Object.values(people)) },
);
const basedOn = fc
  .option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined, freq: 2 })
  .map((version) => (version === undefined ? {} : { basedOn: version }));
const name = fc.constantFrom('', 'Mona', 'منى');
const date = fc.integer({ min: -40, max: 3 }).map((days) => addDays(today, days));
const facts = {
  firstName: name,
  middleName: name,
  lastName: name,
  fourthName: name,
  birthdate: date,
  medicalRecordNumber: name,
};
const admissionId = fc.constantFrom('admission-1', 'admission-2');
const patientId = fc.constant('patient-1');

/** The registered admissions, all of one team. */
const endedStaysOf = (patient: Patient, teamId = 'team-1'): Stay[] =>
  patient.status === 'registered'
    ? patient.admissions.map((one) => ({ ...one, patientId: 'patient-1', teamId, status: 'discharged', events: 1n }))
    : [];

const register = fc.tuple(actor, fc.record({ teamId: fc.constant('team-1'), ...facts })).map(
  ([who, person]): Step =>
    (patient) =>
      registerPatient(patient, by(who, person)),
);
const correct = fc.tuple(actor, fc.record({ patientId, ...facts }, { requiredKeys: ['patientId'] }), basedOn).map(
  ([who, correction, envelope]): Step =>
    (patient) =>
      correctPatient(patient, by(who, correction, envelope)),
);
const admit = fc.tuple(actor, fc.record({ admissionId, admissionDate: date, admissionDetails: name })).map(
  ([who, admission]): Step =>
    (patient) =>
      registerAdmission(patient, by(who, { ...admission, stays: endedStaysOf(patient) })),
);
const free = fc.tuple(actor, fc.record({ admissionId })).map(
  ([who, admission]): Step =>
    (patient) =>
      unregisterAdmission(patient, by(who, { ...admission, stays: endedStaysOf(patient) })),
);
const remove = fc.tuple(actor, fc.record({ patientId }), basedOn).map(
  ([who, gone, envelope]): Step =>
    (patient) =>
      deletePatient(patient, by(who, gone, envelope)),
);
const other = fc.constantFrom('other-1', 'other-2');
const mergeInto = fc.tuple(actor, other, basedOn).map(
  ([who, into, envelope]): Step =>
    (patient) =>
      mergePatient(patient, by(who, { patientId: 'patient-1', into, survivor: stays, reason: '' }, envelope)),
);
const endMerge = other.map(
  (into): Step =>
    (patient) =>
      undoMerge(patient, by(people.pharmacist, { into })),
);
/** That a merged patient declines is written once, by the command's id. */
const absorb = other.map(
  (patientId): Step =>
    (patient) =>
      patient.status === 'registered' && patient.mergedInto
        ? []
        : absorbPatient(patient, by(people.pharmacist, { patientId, teamId: 'team-1' })),
);
const separate = fc.tuple(actor, other).map(
  ([who, duplicate]): Step =>
    (patient) =>
      separatePatient(
        patient,
        by(who, { patientId: duplicate, survivorTeamId: 'team-1' }, { at: '2026-03-01T01:00:00.000Z' }),
      ),
);
const anyone = fc.constantFrom<Actor>(people.pharmacist, people.teamAdmin, people.adminAccount);
const erase = fc
  .tuple(anyone, fc.constantFrom('ask', 'withdraw', 'refuse', 'agree', 'finish'), fc.constantFrom('team-1', 'team-2'))
  .map(([who, what, team]): Step => (patient) => {
    const revision = patient.status === 'registered' ? patient.revision : 0n;
    const stays = endedStaysOf(patient, team);
    const chosen = { patientId: 'patient-1' };
    // The request of before is open then.
    const soon = { at: '2026-03-01T12:00:00.000Z' };
    switch (what) {
      case 'ask':
        return requestErasure(patient, by(who, { ...chosen, category: 'wish', reason: 'x' }, soon));
      case 'withdraw':
        return withdrawErasure(patient, by(who, chosen, soon));
      case 'refuse':
        return refuseErasure(patient, by(who, chosen, soon));
      case 'agree':
        return agreeToErasure(
          patient,
          by(who, { ...chosen, stays, merged: new Map() }, { ...soon, basedOn: revision + 1n + BigInt(stays.length) }),
        );
      case 'finish':
        return finishErasure(patient, by(who, { patientIds: ['patient-1'] }));
      default:
        return what satisfies never;
    }
  });
const allergyId = fc.constantFrom('allergy-1', 'allergy-2');
const agentText = fc.constantFrom('', 'Latex', 'latex', 'Penicillin');
const noAgent = { drug: '', drugLabel: '', tag: '', tagLabel: '' };
const noDetails = { reaction: '', severity: '', certainty: '', source: '', onset: '' } as const;
const allergies = fc
  .tuple(actor, fc.constantFrom('record', 'correct', 'remove', 'confirm'), allergyId, agentText, basedOn)
  .map(([who, what, id, text, envelope]): Step => (patient) => {
    switch (what) {
      case 'record': {
        const allergy = { allergyId: id, ...noAgent, agentText: text, ...noDetails };
        return recordAllergy(patient, by(who, { allergy }, envelope));
      }
      case 'correct':
        return correctAllergy(patient, by(who, { allergyId: id, changes: { agentText: text } }, envelope));
      case 'remove':
        return removeAllergy(patient, by(who, { allergyId: id, reason: 'x' }, envelope));
      case 'confirm':
        return confirmAllergies(patient, by(who, { patientId: 'patient-1' }, envelope));
      default:
        return what satisfies never;
    }
  });
const anyStep = fc.oneof(
  { weight: 4, arbitrary: allergies },
  { weight: 1, arbitrary: mergeInto },
  { weight: 2, arbitrary: endMerge },
  { weight: 1, arbitrary: absorb },
  { weight: 2, arbitrary: separate },
  { weight: 3, arbitrary: register },
  { weight: 3, arbitrary: correct },
  { weight: 4, arbitrary: admit },
  { weight: 4, arbitrary: free },
  { weight: 1, arbitrary: remove },
  { weight: 3, arbitrary: erase },
);
const aggregate = { initial, evolve };
const stays: Patient = foldOf<Patient, PatientEvent>(
  aggregate,
  recorded([
    {
      type: 'PatientRegistered',
      data: {
        teamId: 'team-1',
        firstName: '',
        middleName: '',
        lastName: '',
        fourthName: '',
        birthdate: today,
        medicalRecordNumber: '',
      },
    },
  ]),
);

/** Runs the steps one after the other. */
function runningThrough(
  steps: readonly Step[],
  look: (before: Patient, written: readonly PatientEvent[], after: Patient, step: Step) => void = () => undefined,
) {
  let patient = initial;
  const log: ReturnType<typeof recorded<PatientEvent>> = [];
  for (const step of steps) {
    const before = patient;
    const written = writtenOrRefused(() => step(before));
    const news = recorded(written, BigInt(log.length));
    patient = news.reduce(evolve, before);
    log.push(...news);
    look(before, written, patient, step);
  }
  return { patient, log };
}

const holds = (property: (steps: Step[]) => void): void =>
  fc.assert(fc.property(fc.array(anyStep, { maxLength: 30 }), property));

test('with any order of commands, a replay gives the same state, and no command writes twice', () =>
  holds((steps) => {
    const { patient, log } = runningThrough(steps, (_before, _written, after, step) =>
      expect(writtenOrRefused(() => step(after))).toEqual([]),
    );
    expect(foldOf(aggregate, log)).toEqual(patient);
  }));

const allowedWhileMerged = ['PatientMergeUndone', 'PatientSeparated', 'AdmissionUnregistered'];

test('a patient with an admission or a merge is deleted by an agreement only, and no event follows a deletion', () =>
  holds((steps) => {
    runningThrough(steps, (before, written) => {
      if (before.status === 'deleted') expect(written).toEqual([]);
      if (written.some(({ type }) => type === 'PatientDeleted'))
        expect(before).toSatisfy(
          (deleted: Patient) =>
            deleted.status === 'registered' &&
            (deleted.erasure?.isAgreed === true || (deleted.admissions.length === 0 && deleted.absorbed.length === 0)),
        );
      if (before.status === 'registered' && before.mergedInto)
        expect(written.every(({ type }) => allowedWhileMerged.includes(type))).toBe(true);
    });
  }));

test('the state of a deleted patient is the same with readable and unreadable earlier events', () =>
  holds((steps) => {
    const { patient, log } = runningThrough([
      ...steps,
      (state) =>
        state.status === 'registered' && state.admissions.length === 0 ? [{ type: 'PatientDeleted', data: {} }] : [],
    ]);
    if (patient.status !== 'deleted') return;
    const left = log
      .filter(({ type }) => type === 'PatientDeleted' || type === 'PatientErasureAgreed')
      .map((event) => ({ ...event, metadata: { ...event.metadata, teamId: 'team-1' } }));
    // Its touch is that of the first readable event.
    expect(foldOf(aggregate, left)).toEqual({ ...patient, touch: touchOf(left[0]!) });
  }));

test('a correction and an admission commute', () => {
  const person = by(people.pharmacist, {
    teamId: 'team-1',
    firstName: 'Mona',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: addDays(today, -50),
    medicalRecordNumber: '',
  });
  const written = fc.constantFrom<Actor>(people.pharmacist);
  const correction = fc.tuple(written, fc.record({ patientId, firstName: name, medicalRecordNumber: name })).map(
    ([who, fields]): Step =>
      (patient) =>
        correctPatient(patient, by(who, fields)),
  );
  const admission = fc.tuple(written, fc.record({ admissionId, admissionDate: date, admissionDetails: name })).map(
    ([who, fields]): Step =>
      (patient) =>
        registerAdmission(patient, by(who, { ...fields, stays: endedStaysOf(patient) })),
  );
  const withoutTouch = (patient: Patient): unknown =>
    patient.status === 'registered' ? { ...patient, touch: undefined, revision: undefined } : patient;
  fc.assert(
    fc.property(correction, admission, (one, other) => {
      const start: Step = (patient) => registerPatient(patient, person);
      expect(withoutTouch(runningThrough([start, one, other]).patient)).toEqual(
        withoutTouch(runningThrough([start, other, one]).patient),
      );
    }),
  );
});
