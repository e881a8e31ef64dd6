import type { AdmissionDetails, AllergyList, Inpatients, Patient } from 'language/contract/entities';
import type { PendingPage, WardBoard } from 'language/contract/handover';
import type { ChartAsOf, Timeline } from 'language/contract/history';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { Allergy, PatientEvent } from 'language/domain/patient/events';
import { day, entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  chart,
  chartAt,
  createTeam,
  minute,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

const now = (): string => new Date(minute).toISOString();
const allergy = (allergyId: string, agentText: string, more: Partial<Allergy> = {}): Allergy => ({
  allergyId,
  drug: '',
  drugLabel: '',
  tag: '',
  tagLabel: '',
  agentText,
  reaction: '',
  severity: '',
  certainty: '',
  source: '',
  onset: '',
  ...more,
});
const record = (patient: string, one: Allergy): Promise<bigint> =>
  append(`patient-${patient}`, { type: 'AllergyRecorded', data: { allergy: one } }, patient);
const confirm = (patient: string): Promise<bigint> =>
  append(`patient-${patient}`, { type: 'AllergiesConfirmed', data: {} }, patient);
const merge = async (into: string, patientId: string): Promise<void> => {
  await append(`patient-${patientId}`, { type: 'PatientMerged', data: { into, reason: '' } }, patientId);
  await append(`patient-${into}`, { type: 'PatientAbsorbed', data: { patientId } }, into);
};
const listOf = async (patient: string): Promise<AllergyList | undefined> =>
  (await answer<Patient>(`/api/patients/${patient}`)).allergies;

describe('the allergies of a patient', () => {
  test('are not asked, none known, or listed, and a new stay asks again', async () => {
    await admitted('asked', 'stay-asked');
    expect(await listOf('asked')).toEqual({ state: 'not-asked', list: [], version: 0 });
    await confirm('asked');
    const confirmed = { at: now(), byName: 'Mona Adel', isOfStay: true };
    expect(await listOf('asked')).toEqual({ state: 'none-known', list: [], confirmed, version: 0 });
    await append(
      'patient-asked',
      {
        type: 'AdmissionRegistered',
        data: { admissionId: 'next', admissionDate: day('2026-03-09'), admissionDetails: '' },
      },
      'asked',
    );
    expect(await listOf('asked')).toMatchObject({ state: 'none-known', confirmed: { isOfStay: false } });
    await record('asked', allergy('a-1', 'Latex', { severity: 'severe', reaction: 'Anaphylaxis' }));
    const listed = await listOf('asked');
    expect(listed).toMatchObject({ state: 'listed', list: [{ _id: 'a-1', agentText: 'Latex', severity: 'severe' }] });
    expect(listed?.confirmed).toBeUndefined();
  });

  test('come with the chart, and the chart of an earlier time has those of then', async () => {
    await admitted('past', 'stay-past');
    await record('past', allergy('b-1', 'Penicillin', { severity: 'mild' }));
    const before = await chart('stay-past');
    const then = now();
    expect(before.patient.allergies?.list).toMatchObject([{ agentText: 'Penicillin', severity: 'mild' }]);
    const worse = allergy('b-1', 'Penicillin', { severity: 'severe', certainty: 'confirmed' });
    await append('patient-past', { type: 'AllergyCorrected', data: { allergy: worse } }, 'past');
    await confirm('past');
    expect((await chartAt('stay-past', then)).shown.patient).toEqual(before.patient);
    expect((await chartAt('stay-past', now())).shown.patient).toEqual((await chart('stay-past')).patient);
    await append('patient-past', { type: 'AllergyRemoved', data: { allergyId: 'b-1', reason: 'Tolerated' } }, 'past');
    expect(await listOf('past')).toMatchObject({ state: 'not-asked', list: [] });
    const { events } = await answer<Timeline>('/api/history/patients/past');
    expect(events.slice(-3)).toMatchObject([
      { type: 'AllergyCorrected', of: 'allergy:b-1', name: 'Penicillin', before: { severity: 'mild' } },
      { type: 'AllergiesConfirmed', of: 'patient:past' },
      { type: 'AllergyRemoved', of: 'allergy:b-1', name: 'Penicillin', after: { removalReason: 'Tolerated' } },
    ]);
  });

  test('are in the lists of patients', async () => {
    const on = await admitted('listed', 'stay-listed');
    await on(reviewAdded('stay-listed.r1', [entry('e-listed', { errRes: null })]));
    await record('listed', allergy('c-1', '', { drug: 'd-9', drugLabel: 'Ibuprofen', reaction: 'Rash' }));
    const brief = { state: 'listed', list: [{ name: 'Ibuprofen', reaction: 'Rash', severity: '' }] };
    const { patients } = await answer<WardBoard>('/api/ward/t-1');
    expect(patients.find(({ _id }) => _id === 'listed')?.allergyBrief).toEqual(brief);
    const { pending } = await answer<PendingPage>('/api/handover/t-1');
    expect(pending.find(({ patient }) => patient === 'listed')?.allergyBrief).toEqual(brief);
    const { inpatients } = await answer<Inpatients>('/api/patients/inpatients/t-1');
    expect(inpatients.find(({ _id }) => _id === 'listed')?.allergyBrief).toEqual(brief);
  });
});

describe('after a merge', () => {
  test('both lists are those of the patient who stays, and contradictions are marked', async () => {
    await admitted('stays', 'stay-stays');
    await admitted('other', 'stay-other');
    await record('stays', allergy('d-1', 'Penicillin', { severity: 'mild' }));
    await record('other', allergy('d-2', 'penicillin', { severity: 'severe' }));
    await record('other', allergy('d-3', 'Latex'));
    await merge('stays', 'other');
    const both = await listOf('stays');
    expect(both?.list).toMatchObject([
      { _id: 'd-1', differs: true },
      { _id: 'd-2', from: 'other', differs: true },
      { _id: 'd-3', from: 'other' },
    ]);
    expect(both?.list.map(({ differs = false }) => differs)).toEqual([true, true, false]);
    expect(await listOf('other')).toEqual(both);
    expect((await chartAt('stay-stays', now())).shown.patient.allergies).toEqual(both);
  });
  test('"none known" against a list is a contradiction', async () => {
    await admitted('none', 'stay-none');
    await admitted('some', 'stay-some');
    await confirm('none');
    await record('some', allergy('e-1', 'Latex'));
    await merge('none', 'some');
    expect(await listOf('none')).toMatchObject({ state: 'listed', isContradicted: true });
  });
});

test('a team that has transferred the patient sees no allergy that was recorded later', async () => {
  await createTeam('t-2', 'Ward 7', 'u-2');
  const onEarly = await admitted('moved', 'stay-early');
  await onEarly({
    type: 'PatientDischarged',
    data: { dischargeDate: day('2026-03-02'), dischargeStatus: 0, dischargeNote: '' },
  });
  const stay = { admissionDate: day('2026-03-02'), admissionDetails: '' };
  const onLate = (event: AdmissionEvent, by = {}) => append('admission-stay-late', event, 'moved', by);
  const onPatient = (event: PatientEvent, by = {}) => append('patient-moved', event, 'moved', by);
  await onPatient({ type: 'AdmissionRegistered', data: { admissionId: 'stay-late', ...stay } });
  await onLate({ type: 'PatientAdmitted', data: { patientId: 'moved', teamId: 't-1', ...stay } });
  await record('moved', allergy('f-1', 'Latex', { severity: 'mild' }));
  await confirm('moved');
  const known = (await answer<AdmissionDetails>('/api/admissions/stay-early/details')).patientDetails.allergies;
  const transfer = { fromTeamId: 't-1', toTeamId: 't-2' };
  const offer = { offerId: 'offer-1', ...transfer, transferDate: day('2026-03-02') };
  await onLate({
    type: 'TransferOffered',
    data: { offerId: 'offer-1', toTeamId: 't-2', toTeamName: 'Ward 7', note: '' },
  });
  const there = { teamId: 't-2', actorId: 'u-2' };
  await onLate({ type: 'TransferAccepted', data: offer }, there);
  await onPatient({ type: 'PatientTransferred', data: { admissionId: 'stay-late', ...transfer } }, there);
  const worse = allergy('f-1', 'Latex', { severity: 'severe' });
  await onPatient({ type: 'AllergyCorrected', data: { allergy: worse } }, there);
  await onPatient({ type: 'AllergyRecorded', data: { allergy: allergy('f-2', 'Penicillin') } }, there);

  expect(known?.list).toMatchObject([{ _id: 'f-1', severity: 'mild' }]);
  const details = await answer<AdmissionDetails>('/api/admissions/stay-early/details');
  expect(details.patientDetails.allergies).toEqual(known);
  expect(await listOf('moved')).toEqual(known);
  const past = await answer<ChartAsOf>(`/api/history/admissions/stay-early?at=${now()}`);
  expect(past.patient.allergies).toEqual(known);
});
