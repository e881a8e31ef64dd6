/**
 * For `*.int.spec.ts` only: the query API over a real log and the real projections, with team "t-1" of Mona and Omar.
 * The state is the module's, so a spec file has one environment.
 */
import type { AdmissionDetails } from 'language/contract/entities';
import type { ChartAsOf } from 'language/contract/history';
import type { Measurements } from 'language/contract/measurements';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { EventMetadata } from 'language/domain/command';
import type { PatientEvent } from 'language/domain/patient/events';
import { expect } from 'vitest';
import { day, startTestEnvironment, type TestEnvironment } from 'projections/testing';
import { type StartedApi, startApi } from './started-api.ts';

export let environment: TestEnvironment;
let api: StartedApi;
/** The time of the last event. */
export let minute = Date.parse('2026-03-02T09:00:00Z');

export const ask = (path: string): Promise<Response> => api.get(path);
export const answer = <Shape>(path: string): Promise<Shape> => api.answer<Shape>(path);
export const patientFacts = {
  firstName: 'أحمد',
  middleName: '',
  lastName: 'علي',
  fourthName: '',
  birthdate: day('1960-02-29'),
  medicalRecordNumber: '12',
  sex: '' as const,
};

/** Appends an event a minute after the last one, and projects it. */
export const append = async (
  stream: string,
  event: AdmissionEvent | PatientEvent,
  patientId: string,
  by: Partial<EventMetadata> = {},
): Promise<bigint> => {
  minute += 60_000;
  const revision = await environment.append(stream, [event], {
    patientId,
    teamId: 't-1',
    actorId: 'u-1',
    occurredAt: new Date(minute).toISOString(),
    ...by,
  });
  await environment.project(stream);
  return revision;
};
/** A patient and an admission. @returns a function that appends events of the admission */
export async function admitted(patientId: string, admissionId: string) {
  await append(
    `patient-${patientId}`,
    { type: 'PatientRegistered', data: { teamId: 't-1', ...patientFacts } },
    patientId,
  );
  const on = (event: AdmissionEvent, by?: Partial<EventMetadata>): Promise<bigint> =>
    append(`admission-${admissionId}`, event, patientId, by);
  await append(
    `patient-${patientId}`,
    {
      type: 'AdmissionRegistered',
      data: { admissionId, admissionDate: day('2026-03-01'), admissionDetails: '<p>Fever</p>' },
    },
    patientId,
  );
  await on({
    type: 'PatientAdmitted',
    data: { patientId, teamId: 't-1', admissionDate: day('2026-03-01'), admissionDetails: '<p>Fever</p>' },
  });
  return on;
}

/** Another team, without members. @param adminId its admin */
export async function createTeam(teamId: string, name: string, adminId: string): Promise<void> {
  await environment.append(
    `team-${teamId}`,
    [{ type: 'TeamCreated', data: { name, specialty: 1, about: '', adminId, adminEmail: `${adminId}@example.org` } }],
    { teamId },
  );
  await environment.project(`team-${teamId}`);
}

export async function startHistoryEnvironment(): Promise<void> {
  environment = await startTestEnvironment();
  for (const [user, firstName] of [
    ['u-1', 'Mona'],
    ['u-2', 'Omar'],
  ] as const) {
    await environment.append(`user-${user}`, [
      {
        type: 'UserRegistered',
        data: {
          firstName,
          lastName: 'Adel',
          email: `${user}@example.org`,
          phone: '',
          phoneNormalised: '',
          start: day('2026-01-01'),
        },
      },
    ]);
    await environment.project(`user-${user}`);
  }
  await environment.append(
    'team-t-1',
    [
      {
        type: 'TeamCreated',
        data: { name: 'ICU', specialty: 1, about: '', adminId: 'u-1', adminEmail: 'u-1@example.org' },
      },
      { type: 'TeamMemberAdded', data: { userId: 'u-1', email: 'u-1@example.org', role: 'pharmacist' } },
      { type: 'TeamMemberAdded', data: { userId: 'u-2', email: 'u-2@example.org', role: 'pharmacist' } },
      { type: 'TeamMemberRoleChanged', data: { userId: 'u-2', role: 'physician' } },
    ],
    { teamId: 't-1' },
  );
  await environment.project('team-t-1');
  api = await startApi(environment, ['u-1']);
}
export const stopHistoryEnvironment = (): Promise<void> => api.stop();

/** The chart as the tabs read it. */
export async function chart(admissionId: string): Promise<Omit<ChartAsOf, 'at' | 'revision' | 'change'>> {
  const read = async <Name extends keyof ChartAsOf>(path: string): Promise<ChartAsOf[Name]> =>
    answer<ChartAsOf[Name]>(path);
  const {
    patientDetails: { order: _order, ...patient },
    teamName: _team,
    alsoInBed: _alsoInBed,
    alsoOpen: _alsoOpen,
    ...admission
  } = await answer<AdmissionDetails>(`/api/admissions/${admissionId}/details`);
  return {
    admission,
    patient,
    reviews: await read<'reviews'>(`/api/reviews/listAdmissionReviews/${admissionId}`),
    notes: await read<'notes'>(`/api/physicNotes/listAdmNotes/${admissionId}`),
    medications: await read<'medications'>(`/api/admissions/${admissionId}/medications`),
    measurements: (await answer<Measurements>(`/api/admissions/${admissionId}/measurements`)).measurements,
    reconciliation: await read<'reconciliation'>(`/api/admissions/${admissionId}/reconciliation`),
    dashboard: await read<'dashboard'>(`/api/reviews/revMedDashboard/${admissionId}`),
  };
}
/** The chart of a point in time. */
export const chartAt = async (admissionId: string, at: string) => {
  const {
    at: instant,
    revision,
    change,
    ...shown
  } = await answer<ChartAsOf>(`/api/history/admissions/${admissionId}?at=${encodeURIComponent(at)}`);
  expect(change.revision).toBe(revision);
  return { shown, instant, revision };
};
