/**
 * The second step of DeletePatient: `PatientDeleted` lies in the patient's stream, and what is left of the person goes
 * for good. The key: nothing of them can be read in any copy of the log any more. Their images. The read models' rows
 * go by themselves. The route takes this step itself; what a crash cut off in between is finished by following the log.
 */
import type { KeyRing } from 'service-kit/security/patient-keys';
import { runProcessManager, type LogFollowerParts } from './process-manager.ts';
import type { ImageStore } from '../../images/store.ts';

export interface PatientData {
  readonly keys: Pick<KeyRing, 'destroy'>;
  readonly images: Pick<ImageStore, 'removeOfPatient'>;
}

/** What this installation cannot remove. */
export interface Erased {
  /**
   * Addresses at image services: nothing can be removed there without the account's secret, which is not ours to have.
   */
  readonly imagesElsewhere: readonly string[];
}

/** May be repeated; only the first knows what is left. */
export async function erasePatient({ keys, images }: PatientData, patientId: string): Promise<Erased> {
  await keys.destroy(patientId);
  return { imagesElsewhere: await images.removeOfPatient(patientId) };
}

export const ERASE_DELETED_PATIENTS = 'erase-deleted-patients';

/** Runs until `signal` aborts. */
export const eraseDeletedPatients = (parts: LogFollowerParts & PatientData, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: ERASE_DELETED_PATIENTS,
      prefixes: ['patient-'],
      firstStep: 'PatientDeleted',
      async finish({ stream }) {
        const { imagesElsewhere } = await erasePatient(parts, stream.slice('patient-'.length));
        if (imagesElsewhere.length > 0)
          parts.logger.warn(
            { stream, images: imagesElsewhere.length },
            "images of a deleted patient stay at their team's image service",
          );
      },
    },
    signal,
  );
