/** What is allowed with a drug: any signed-in user keeps the catalogue (specification §6, decisions "Rules and rights"). */
import { type Command, Rejection } from '../command.ts';
import { invalidField } from '../refusals.ts';
import type { DrugEvent } from './events.ts';
import type { Drug } from './state.ts';

export interface AddDrug {
  readonly drugId: string;
  /** Root name. */
  readonly label: string;
  readonly tradeLabels: readonly { readonly label: string }[];
  readonly errTemps: readonly {
    readonly errType: string;
    readonly isAdult: boolean;
    /** HTML, sanitised. */
    readonly label: string;
  }[];
  /** Tag ids. */
  readonly tags: readonly string[];
  readonly tips: string;
}

/** Specification §2, drug form. Trade labels get ids that name their drug and survive edits. A repeat writes nothing. */
export function addDrug(drug: Drug, command: Command<AddDrug>): DrugEvent[] {
  const { drugId, label, tips } = command;
  if (drug.status === 'added') {
    if (drug.label === label) return [];
    throw new Rejection('conflict', 'This drug already exists');
  }
  const names = command.tradeLabels.map((tradeLabel) => tradeLabel.label.toLowerCase());
  if (names.length === 0) throw invalidField('tradeLabels', 'A drug needs at least one trade label');
  if (new Set(names).size < names.length) throw invalidField('tradeLabels', 'Every trade label may stand only once');
  return [
    {
      type: 'DrugAdded',
      data: {
        label,
        tradeLabels: command.tradeLabels.map((tradeLabel, index) => ({ _id: `${drugId}.${index + 1}`, label: tradeLabel.label })),
        errTemps: command.errTemps.map(({ errType, isAdult, label: text }) => ({ errType, isAdult, label: text })),
        tags: [...command.tags],
        tips,
      },
    },
  ];
}
