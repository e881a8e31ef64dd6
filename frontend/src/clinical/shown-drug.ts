import { createStore } from 'zustand';

/** The trade label of the drug whose page is shown beside the open chart (docs/product.md, "The drug's page"). */
export const shownDrug = createStore<string | undefined>(() => undefined);
export const showDrug = (drug: string | undefined): void => shownDrug.setState(drug, true);
