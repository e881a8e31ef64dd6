/**
 * Puts the names of today into answers: the log has those of writing (docs/decisions/read-side/names-by-id.md). Names are
 * at most half a minute old, as those of people.
 */
import type { AdmissionMedication, DrugErr, Review, SortedMedications } from 'language/contract/entities';
import type { HomeMedication, Reconciliation } from 'language/contract/reconciliation';
import { nameOfTag } from 'language/domain/catalogue/tag-names';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import type { Dependencies } from '../dependencies.ts';
import { withLabel } from './entry-labels.ts';

/** The current names of these trade labels, by id. An unknown one is left out. @throws LogUnavailable */
async function tradeNames({ folds }: Dependencies, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const label = withLabel(await folds.drug.loadRecent(drugOfTradeLabel(id)), id)?.label;
      return label === undefined ? [] : [[id, label] as const];
    }),
  );
  return new Map(found.flat());
}

export async function entriesWithNames(dependencies: Dependencies, entries: readonly DrugErr[]): Promise<DrugErr[]> {
  const [catalogue, trades] = await Promise.all([
    dependencies.folds.catalogue.loadRecent(''),
    tradeNames(
      dependencies,
      entries.map(({ errDrug }) => errDrug),
    ),
  ]);
  const types = new Map(catalogue.errorTypes.map(({ errTypeId, label }) => [errTypeId, label]));
  return entries.map((entry) => ({
    ...entry,
    errTypeLabel: types.get(entry.errType) ?? entry.errTypeLabel,
    errDrugLabel: trades.get(entry.errDrug) ?? entry.errDrugLabel,
    drugTags: entry.drugTags.map(({ name }) => ({ name: nameOfTag(catalogue, name) })),
  }));
}

export const reviewWithNames = async (dependencies: Dependencies, review: Review): Promise<Review> => ({
  ...review,
  drugErrs: await entriesWithNames(dependencies, review.drugErrs),
});

async function withTradeNames<Named extends { readonly drug: string; readonly drugLabel: string }>(
  dependencies: Dependencies,
  medications: readonly Named[],
): Promise<Named[]> {
  const trades = await tradeNames(
    dependencies,
    medications.map(({ drug }) => drug).filter((drug) => drug !== ''),
  );
  return medications.map((medication) => ({
    ...medication,
    drugLabel: trades.get(medication.drug) ?? medication.drugLabel,
  }));
}

export const medicationsWithNames = withTradeNames<AdmissionMedication>;
export const homeMedicationsWithNames = withTradeNames<HomeMedication>;

export const reconciliationWithNames = async (
  dependencies: Dependencies,
  reconciliation: Reconciliation,
): Promise<Reconciliation> => ({
  ...reconciliation,
  homeMedications: await homeMedicationsWithNames(dependencies, reconciliation.homeMedications),
});

export const listWithNames = async (
  dependencies: Dependencies,
  list: SortedMedications,
): Promise<SortedMedications> => ({
  ...list,
  medications: await medicationsWithNames(dependencies, list.medications),
});
