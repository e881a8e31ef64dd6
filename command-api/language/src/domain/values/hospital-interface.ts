/**
 * The actor of what the hospital's other systems report (docs/interfaces.md). It has no account and no session, and may do
 * these commands alone, in the teams that the mapping names.
 */
export const hospitalCommands = {
  RegisterPatient: 'Register a patient',
  CorrectPatient: 'Correct a patient',
  MergePatients: 'Merge two patients',
  AdmitPatient: 'Admit a patient',
  EditAdmission: 'Change room, bed and consultant, discharge, cancel a discharge',
  DeleteAdmission: 'Cancel an admission without records of people',
  OfferTransfer: 'Offer a patient to another mapped team',
  WithdrawTransfer: 'Withdraw an offer that the hospital has overtaken',
  AcceptTransfer: 'Accept a patient in another mapped team',
  RecordMeasurements: 'Record results of the laboratory',
  CorrectMeasurement: 'Correct a result',
  RemoveMeasurement: 'Take back a result',
} as const;
export type HospitalCommand = keyof typeof hospitalCommands;

export const isHospitalCommand = (name: string): name is HospitalCommand => Object.hasOwn(hospitalCommands, name);
