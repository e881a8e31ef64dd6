/**
 * AgreeToErasure writes to several streams (docs/decisions/write-side/erasure-by-two.md): `PatientErasureAgreed` on the
 * patient's, which decides, then `AdmissionErased` on each admission's, then `PatientDeleted` on the patient's. Each
 * step may be repeated. The route and `complete-erasures.ts` both take these steps.
 */
import { type AdmissionEvent, admissionEvents, admissionStream } from '../domain/admission/events.ts';
import { eraseAdmission } from '../domain/admission/decide-erasure.ts';
import { erasedFiguresOf, type MadeFigures } from '../domain/admission/erased-figures.ts';
import { type Actor, type Recorded, Rejection } from '../domain/command.ts';
import { knownEvent } from '../domain/event-schema.ts';
import { type AgreeToErasure, finishErasure } from '../domain/patient/decide-erasure.ts';
import { patientIdsOf } from '../domain/patient/merged-patients.ts';
import type { EventLog } from 'service-kit/event-log/port';
import { derivedId } from './derived-id.ts';
import type { CommandParts } from './intent.ts';

export const AGREE_TO_ERASURE = 'AgreeToErasure';

/** A chart in use may get a review between the reading of its stream and the append; each attempt is a few milliseconds. */
const MAX_ATTEMPTS = 20;

export interface ErasureParts extends CommandParts {
  readonly log: Pick<EventLog, 'readStream'>;
}

/** All that an erasure ends. */
export interface ErasureScope {
  /** The patient first, then those who were merged into the patient. Each has a key. */
  readonly patientIds: readonly string[];
  /** `patientId`: the patient whose key encrypts the admission. */
  readonly admissions: readonly { readonly admissionId: string; readonly patientId: string }[];
}

/** The one place that says what belongs to the erasure of a patient, with merged patients. */
export async function erasureScopeOf({ folds }: Pick<CommandParts, 'folds'>, patientId: string): Promise<ErasureScope> {
  const load = async (id: string) => (await folds.patient.load(id)).state;
  const patientIds = await patientIdsOf(load, patientId);
  const admissions: { admissionId: string; patientId: string }[] = [];
  for (const id of patientIds) {
    const patient = await load(id);
    if (patient.status === 'registered')
      admissions.push(...patient.admissions.map(({ admissionId }) => ({ admissionId, patientId: id })));
  }
  return { patientIds, admissions };
}

/** The number of events of each stream that goes beside the patient's own, for the decision. */
export async function eventsOfErasure(
  { folds }: Pick<CommandParts, 'folds'>,
  { patientIds: [, ...merged], admissions }: ErasureScope,
): Promise<AgreeToErasure['eventsOf']> {
  const numberOf = ({ revision = -1n }: { readonly revision: bigint | undefined }): bigint => revision + 1n;
  return new Map(
    await Promise.all([
      ...merged.map(async (id) => [id, numberOf(await folds.patient.load(id))] as const),
      ...admissions.map(async ({ admissionId: id }) => [id, numberOf(await folds.admission.load(id))] as const),
    ]),
  );
}

/**
 * The steps after `PatientErasureAgreed`. The caller then destroys the keys of the returned patients.
 * @param intent.commandId the first step's
 * @param intent.at when it was agreed, if that is not now
 */
export async function eraseStreams(
  parts: ErasureParts,
  intent: { commandId: string; patientId: string; teamId: string; at?: Date; readonly actor: Actor },
): Promise<ErasureScope> {
  const { commandId, patientId, actor, at } = intent;
  const scope = await erasureScopeOf(parts, patientId);
  for (const admission of scope.admissions) await eraseOne(parts, { ...intent, ...admission });
  // The patient last: the stream names the merged ones, also after a crash.
  for (const id of scope.patientIds.toReversed())
    await parts.handle({
      name: AGREE_TO_ERASURE,
      commandId: derivedId(commandId, `end:${id}`),
      fold: parts.folds.patient,
      id,
      payload: { patientIds: scope.patientIds },
      ...(at ? { at } : {}),
      actor: () => actor,
      decide: finishErasure,
    });
  return scope;
}

/** @throws Error if the admission is written to faster than it can be erased */
async function eraseOne(
  parts: ErasureParts,
  intent: Parameters<typeof eraseStreams>[1] & { readonly admissionId: string },
): Promise<void> {
  const { commandId, patientId, teamId, admissionId, actor, at } = intent;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const figures = await figuresOf(parts.log, admissionId);
    try {
      await parts.handle({
        name: AGREE_TO_ERASURE,
        commandId: derivedId(commandId, `erase:${admissionId}`),
        fold: parts.folds.admission,
        id: admissionId,
        payload: { patientId, teamId, figures },
        ...(at ? { at } : {}),
        actor: () => actor,
        decide: eraseAdmission,
      });
      return;
    } catch (error) {
      if (!(error instanceof Rejection && error.refusal.reason === 'erasure-changed-since')) throw error;
    }
  }
  throw new Error('An admission is written to while it is erased');
}

async function figuresOf(log: ErasureParts['log'], admissionId: string): Promise<MadeFigures> {
  const events: Recorded<AdmissionEvent>[] = [];
  for await (const stored of log.readStream(admissionStream(admissionId))) {
    const event = stored.unreadable ? undefined : knownEvent(admissionEvents, stored);
    if (event) events.push(event);
  }
  return erasedFiguresOf(events);
}
