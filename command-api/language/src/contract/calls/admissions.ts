/** The calls of admissions, their gallery and their medications. */
import type { ChatAsked } from '../bodies/accesses.ts';
import type {
  AddAdmissionMedication,
  AddGalleryGroup,
  AdmitPatient,
  CorrectHomeMedication,
  CorrectMeasurement,
  EditAdmission,
  ReconcileMedications,
  RecordHomeMedication,
  RecordMeasurements,
  RemoveMeasurement,
  HoldAdmissionMedication,
  ResumeAdmissionMedication,
  SortAdmissionMedications,
  StopAdmissionMedication,
  StopMedications,
  UpdateAdmissionMedication,
} from '../bodies/admissions.ts';
import type { DecideFinding } from '../bodies/findings.ts';
import type { MoveRecord } from '../bodies/moves.ts';
import type {
  Admission,
  AdmissionDetails,
  AdmissionMedication,
  Answer,
  GalleryChange,
  Move,
  SortedMedications,
  UploadedImages,
} from '../entities.ts';
import type { FindingDecisions, MadeDecision } from '../findings.ts';
import type { Measurement, Measurements, RecordedMeasurements } from '../measurements.ts';
import type { HomeMedication, Reconciliation } from '../reconciliation.ts';
import type { ChartNews } from '../news.ts';
import type { Message, StoppedMedications } from './answers.ts';
import { call, type Body, type FileOf } from './call.ts';

/** The admissions of a patient, newest first */
export const listAdmissions = call<'members of the team', Admission[]>()('GET', '/api/admissions/:patientId');
/** An admission with its patient and team */
export const getAdmission = call<'members of the team', AdmissionDetails>()('GET', '/api/admissions/:id/details');
/**
 * What others have changed in the chart since the caller last looked; that one has looked is said over the live
 * connection (`seen`)
 */
export const getChartNews = call<'members of the team', ChartNews>()('GET', '/api/admissions/:id/news');
/** Admit a patient */
export const admitPatient = call<'clinical pharmacists of the team', Answer<Admission>, Body<typeof AdmitPatient>>()(
  'POST',
  '/api/admissions',
);
/** Edit, discharge, or take a discharge back; a `gallery` needs `If-Match`, or it only adds */
export const editAdmission = call<'clinical pharmacists of the team', Answer<Admission>, Body<typeof EditAdmission>>()(
  'PUT',
  '/api/admissions/:id/edit',
);
/** Delete an admission without reviews */
export const deleteAdmission = call<'clinical pharmacists of the team', Answer<Admission>>()(
  'DELETE',
  '/api/admissions/:id',
);
/** Add a titled group of images */
export const addGalleryGroup = call<
  'clinical pharmacists of the team',
  Answer<GalleryChange>,
  Body<typeof AddGalleryGroup>
>()('POST', '/api/admissions/:id/gallery');
/** Remove a group of images */
export const removeGalleryGroup = call<'clinical pharmacists of the team', Answer<GalleryChange>>()(
  'DELETE',
  '/api/admissions/:id/gallery/:groupId',
);
/** Move an entry, a review, a physician note or images to another chart; 409 if that chart could not take it */
export const moveRecord = call<
  "those who may delete it, and the team's admin",
  Answer<Move>,
  Body<typeof MoveRecord>
>()('POST', '/api/admissions/:id/moves');
/** Upload images for the gallery (JPEG, PNG, WebP); content that is none is 415 */
export const uploadImages = call<'clinical pharmacists of the team', UploadedImages>()(
  'POST',
  '/api/admissions/:id/images',
  { files: 'image' },
);
/** An image */
export const getImage = call<'members of the team', FileOf<'image/*'>>()('GET', '/api/images/:id', { isFile: true });
/** The same, small */
export const getThumbnail = call<'members of the team', FileOf<'image/*'>>()('GET', '/api/images/:id/thumbnail', {
  isFile: true,
});
/**
 * Record in the access log that reviews go to the chat assistant, before they do; 409 where the team has switched it
 * off
 */
export const recordChatAsked = call<'members of the team', Message, Body<typeof ChatAsked>>()(
  'POST',
  '/api/admissions/:id/chatAsked',
);
/** The medications of the stay, in their order */
export const listMedications = call<'members of the team', AdmissionMedication[]>()(
  'GET',
  '/api/admissions/:id/medications',
);
/** Add a medication */
export const addMedication = call<
  'clinical pharmacists of the team',
  Answer<AdmissionMedication>,
  Body<typeof AddAdmissionMedication>
>()('POST', '/api/admissions/:id/medications');
/** Put the medications into this order */
export const sortMedications = call<
  'clinical pharmacists of the team',
  Answer<SortedMedications>,
  Body<typeof SortAdmissionMedications>
>()('PUT', '/api/admissions/:id/medications/sort');
/** Change a medication */
export const updateMedication = call<
  'clinical pharmacists of the team',
  Answer<AdmissionMedication>,
  Body<typeof UpdateAdmissionMedication>
>()('PUT', '/api/admissions/:id/medications/:medId');
/** Stop a medication, today unless another day is said */
export const stopMedication = call<
  'clinical pharmacists of the team',
  Answer<AdmissionMedication>,
  Body<typeof StopAdmissionMedication>
>()('POST', '/api/admissions/:id/medications/:medId/stop');
/** Hold a medication for some days, from today unless another day is said */
export const holdMedication = call<
  'clinical pharmacists of the team',
  Answer<AdmissionMedication>,
  Body<typeof HoldAdmissionMedication>
>()('POST', '/api/admissions/:id/medications/:medId/hold');
/** Give a held medication again, from today unless another day is said */
export const resumeMedication = call<
  'clinical pharmacists of the team',
  Answer<AdmissionMedication>,
  Body<typeof ResumeAdmissionMedication>
>()('POST', '/api/admissions/:id/medications/:medId/resume');
/** Stop what is still taken in closed admissions */
export const stopOpenMedications = call<'the admin account', StoppedMedications, Body<typeof StopMedications>>()(
  'POST',
  '/api/admissions/stopMedication',
);
/** The same, as the specification calls it */
export const stopOpenMedicationsByGet = call<'the admin account', StoppedMedications, Body<typeof StopMedications>>()(
  'GET',
  '/api/admissions/stopMedication',
);
/** Delete a medication */
export const deleteMedication = call<'clinical pharmacists of the team', Answer<AdmissionMedication>>()(
  'DELETE',
  '/api/admissions/:id/medications/:medId',
);
/**
 * The measured values of the stay and of the patient's earlier stays, ascending; at most the 2,000 newest, and `leftOut`
 * counts the others
 */
export const listMeasurements = call<'members of the team', Measurements>()('GET', '/api/admissions/:id/measurements');
/** Record measured values: one line of entry, or one panel of a laboratory */
export const recordMeasurements = call<
  'clinical pharmacists and physicians of the team',
  Answer<RecordedMeasurements>,
  Body<typeof RecordMeasurements>
>()('POST', '/api/admissions/:id/measurements');
/** Correct a measured value */
export const correctMeasurement = call<
  'clinical pharmacists and physicians of the team',
  Answer<Measurement>,
  Body<typeof CorrectMeasurement>
>()('PUT', '/api/admissions/:id/measurements/:measurementId');
/** Remove a measured value, with a reason */
export const removeMeasurement = call<
  'clinical pharmacists and physicians of the team',
  Answer<Measurement>,
  Body<typeof RemoveMeasurement>
>()('DELETE', '/api/admissions/:id/measurements/:measurementId');
/** The last decision on each finding of the stay */
export const listFindingDecisions = call<'members of the team', FindingDecisions>()(
  'GET',
  '/api/admissions/:id/findings',
);
/** Defer a finding until a day, or dismiss it with a reason */
export const decideFinding = call<'clinical pharmacists of the team', MadeDecision, Body<typeof DecideFinding>>()(
  'POST',
  '/api/admissions/:id/findings',
);
/** The medicines that the patient took at home, and the decisions about medicines at admission, transfer and discharge */
export const getReconciliation = call<'members of the team', Reconciliation>()(
  'GET',
  '/api/admissions/:id/reconciliation',
);
/** Record a medicine that the patient takes at home */
export const recordHomeMedication = call<
  'clinical pharmacists of the team',
  Answer<HomeMedication>,
  Body<typeof RecordHomeMedication>
>()('POST', '/api/admissions/:id/homeMedications');
/** Correct a medicine from home */
export const correctHomeMedication = call<
  'clinical pharmacists of the team',
  Answer<HomeMedication>,
  Body<typeof CorrectHomeMedication>
>()('PUT', '/api/admissions/:id/homeMedications/:homeId');
/** Remove a medicine from home, with the decisions about it */
export const removeHomeMedication = call<'clinical pharmacists of the team', Answer<HomeMedication>>()(
  'DELETE',
  '/api/admissions/:id/homeMedications/:homeId',
);
/** Decide about medicines at a stage of the stay: continued, changed, held, stopped or new */
export const reconcileMedications = call<
  'clinical pharmacists of the team',
  Answer<Reconciliation>,
  Body<typeof ReconcileMedications>
>()('PUT', '/api/admissions/:id/reconciliation');
/** Record that the discharge medication list was printed, for the patient or for the next doctor */
export const recordDischargeListPrinted = call<'members of the team', Message>()(
  'POST',
  '/api/admissions/:id/dischargeListPrinted',
);
