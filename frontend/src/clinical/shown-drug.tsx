/** The drug whose page is shown beside the open chart (docs/product.md, "The drug's page"). */
import { useContext } from 'react';
import { createStore } from 'zustand';
import { ClinicalName } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { paths } from '../platform/paths.ts';
import { ChartContext } from './patient-drugs.ts';

interface ShownDrug {
  /** The id of a trade label. */
  readonly drug: string;
  /** The element that gets the focus back. */
  readonly from: HTMLElement | undefined;
}
export const shownDrug = createStore<ShownDrug | undefined>(() => undefined);

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
export const showDrug = (drug: string): void => shownDrug.setState({ drug, from: focused() }, true);
export function hideDrug(): void {
  const from = shownDrug.getState()?.from;
  shownDrug.setState(undefined, true);
  if (from?.isConnected) from.focus();
}

/** The drug of the form or the row that has the focus, else of the open form. Each names its drug as `data-drug`. */
export function toggleFocusedDrug(): void {
  const at = focused()?.closest<HTMLElement>('[data-drug]') ?? document.querySelector<HTMLElement>('form[data-drug]');
  const drug = at?.dataset['drug'] ?? '';
  const shown = shownDrug.getState()?.drug;
  if (shown !== undefined && (drug === '' || drug === shown || focused()?.closest('[data-drug-panel]'))) hideDrug();
  else if (drug !== '') showDrug(drug);
}

/** The name of a drug in a chart: a press shows its page beside the chart. In another tab it is a page of its own. */
export function DrugName({ id, label }: { id: string; label: string }) {
  const t = useTranslation();
  const name = (
    <strong>
      <ClinicalName>{label}</ClinicalName>
    </strong>
  );
  return useContext(ChartContext) && id !== '' ? (
    <a
      className="drug-name"
      href={paths.drug.href(id)}
      title={t('drug.page.open')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        showDrug(id);
      }}
    >
      {name}
    </a>
  ) : (
    name
  );
}
