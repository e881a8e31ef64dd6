/**
 * The second step of DeletePatient, after `PatientDeleted`: destroys the patient's key, so that no copy of the log can
 * be read, and removes their images. The projections remove the rows. The route and `second-steps.ts` both take it.
 */
import type { KeyRing } from 'service-kit/security/patient-keys';
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
