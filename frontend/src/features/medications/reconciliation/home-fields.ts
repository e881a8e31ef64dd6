/** The fields of the form of a medicine from home: strings only, as a flat form holds them. */
import type { CorrectHomeMedication } from 'language/contract/bodies/admissions';
import type { Body } from 'language/contract/calls/call';
import type { HomeMedication } from 'language/contract/reconciliation';
import { homeMedicationFields as described } from 'language/domain/admission/fields';
import { homeMedicationSources } from 'language/domain/values/codes';
import { groupsOf } from 'language/domain/values/record-fields';
import { textsOf } from '../../../editing/flat-fields.ts';
import { createVersionReader, type FieldGroups } from '../../../editing/merge.ts';

export type HomeTexts = Readonly<Record<keyof typeof described, string>>;
export const homeTexts = (medication: Partial<HomeMedication>): HomeTexts => textsOf(described, medication);
export const blankHome = homeTexts({ source: 'patient' });
export const homeGroups: FieldGroups<HomeTexts> = groupsOf(described);
export const readHome = createVersionReader<HomeMedication, HomeTexts>(['drugLabel', 'indication'], homeTexts);

/** The whole group of the drug is sent: without its drug, a label is the person's own. */
export function homeBody({ source, ...texts }: Partial<HomeTexts>): Body<typeof CorrectHomeMedication> {
  const known = homeMedicationSources.find((one) => one === source);
  return { ...texts, ...(known && { source: known }) };
}
/** The drafts of the medicines from home of an admission. */
export const homeDraft = (admission: string, part: string): string => `home/${admission}/${part}`;
