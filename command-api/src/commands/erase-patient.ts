/**
 * AgreeToErasure writes to several streams (docs/decisions/write-side/erasure-by-two.md): `PatientErasureAgreed` on the
 * patient's, which decides, then `AdmissionErased` on each admission's, then `PatientDeleted` on the patient's; or
 * `PatientErasedFromTeam`, then `AdmissionErased` on the team's admissions. Each step may be repeated. The route and
 * `second-steps.ts` both take these steps.
 */
import { type AdmissionEvent, admissionEvents, admissionStream } from 'language/domain/admission/events';
import { eraseAdmission } from 'language/domain/admission/decide-erasure';
import { erasedFiguresOf, type MadeFigures } from 'language/domain/admission/erased-figures';
import { type Actor, type Recorded, Rejection } from 'language/domain/command';
import { knownEvent } from 'language/domain/event-schema';
import { finishErasure } from 'language/domain/patient/decide-erasure';
import type { Patient } from 'language/domain/patient/state';
import type { EventLog } from 'service-kit/event-log/port';
import type { ImageStore } from '../images/store.ts';
import { derivedId } from './derived-id.ts';
import type { CommandParts } from './intent.ts';
import { personOf } from './person.ts';

export const AGREE_TO_ERASURE = 'AgreeToErasure';

/** A chart in use may get a review between the reading of its stream and the append; each attempt is a few milliseconds. */
const MAX_ATTEMPTS = 20;

export interface ErasureParts extends CommandParts {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly images: Pick<ImageStore, 'removeOfAdmissions'>;
}

export interface ErasedStreams {
  /** The patients whose keys are to be destroyed: none where other teams have admissions of the person. */
  readonly patientIds: readonly string[];
  /** Addresses at an image service, where the images of the erased admissions stay. Only the first call returns them. */
  readonly imagesElsewhere: readonly string[];
}

interface Agreement {
  /** The first step's. */
  readonly commandId: string;
  readonly patientId: string;
  /** When it was agreed, if that is not now. */
  readonly at?: Date;
  readonly actor: Actor;
}

/** The steps after the agreement. The caller then destroys the keys of the returned patients, and removes their images. */
export async function eraseStreams(parts: ErasureParts, agreement: Agreement): Promise<ErasedStreams> {
  const { commandId, patientId } = agreement;
  const { state: patient } = await parts.folds.patient.load(patientId);
  const part =
    patient.status === 'registered' ? patient.erasedParts.find((one) => one.commandId === commandId) : undefined;
  return part ? erasePart(parts, { ...agreement, ...part }) : eraseWhole(parts, agreement, patient);
}

async function erasePart(
  parts: ErasureParts,
  { admissionIds, ...agreement }: Agreement & { readonly teamId: string; readonly admissionIds: readonly string[] },
): Promise<ErasedStreams> {
  for (const admissionId of admissionIds) {
    const { state } = await parts.folds.admission.load(admissionId);
    const patientId = state.status === 'none' ? agreement.patientId : state.patientId;
    await eraseOne(parts, agreement, { patientId, teamId: agreement.teamId, admissionId });
  }
  return { patientIds: [], imagesElsewhere: await parts.images.removeOfAdmissions(admissionIds) };
}

async function eraseWhole(parts: ErasureParts, agreement: Agreement, patient: Patient): Promise<ErasedStreams> {
  const { commandId, at, actor } = agreement;
  if (patient.status !== 'registered') return { patientIds: [agreement.patientId], imagesElsewhere: [] };
  const { teamId } = patient;
  const { patientIds, stays } = await personOf(parts, agreement.patientId);
  for (const { patientId, admissionId } of stays) await eraseOne(parts, agreement, { patientId, teamId, admissionId });
  // The patient last: the stream names the merged ones, also after a crash.
  for (const id of patientIds.toReversed())
    await parts.handle({
      name: AGREE_TO_ERASURE,
      commandId: derivedId(commandId, `end:${id}`),
      fold: parts.folds.patient,
      id,
      payload: { patientIds, ...(id === agreement.patientId ? {} : { personId: agreement.patientId }) },
      ...(at ? { at } : {}),
      actor: () => actor,
      decide: finishErasure,
    });
  return { patientIds, imagesElsewhere: [] };
}

/** @throws Error if the admission is written to faster than it can be erased */
async function eraseOne(
  parts: ErasureParts,
  { commandId, patientId: personId, actor, at }: Agreement,
  {
    patientId,
    teamId,
    admissionId,
  }: { readonly patientId: string; readonly teamId: string; readonly admissionId: string },
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const figures = await figuresOf(parts.log, admissionId);
    try {
      await parts.handle({
        name: AGREE_TO_ERASURE,
        commandId: derivedId(commandId, `erase:${admissionId}`),
        fold: parts.folds.admission,
        id: admissionId,
        payload: { patientId, personId, teamId, figures },
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
