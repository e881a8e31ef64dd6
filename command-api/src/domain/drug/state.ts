/** What is true of a drug: its root name, trade labels and error templates. The fold of `drug-<id>`. */
import type * as z from 'zod';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { DrugEvent, ErrorTemplate, TradeLabel } from './events.ts';

export interface AddedDrug {
  readonly status: 'added';
  readonly label: string;
  /** In the order of the form. */
  readonly tradeLabels: readonly z.infer<typeof TradeLabel>[];
  readonly errTemps: readonly z.infer<typeof ErrorTemplate>[];
  /** Tag ids. */
  readonly tags: readonly string[];
  readonly tips: string;
  readonly touch: Touch;
}
export type Drug = { readonly status: 'none' } | AddedDrug;

export const initial: Drug = { status: 'none' };

export function evolve(drug: Drug, event: Recorded<DrugEvent>): Drug {
  switch (event.type) {
    case 'DrugAdded':
      return { status: 'added', ...event.data, touch: touchOf(event) };
    default:
      return unknownEvent(event.type, drug);
  }
}
