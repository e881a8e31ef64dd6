/**
 * The error types of the sample catalogue. A type's name is data and stored as it was written, so a name of the sample
 * catalogue is stored in English and shown in the language of the page. Another name is shown as it is stored.
 */
import { translate, type MessageId } from '../platform/language/language.ts';

const sampleTypes: Readonly<Record<string, MessageId>> = {
  'Follow-up laboratory only': 'errorType.followUpLaboratoryOnly',
  'No valid indication': 'errorType.noValidIndication',
  'Therapeutic duplication': 'errorType.therapeuticDuplication',
  'Untreated indication': 'errorType.untreatedIndication',
  'Missing prophylaxis (such as VTE, stress ulcer)': 'errorType.missingProphylaxis',
  'Abrupt withdrawal': 'errorType.abruptWithdrawal',
  'Add-on therapy needed': 'errorType.addOnTherapyNeeded',
  'Home medicine not resumed (reconciliation)': 'errorType.homeMedicineNotResumed',
  Allergy: 'errorType.allergy',
  Contraindication: 'errorType.contraindication',
  'Not first choice per guideline': 'errorType.notFirstChoicePerGuideline',
  'Culture or sensitivity mismatch': 'errorType.cultureOrSensitivityMismatch',
  'De-escalation due': 'errorType.deEscalationDue',
  'Inappropriate dosage form': 'errorType.inappropriateDosageForm',
  'IV-to-oral switch': 'errorType.ivToOralSwitch',
  'Non-formulary or unavailable': 'errorType.nonFormularyOrUnavailable',
  'Less costly equivalent available': 'errorType.lessCostlyEquivalentAvailable',
  Overdose: 'errorType.overdose',
  'Sub-therapeutic dose': 'errorType.subTherapeuticDose',
  'Renal dose adjustment': 'errorType.renalDoseAdjustment',
  'Hepatic dose adjustment': 'errorType.hepaticDoseAdjustment',
  'Weight or age dose (pediatric, neonatal)': 'errorType.weightOrAgeDose',
  'Loading dose missing': 'errorType.loadingDoseMissing',
  'Wrong frequency or interval': 'errorType.wrongFrequencyOrInterval',
  'Duration too long': 'errorType.durationTooLong',
  'Duration too short': 'errorType.durationTooShort',
  'Maximum dose not stated': 'errorType.maximumDoseNotStated',
  'Drug-drug interaction': 'errorType.drugDrugInteraction',
  'Drug-food or enteral feed interaction': 'errorType.drugFoodOrEnteralFeedInteraction',
  'Drug-disease or drug-laboratory interaction': 'errorType.drugDiseaseOrDrugLaboratoryInteraction',
  'Wrong diluent or volume': 'errorType.wrongDiluentOrVolume',
  'Infusion rate': 'errorType.infusionRate',
  'Y-site or physical incompatibility': 'errorType.ySiteOrPhysicalIncompatibility',
  'Wrong route': 'errorType.wrongRoute',
  'Wrong administration time': 'errorType.wrongAdministrationTime',
  'Crushing or NG-tube problem': 'errorType.crushingOrNgTubeProblem',
  'Stability or storage': 'errorType.stabilityOrStorage',
  'Dose omitted': 'errorType.doseOmitted',
  'Given after stop order': 'errorType.givenAfterStopOrder',
  'TDM due or out of range': 'errorType.tdmDueOrOutOfRange',
  'Laboratory monitoring needed': 'errorType.laboratoryMonitoringNeeded',
  'Adverse drug reaction': 'errorType.adverseDrugReaction',
  'Incomplete, illegible or unsafe order': 'errorType.incompleteIllegibleOrUnsafeOrder',
  'Wrong patient, drug or strength': 'errorType.wrongPatientDrugOrStrength',
};

/** Called while rendering. @param stored the name as the catalogue or an entry has it */
export function errorTypeName(stored: string): string {
  const id = Object.hasOwn(sampleTypes, stored) ? sampleTypes[stored] : undefined;
  return id === undefined ? stored : translate(id);
}
