/**
 * Completes an entry as a person fills it in: the labels of its error type and drug come from the catalogue. Unknown
 * ids are refused.
 */
import { isNoError, NO_ERROR } from 'language/domain/values/codes';
import type { Entry } from 'language/domain/admission/events';
import { writtenEntryFields } from 'language/domain/admission/fields';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import type { Drug } from 'language/domain/drug/state';
import { pick } from 'language/domain/values/record-fields';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import type { NewEntry } from 'language/contract/bodies/reviews';
import type * as z from 'zod';
import type { FoldCache } from 'service-kit/aggregates/fold-cache';
import type { Dependencies } from '../dependencies.ts';
import { sanitise } from '../sanitise.ts';

type Filled = Omit<z.output<typeof NewEntry>, '_id' | 'followUpDate'>;
interface FollowUp<Said> {
  readonly followUpDate: Said;
}

/**
 * The follow-up date stays as it was sent, or absent.
 * @param field of the entry in the body, such as `drugErrs.0`, for the answer
 * @throws Rejection `invalid` for an unknown error type or drug
 */
export async function completeEntry<Said>(
  dependencies: Dependencies,
  entryId: string,
  filled: Filled & FollowUp<Said>,
  field: string,
): Promise<Omit<Entry, 'followUpDate'> & FollowUp<Said>> {
  const sent: Filled = filled;
  const { errType, errDrug, errNote } = sent;
  const [errTypeLabel, drug] = await Promise.all([
    errorTypeOf(dependencies, errType, `${field}.errType`),
    tradeLabelOf(dependencies, errDrug, `${field}.errDrug`),
  ]);
  const drugTags = filled.drugTags.length > 0 ? filled.drugTags : drug.tags.map((name) => ({ name }));
  return {
    ...pick(writtenEntryFields, sent),
    followUpDate: filled.followUpDate,
    entryId,
    errTypeLabel,
    errDrugLabel: drug.label,
    errNote: sanitise(errNote),
    drugTags,
  };
}

/** @param field of the body that names it. @returns its label @throws Rejection `invalid` for an unknown error type */
export async function errorTypeOf(dependencies: Dependencies, errType: string, field: string): Promise<string> {
  if (isNoError(errType)) {
    if (errType === NO_ERROR._id) return NO_ERROR.label;
    throw invalidField(field, refusal('unknown-error-type'));
  }
  const label = await found(
    dependencies.folds.catalogue,
    '',
    ({ errorTypes }) => errorTypes.find(({ errTypeId }) => errTypeId === errType)?.label,
  );
  if (label === undefined) throw invalidField(field, refusal('unknown-error-type'));
  return label;
}

/** @param field of the body that names it. @throws Rejection `invalid` for an unknown drug */
export async function tradeLabelOf(
  dependencies: Dependencies,
  errDrug: string,
  field: string,
): Promise<{ label: string; tags: string[] }> {
  const drug = await found(dependencies.folds.drug, drugOfTradeLabel(errDrug), (state) => withLabel(state, errDrug));
  if (drug === undefined) throw invalidField(field, refusal('unknown-drug'));
  return { label: drug.label, tags: await labelsOfTags(dependencies, drug.tags) };
}

/**
 * A withdrawn trade label remains what the patient was given: an entry may name it.
 */
export function withLabel(drug: Drug, errDrug: string): { label: string; tags: readonly string[] } | undefined {
  if (drug.status === 'none') return undefined;
  const tradeLabel = [...drug.tradeLabels, ...drug.withdrawn].find(({ _id }) => _id === errDrug);
  return tradeLabel && { label: tradeLabel.label, tags: drug.tags };
}

async function labelsOfTags(dependencies: Dependencies, tagIds: readonly string[]): Promise<string[]> {
  const labels = await Promise.all(
    tagIds.map((id) =>
      found(dependencies.folds.catalogue, '', ({ tags }) => tags.find(({ tagId }) => tagId === id)?.label),
    ),
  );
  return labels.filter((label) => label !== undefined);
}

/**
 * A cached state may miss what another process has just added: an id counts as unknown only after a new read.
 */
export const found = async <State, Found>(
  fold: Pick<FoldCache<State>, 'loadRecent' | 'loadAgain'>,
  id: string,
  find: (state: State) => Found | undefined,
): Promise<Found | undefined> => find(await fold.loadRecent(id)) ?? find(await fold.loadAgain(id));
