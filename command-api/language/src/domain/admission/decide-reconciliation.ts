/**
 * The commands of the reconciliation, by clinical pharmacists (docs/product.md, "Reconciliation"). The order of checks is
 * that of `decide.ts`.
 */
import { limits } from '../values/codes.ts';
import { type Command, refuseIfAhead, refuseIfChanged, Rejection } from '../command.ts';
import { isSame, pick, presentFields } from '../values/record-fields.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent, HomeMedication, ReconciledLine } from './events.ts';
import { homeMedicationFields, reconciledFields } from './fields.ts';
import { admitted, homeMedicationOf, medicationOf } from './lookup.ts';
import { decisionKey, lineId, linesOf, needsReason, orderAfter } from './reconciliation.ts';
import type { Admission, Admitted } from './state.ts';

/** The caller looks up the label of a drug of the catalogue. */
export interface RecordHomeMedication {
  readonly medication: HomeMedication;
}
/** Absent fields stay unchanged. */
export interface CorrectHomeMedication {
  readonly homeMedicationId: string;
  readonly changes: {
    readonly [Field in keyof Omit<HomeMedication, 'homeMedicationId'>]?: HomeMedication[Field] | undefined;
  };
}
export interface RemoveHomeMedication {
  readonly homeMedicationId: string;
}
/** The order after the discharge; absent fields are those of the line. */
type ToTake = Pick<ReconciledLine, 'dose' | 'route' | 'frequency' | 'until' | 'advice'>;
export type Decision = Pick<ReconciledLine, 'line' | 'action' | 'reason'> & {
  readonly [Field in keyof ToTake]?: ToTake[Field] | undefined;
};
export interface ReconcileMedications {
  readonly admissionId: string;
  readonly stage: ReconciledLine['stage'];
  readonly decisions: readonly Decision[];
}

export function recordHomeMedication(admission: Admission, command: Command<RecordHomeMedication>): AdmissionEvent[] {
  const { homeMedications } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { medication } = command;
  if (homeMedications.some(({ homeMedicationId }) => homeMedicationId === medication.homeMedicationId)) return [];
  if (homeMedications.length >= limits.homeMedicationsPerAdmission)
    throw new Rejection(refusal('too-many-home-medications', { limit: limits.homeMedicationsPerAdmission }));
  refuseWithoutName(medication);
  return [{ type: 'HomeMedicationRecorded', data: { medication } }];
}

export function correctHomeMedication(admission: Admission, command: Command<CorrectHomeMedication>): AdmissionEvent[] {
  const { homeMedicationId, changes } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch, ...current } = homeMedicationOf(admission, homeMedicationId);
  // The label of a drug of the catalogue is the catalogue's.
  const isNamed = current.drug !== '' && changes.drug === undefined;
  const wanted = { ...current, ...presentFields(isNamed ? { ...changes, drugLabel: undefined } : changes) };
  const medication: HomeMedication = { homeMedicationId, ...pick(homeMedicationFields, wanted) };
  refuseWithoutName(medication);
  if (isSame(homeMedicationFields, current, medication)) return [];
  refuseIfChanged(command, { kind: 'homeMedication', id: homeMedicationId }, touch);
  return [{ type: 'HomeMedicationRecorded', data: { medication } }];
}

/** The decisions about it go with it. */
export function removeHomeMedication(admission: Admission, command: Command<RemoveHomeMedication>): AdmissionEvent[] {
  const { homeMedicationId } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch } = homeMedicationOf(admission, homeMedicationId);
  refuseIfChanged(command, { kind: 'homeMedication', id: homeMedicationId }, touch);
  return [{ type: 'HomeMedicationRemoved', data: { homeMedicationId } }];
}

/** Decides about some lines of a stage. Each line is in conflict by itself: two people may decide about two lines. */
export function reconcileMedications(admission: Admission, command: Command<ReconcileMedications>): AdmissionEvent[] {
  const { admissionId, stage, decisions } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  for (const { line } of decisions)
    if (line.kind === 'home') homeMedicationOf(admission, line.id);
    else medicationOf(admission, line.id);
  if (stage === 'transfer' && before.earlierStays.length === 0)
    throw new Rejection(refusal('no-transfer-to-reconcile'));
  if (new Set(decisions.map(({ line }) => `${line.kind}.${line.id}`)).size < decisions.length)
    throw invalidField('lines', refusal('line-reconciled-twice'));
  const entity = { kind: 'reconciliation', id: admissionId } as const;
  return decisions.flatMap((decision, place): AdmissionEvent[] => {
    const wanted = wantedLine(before, command, decision);
    const current = before.reconciled.find((one) => decisionKey(one) === decisionKey(wanted));
    if (current && isSame(reconciledFields, current, wanted)) return [];
    refuseImpossible(before, command, decision, wanted, `lines.${place}.`);
    if (current) refuseIfChanged(command, entity, current.touch);
    else refuseIfAhead(command, entity, before.touch);
    return [{ type: 'MedicationReconciled', data: wanted }];
  });
}

/** At the discharge with what the patient is to take: as it was said, or as the line has it. */
function wantedLine(
  before: Admitted,
  { stage, today }: Command<ReconcileMedications>,
  { line, action, reason, ...said }: Decision,
): ReconciledLine {
  const nothing = { dose: '', route: '', frequency: '', until: null, advice: '' };
  if (stage !== 'discharge') return { stage, line: { ...line }, action, reason, ...nothing };
  const lines = linesOf(
    stage,
    before.homeMedications.map((one) => ({ ...one, _id: one.homeMedicationId })),
    before.medications.map((one) => ({ ...one, _id: one.medicationId })),
    {
      admissionDate: before.admissionDate,
      transferDate: null,
      dischargeDate: before.status === 'discharged' ? before.dischargeDate : null,
    },
    today,
  );
  const found = lines.find((one) => lineId(one).id === line.id);
  const { dose, route, frequency } = (found && orderAfter(action, found)) ?? nothing;
  return {
    stage,
    line: { ...line },
    action,
    reason,
    ...nothing,
    dose,
    route,
    frequency,
    ...presentFields(said),
  };
}

/** @param prefix of the fields' names in the body */
function refuseImpossible(
  before: Admitted,
  { stage, today }: Command<ReconcileMedications>,
  { dose, route, frequency, until, advice }: Decision,
  wanted: ReconciledLine,
  prefix: string,
): void {
  const { action, line, reason } = wanted;
  if (action === 'new' && line.kind === 'home')
    throw invalidField(`${prefix}action`, refusal('home-medication-not-new'));
  if (reason === '' && needsReason(stage, action))
    throw invalidField(`${prefix}reason`, refusal('reconciliation-reason-required'));
  if (stage !== 'discharge' && (dose || route || frequency || until || advice))
    throw invalidField(`${prefix}dose`, refusal('taken-only-after-discharge'));
  const leaves = before.status === 'discharged' ? before.dischargeDate : today;
  if (wanted.until !== null && wanted.until < leaves)
    throw invalidField(`${prefix}until`, refusal('course-ends-before-discharge'));
}

function refuseWithoutName({ drug, drugLabel }: HomeMedication): void {
  if (drug === '' && drugLabel === '') throw invalidField('drugLabel', refusal('home-medication-without-name'));
}
