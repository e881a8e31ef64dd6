import { useQuery } from '@tanstack/react-query';
import type { ErrorType } from 'language/contract/entities';
import type { ApiError } from '../../platform/http/api.ts';
import { drugsQuery, errorTypesQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { memoizeByObject, type Choice } from '../../platform/text/search.ts';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { perLanguage } from '../../platform/language/format.ts';
import type { EntryDraft } from './entry-draft.ts';

/** The catalogue as the two comboboxes of the entry form search it. */
export interface Catalogue {
  drugs: Choice[] | undefined;
  types: Choice[] | undefined;
  /** A chosen drug brings its tags. */
  drugPatch: (choice: Choice) => Partial<EntryDraft>;
  typePatch: (choice: Choice) => Partial<EntryDraft>;
  error: ApiError | null;
  retry: () => void;
}
/** The label is stored in the entry. Beside it is its name in the language of the page, which is searched as well. */
const typeChoices = perLanguage(() =>
  memoizeByObject((types: readonly ErrorType[]): Choice[] =>
    types.map(({ _id, label }) => ({ id: _id, label, detail: errorTypeLabel(_id, label) })),
  ),
);

export function useCatalogue(): Catalogue {
  const drugs = useQuery(drugsQuery());
  const types = useQuery(errorTypesQuery());
  const drugRows = drugs.data;
  const typeRows = types.data;
  return {
    drugs: drugRows && tradeLabelChoices(drugRows),
    types: typeRows && typeChoices()(typeRows),
    drugPatch: ({ id, label }) => ({
      errDrug: id,
      errDrugLabel: label,
      drugTags: drugRows?.find(({ _id }) => _id === id)?.drugTags ?? [],
    }),
    typePatch: ({ id, label }) => ({ errType: id, errTypeLabel: label }),
    error: drugs.error ?? types.error,
    retry: () => void Promise.all([drugs.refetch(), types.refetch()]),
  };
}
