/** Completes what a person fills in of an entry: labels of its type and drug come from the catalogue, unknown ones are refused. */
import { isNoError, NO_ERROR } from '../domain/codes.ts';
import type { Entry } from '../domain/admission/events.ts';
import type { Catalogue } from '../domain/catalogue/state.ts';
import { drugOfTradeLabel } from '../domain/drug/events.ts';
import { invalidField } from '../domain/refusals.ts';
import type { NewEntry } from '../contract/bodies/reviews.ts';
import type * as z from 'zod';
import type { House } from './house.ts';
import { sanitise } from './sanitise.ts';

type Filled = Omit<z.output<typeof NewEntry>, '_id'>;

/**
 * @param field of the entry in the body, such as `drugErrs.0`, for the answer
 * @throws Rejection `invalid` for an unknown error type or drug
 */
export async function completeEntry(house: House, entryId: string, filled: Filled, field: string): Promise<Entry> {
  const { errType, errDrug, errNote, errRes, errSeverity } = filled;
  const [errTypeLabel, drug] = await Promise.all([errorTypeOf(house, errType, `${field}.errType`), tradeLabelOf(house, errDrug, `${field}.errDrug`)]);
  const drugTags = filled.drugTags.length > 0 ? filled.drugTags : drug.tags.map((name) => ({ name }));
  return { entryId, errType, errTypeLabel, errDrug, errDrugLabel: drug.label, errNote: sanitise(errNote), errRes, errSeverity, drugTags };
}

/** @param field of the body that names it. @returns its label @throws Rejection `invalid` for an unknown error type */
export async function errorTypeOf(house: House, errType: string, field: string): Promise<string> {
  if (isNoError(errType)) {
    if (errType === NO_ERROR._id) return NO_ERROR.label;
    throw invalidField(field, 'This error type is not known');
  }
  const find = (catalogue: Catalogue) => catalogue.errorTypes.find(({ errTypeId }) => errTypeId === errType)?.label;
  const label = find(await house.folds.catalogue.lately('')) ?? find((await house.folds.catalogue.now('')).state);
  if (label === undefined) throw invalidField(field, 'This error type is not known');
  return label;
}

/** @param field of the body that names it. @throws Rejection `invalid` for an unknown drug */
export async function tradeLabelOf(house: House, errDrug: string, field: string): Promise<{ label: string; tags: string[] }> {
  const drugId = drugOfTradeLabel(errDrug);
  const [lately, { tags }] = await Promise.all([house.folds.drug.lately(drugId), house.folds.catalogue.lately('')]);
  const drug = lately.status === 'none' ? (await house.folds.drug.now(drugId)).state : lately;
  // A withdrawn trade label is still what the patient was given: an entry that names it can be saved, and saved again.
  const label = drug.status === 'none' ? undefined : [...drug.tradeLabels, ...drug.withdrawn].find(({ _id }) => _id === errDrug)?.label;
  if (drug.status === 'none' || label === undefined) throw invalidField(field, 'This drug is not known');
  return { label, tags: drug.tags.flatMap((id) => tags.find(({ tagId }) => tagId === id)?.label ?? []) };
}
