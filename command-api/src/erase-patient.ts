/**
 * The second step of DeletePatient: `PatientDeleted` lies in the patient's stream, and what is left of the person goes for good. The
 * key: nothing of them can be read in any copy of the log any more. Their images. The read models' rows go by themselves. The route takes
 * this step itself; what a crash cut off in between is finished by following the log.
 */
import type { KeyRing } from './accounts/patient-keys.ts';
import { finishLater, type Parts } from './finish-later.ts';
import type { ImageStore } from './images/store.ts';

export interface Remains {
  readonly keys: Pick<KeyRing, 'destroy'>;
  readonly images: Pick<ImageStore, 'removeOfPatient'>;
}

/** May be repeated. */
export async function erasePatient({ keys, images }: Remains, patientId: string): Promise<void> {
  await keys.destroy(patientId);
  await images.removeOfPatient(patientId);
}

/** Runs until `signal` aborts. */
export const eraseDeletedPatients = (parts: Parts & Remains, signal: AbortSignal): Promise<void> =>
  finishLater(
    parts,
    {
      follower: 'erase-deleted-patients',
      lock: 7_214_005,
      prefixes: ['patient-'],
      firstStep: 'PatientDeleted',
      finish: ({ stream }) => erasePatient(parts, stream.slice('patient-'.length)),
    },
    signal,
  );
