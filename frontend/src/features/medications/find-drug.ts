/** Finds the drug that a typed order names, by trade name or substance, in English letters or Arabic ones. */
import type { TradeLabelRow } from 'language/contract/entities';
import type { FindDrug, NamedDrug } from 'language/domain/orders/parse-order';
import { foldDrug, soundOf } from 'language/domain/values/folding';
import { memoizeByObject } from '../../platform/text/search.ts';

export interface FoundDrug extends NamedDrug {
  /** The trade labels that the words can mean, all of one root. */
  readonly labels: readonly TradeLabelRow[];
  /** Found by the sound of Arabic letters, which names of other drugs may share: a person looks at it first. */
  readonly isBySound: boolean;
}

const soundOfName = (name: string): string => name.split(' ').map(soundOf).join(' ');
/** `Zyloric` of `Zyloric 300 mg`. */
const brandOf = (label: string): string => foldDrug(label).replace(/ ?\d.*$/, '');

export const drugFinder = memoizeByObject((rows: readonly TradeLabelRow[]): FindDrug<FoundDrug> => {
  const byName = new Map<string, TradeLabelRow[]>();
  const add = (name: string, row: TradeLabelRow): void => {
    if (name === '') return;
    const named = byName.get(name) ?? [];
    if (!named.includes(row)) byName.set(name, [...named, row]);
  };
  for (const row of rows)
    for (const name of new Set([foldDrug(row.label), brandOf(row.label), foldDrug(row.drugLabel)])) {
      add(name, row);
      add(`~${soundOfName(name)}`, row);
    }
  return (words) => {
    const name = foldDrug(words);
    const written = byName.get(name);
    const isBySound = written === undefined && /\p{Script=Arabic}/u.test(name);
    const labels = isBySound ? byName.get(`~${soundOfName(name)}`) : written;
    const [first] = labels ?? [];
    const isOneDrug = labels?.every(({ drug }) => drug === first?.drug);
    return labels && first && isOneDrug ? { rootId: first.drug, labels, isBySound } : undefined;
  };
});
