/** The state of a drug, folded from `drug-<id>`: root name, trade labels, error templates. */
import type * as z from 'zod';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import { type Classification, unclassified } from './classification.ts';
import type { Compatibility, DrugEvent, ErrorTemplate, TradeLabel } from './events.ts';

/** The content of the drug form. */
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
  /** Removed trade labels with their last names. Entries still refer to them, and their ids are never used again. */
  readonly withdrawn: readonly z.infer<typeof TradeLabel>[];
  readonly classification: Classification;
  readonly touch: Touch;
}
export type Drug = { readonly status: 'none' } | AddedDrug;

export const initial: Drug = { status: 'none' };

/** Total: an event that does not fit changes nothing. */
export function evolve(drug: Drug, event: Recorded<DrugEvent>): Drug {
  if (event.type === 'DrugAdded')
    return {
      status: 'added',
      ...event.data,
      compatibility: [],
      withdrawn: [],
      classification: unclassified,
      touch: touchOf(event),
    };
  if (drug.status === 'none') return drug;

  const { classification } = drug;
  switch (event.type) {
    case 'DrugClassified':
      return { ...drug, classification: event.data, touch: touchOf(event) };
    case 'DrugChanged':
      return {
        status: 'added',
        ...event.data,
        withdrawn: withdrawnFrom(drug, event.data),
        classification,
        touch: touchOf(event),
      };
    case 'DrugRestored': {
      const { fromRevision: _from, ...content } = event.data;
      return {
        status: 'added',
        ...content,
        withdrawn: withdrawnFrom(drug, content),
        classification,
        touch: touchOf(event),
      };
    }
    default:
      return unknownEvent(event, drug);
  }
}

/** All earlier trade labels of the drug that are not in its new content. */
function withdrawnFrom(drug: AddedDrug, { tradeLabels }: Pick<DrugContent, 'tradeLabels'>): AddedDrug['withdrawn'] {
  const current = new Set(tradeLabels.map(({ _id }) => _id));
  return [...drug.withdrawn, ...drug.tradeLabels].filter(({ _id }) => !current.has(_id));
}
