import { about } from './about.ts';

export const patients = {
  'GET /api/patients/:id': about('members of the team', 'A patient', 'Patient'),
  'GET /api/patients/team/:teamId': about(
    'members of the team',
    'Search by the four names and the birthdate, 20 a page',
    'PatientPage',
  ),
  'GET /api/patients/inpatients/:teamId': about(
    'members of the team',
    'Everybody with an open admission',
    'Inpatients',
  ),
  'GET /api/patients/team/:teamId/similar': about(
    'members of the team',
    'Patients whose names, birthdate or record number are near to these: a warning before registering',
    'SimilarPatients',
  ),
  'GET /api/patients/:id/merged': about(
    'members of the team',
    'The patients who were merged into this one, and until when each merge can be undone',
    'MergedPatients',
  ),
  'POST /api/patients/:id/merged': about(
    'clinical pharmacists of the team',
    'Merge another patient into this one: nothing is copied, and both are shown as this one',
    'Patient',
  ),
  'DELETE /api/patients/:id/merged/:mergedId': about(
    'clinical pharmacists of the team',
    'Undo a merge of the last 24 hours',
    'Patient',
  ),
  'POST /api/patients': about('clinical pharmacists of the team', 'Register a patient', 'Patient'),
  'PUT /api/patients/:id/edit': about(
    'clinical pharmacists of the team',
    "Correct a patient's names, birthdate or record number",
    'Patient',
  ),
  'DELETE /api/patients/:id': about(
    'clinical pharmacists of the team',
    'Delete a patient without admissions; images at an image service are listed, for the team to remove',
    'DeletedPatient',
  ),
};

export const erasures = {
  'GET /api/patients/:id/erasure': about(
    'members of the team and the admin account',
    'What an erasure of the patient ends and what stays, as counts, and the request if there is one; its version is ' +
      "the agreement's If-Match. The admin account gets no reason",
    'Erasure',
  ),
  'GET /api/teams/:id/erasures': about(
    'members of the team',
    'The open requests to erase patients of the team, the one that ends first at the top',
    'ErasureList',
  ),
  'GET /api/erasures': about(
    'the admin account',
    'The open requests to erase patients of all teams, without reasons',
    'ErasureList',
  ),
  'POST /api/patients/:id/erasure': about(
    "clinical pharmacists of the team and the team's admin",
    'Ask for the erasure of a patient; without an answer the request ends after a week',
    'ErasureAnswer',
  ),
  'DELETE /api/patients/:id/erasure': about('the author', 'Withdraw the request', 'ErasureAnswer'),
  'PUT /api/patients/:id/erasure/refuse': about(
    "the team's admin and the admin account",
    'Refuse the request',
    'ErasureAnswer',
  ),
  'PUT /api/patients/:id/erasure/agree': about(
    "the team's admin and the admin account",
    "Agree as the second person, after a look at what goes (If-Match, required): the patient's admissions and data " +
      'are erased and their key is destroyed; numbers stay',
    'ErasureAnswer',
  ),
};

export const admissions = {
  'GET /api/admissions/:patientId': about(
    'members of the team',
    'The admissions of a patient, newest first',
    'Admission[]',
  ),
  'GET /api/admissions/:id/details': about(
    'members of the team',
    'An admission with its patient and team',
    'AdmissionDetails',
  ),
  'GET /api/admissions/:id/news': about(
    'members of the team',
    'What others have changed in the chart since the caller last looked; that one has looked is said over the ' +
      'live connection (`seen`)',
    'ChartNews',
  ),
  'GET /api/admissions/changedBetween': about(
    'members of the team',
    'What makes the recurrent admissions as known at one instant others than as known at a later one, 20 a ' +
      'page, or 500 with `onPaper=1`',
    'ReportChanges',
  ),
  'GET /api/admissions/getRecurrentAdmissions': about(
    'members of the team',
    'Patients who were admitted twice or more',
    'RecurrentPatient[]',
  ),
  'POST /api/admissions': about('clinical pharmacists of the team', 'Admit a patient', 'Admission'),
  'PUT /api/admissions/:id/edit': about(
    'clinical pharmacists of the team',
    'Edit, discharge, or take a discharge back; a `gallery` needs `If-Match`, or it only adds',
    'Admission',
  ),
  'DELETE /api/admissions/:id': about(
    'clinical pharmacists of the team',
    'Delete an admission without reviews',
    'Admission',
  ),
  'POST /api/admissions/:id/gallery': about(
    'clinical pharmacists of the team',
    'Add a titled group of images',
    'GalleryChange',
  ),
  'DELETE /api/admissions/:id/gallery/:groupId': about(
    'clinical pharmacists of the team',
    'Remove a group of images',
    'GalleryChange',
  ),
  'POST /api/admissions/:id/moves': about(
    "those who may delete it, and the team's admin",
    'Move an entry, a review, a physician note or images to another chart; 409 if that chart could not take it',
    'Move',
  ),
  'POST /api/admissions/:id/images': about(
    'clinical pharmacists of the team',
    'Upload images for the gallery (JPEG, PNG, WebP); content that is none is 415',
    'UploadedImages',
    { files: 'image' },
  ),
  'GET /api/images/:id': about('members of the team', 'An image', 'image/*'),
  'GET /api/images/:id/thumbnail': about('members of the team', 'The same, small', 'image/*'),
  'POST /api/admissions/:id/chatAsked': about(
    'members of the team',
    'Record in the access log that reviews go to the chat assistant, before they do; 409 where the team has ' +
      'switched it off',
    'Message',
  ),
  'GET /api/admissions/:id/medications': about(
    'members of the team',
    'The medications of the stay, in their order',
    'AdmissionMedication[]',
  ),
  'POST /api/admissions/:id/medications': about(
    'clinical pharmacists of the team',
    'Add a medication',
    'AdmissionMedication',
  ),
  'PUT /api/admissions/:id/medications/sort': about(
    'clinical pharmacists of the team',
    'Put the medications into this order',
    'SortedMedications',
  ),
  'PUT /api/admissions/:id/medications/:medId': about(
    'clinical pharmacists of the team',
    'Change a medication',
    'AdmissionMedication',
  ),
  'POST /api/admissions/:id/medications/:medId/stop': about(
    'clinical pharmacists of the team',
    'Stop a medication, today unless another day is said',
    'AdmissionMedication',
  ),
  'POST /api/admissions/stopMedication': about(
    'the admin account',
    'Stop what is still taken in closed admissions',
    'StoppedMedications',
  ),
  'GET /api/admissions/stopMedication': about(
    'the admin account',
    'The same, as the specification calls it',
    'StoppedMedications',
  ),
  'DELETE /api/admissions/:id/medications/:medId': about(
    'clinical pharmacists of the team',
    'Delete a medication',
    'AdmissionMedication',
  ),
};

export const transfers = {
  'GET /api/transfers/:teamId/teams': about(
    'members of the team',
    'The other teams that receive transfers, by name',
    'ReceivingTeams',
  ),
  'GET /api/transfers/:teamId/incoming': about(
    'members of the team',
    'The patients who are offered to the team, with what is needed to answer',
    'IncomingTransfers',
  ),
  'GET /api/transfers/:teamId/transferred': about(
    'members of the team',
    'The stays in the team that ended by a transfer, newest first, 20 a page; the chart is read by ' +
      '`GET /api/history/admissions/{admission}?at={revision}`',
    'TransferredStays',
  ),
  'POST /api/admissions/:id/transfer': about(
    'clinical pharmacists of the team',
    'Offer an open admission to a team that receives transfers',
    'Admission',
  ),
  'PUT /api/admissions/:id/transfer/withdraw': about(
    'clinical pharmacists of the team',
    'Take the open offer back',
    'Admission',
  ),
  'PUT /api/admissions/:id/transfer/decline': about(
    'clinical pharmacists of the team',
    'Decline an offer',
    'TransferAnswer',
  ),
  'PUT /api/admissions/:id/transfer/accept': about(
    'clinical pharmacists of the team',
    'Accept an offer: patient and admission belong to the receiving team from here on, and `transferDate` (today unless ' +
      'another day is said) is the first day there',
    'TransferAnswer',
  ),
};

export const handover = {
  'GET /api/handover/:teamId': about(
    'members of the team',
    'Errors without a response, overdue follow-ups first, then the oldest, 20 a page: of open admissions unless ' +
      '`discharged=1`; `mine=1`, `overdue=1`, `severity` (that one or a graver) and `drug` (part of a trade name ' +
      'or substance) narrow it down',
    'PendingPage',
  ),
  'GET /api/ward/:teamId': about(
    'members of the team',
    'The ward board: everybody who lies in, whether they were reviewed today, and what waits for a response',
    'WardBoard',
  ),
  'GET /api/drug-use/:teamId': about(
    'members of the team',
    'Who is on a drug on the day `on` (today by default), and who had it in the month before, 20 of each a page: of one ' +
      'trade name (`drug`), one `substance`, or the drugs with one `tag`',
    'DrugUsePage',
  ),
  'GET /api/drug-use': about('the admin account', 'The same over all teams', 'DrugUsePage'),
};

export const notes = {
  'GET /api/physicNotes/listAdmNotes/:admissionId': about(
    'members of the team',
    "The physicians' notes of an admission, by date",
    'PhysicianNote[]',
  ),
  'POST /api/physicNotes/addphysicNote': about('physicians of the team', 'Add a note', 'PhysicianNote'),
  'PUT /api/physicNotes/updatePhysicNote/:noteId': about('the author', 'Change a note', 'PhysicianNote'),
  'DELETE /api/physicNotes/deletePhysicNote/:noteId': about('the author', 'Delete a note', 'PhysicianNote'),
};
