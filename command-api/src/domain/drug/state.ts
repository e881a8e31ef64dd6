/** What is true of a drug: its root name, trade labels and error templates. The fold of `drug-<id>`. */
import type * as z from 'zod';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { Compatibility, DrugEvent, ErrorTemplate, TradeLabel } from './events.ts';

/** What the drug form holds. */
export interface DrugContent {
  readonly label: string;
  /** In the order of the form. */
  readonly tradeLabels: readonly z.infer<typeof TradeLabel>[];
  readonly errTemps: readonly z.infer<typeof ErrorTemplate>[];
  /** Tag ids. */
  readonly tags: readonly string[];
  readonly tips: string;
  readonly compatibility: readonly z.infer<typeof Compatibility>[];
}
export interface AddedDrug extends DrugContent {
  readonly status: 'added';
  /**
   * Trade labels that the form does not hold any more, with their last names: entries still name them, and their ids
   * are never given again.
   */
  readonly withdrawn: readonly z.infer<typeof TradeLabel>[];
  readonly touch: Touch;
}
export type Drug = { readonly status: 'none' } | AddedDrug;

export const initial: Drug = { status: 'none' };

/** Total: an event that does not fit changes nothing. */
export function evolve(drug: Drug, event: Recorded<DrugEvent>): Drug {
  if (event.type === 'DrugAdded')
    return { status: 'added', ...event.data, compatibility: [], withdrawn: [], touch: touchOf(event) };
  if (drug.status === 'none') return drug;

  switch (event.type) {
    case 'DrugChanged':
      return { status: 'added', ...event.data, withdrawn: withdrawnFrom(drug, event.data), touch: touchOf(event) };
    case 'DrugRestored': {
      const { fromRevision: _from, ...content } = event.data;
      return { status: 'added', ...content, withdrawn: withdrawnFrom(drug, content), touch: touchOf(event) };
    }
    default:
      return unknownEvent(event, drug);
  }
}

/** Everything that was ever a trade label of the drug and is none in its new content. */
function withdrawnFrom(drug: AddedDrug, { tradeLabels }: Pick<DrugContent, 'tradeLabels'>): AddedDrug['withdrawn'] {
  const standing = new Set(tradeLabels.map(({ _id }) => _id));
  return [...drug.withdrawn, ...drug.tradeLabels].filter(({ _id }) => !standing.has(_id));
}
