/**
 * The second step of DeletePatient, after `PatientDeleted`: destroys the patient's key, so that no copy of the log can
 * be read, and removes their images. The projections remove the rows. The route takes this step itself; the process
 * manager finishes it after a crash.
 */
import type { KeyRing } from 'service-kit/security/patient-keys';
import { runProcessManager, type LogFollowerParts } from './process-manager.ts';
import type { ImageStore } from '../../images/store.ts';

export interface PatientData {
  readonly keys: Pick<KeyRing, 'destroy'>;
  readonly images: Pick<ImageStore, 'removeOfPatient'>;
}

export interface Erased {
  /**
   * Addresses at an image service. Removing there needs the account's secret, which this installation does not have.
   */
  readonly imagesElsewhere: readonly string[];
}

/** May be repeated; only the first call returns the addresses. */
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
