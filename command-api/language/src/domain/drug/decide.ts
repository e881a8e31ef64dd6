/** The commands of a drug: every signed-in user maintains the catalogue (docs/product.md, "Drugs"). */
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { isSame } from '../values/record-fields.ts';
import type { Classification } from './classification.ts';
import { classificationFields } from './fields.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import type { DrugEvent } from './events.ts';
import { tradeLabelIdOf } from './trade-label.ts';
import type { AddedDrug, Drug, DrugContent } from './state.ts';

export interface AddDrug extends Omit<DrugContent, 'tradeLabels' | 'compatibility'> {
  readonly drugId: string;
  readonly tradeLabels: readonly { readonly label: string }[];
}
export type Partially<Content> = { readonly [Field in keyof Content]?: Content[Field] | undefined };
/** Absent fields stay unchanged. */
export interface ChangeDrug extends Partially<Omit<DrugContent, 'tradeLabels'>> {
  readonly drugId: string;
  /** All trade labels, in order. One without an id is the current or withdrawn one of that name, or a new one. */
  readonly tradeLabels?: readonly { readonly _id?: string | undefined; readonly label: string }[] | undefined;
}
export interface RestoreDrug {
  readonly drugId: string;
  /** The revision to restore, and the drug at that revision. */
  readonly revision: number;
  readonly earlier: Drug;
}

export interface ClassifyDrug {
  readonly drugId: string;
  readonly classification: Classification;
}

/** A repetition writes nothing. */
export function addDrug(drug: Drug, command: Command<AddDrug>): DrugEvent[] {
  const { drugId, label, tips } = command;
  if (drug.status === 'added') {
    if (drug.label === label) return [];
    throw new Rejection(refusal('drug-exists'));
  }
  const tradeLabels = command.tradeLabels.map((tradeLabel, index) => ({
    _id: tradeLabelIdOf(drugId, index + 1),
    label: tradeLabel.label,
  }));
  refuseUnclear(tradeLabels);
  const errTemps = command.errTemps.map(({ errType, isAdult, label: text }) => ({ errType, isAdult, label: text }));
  return [{ type: 'DrugAdded', data: { label, tradeLabels, errTemps, tags: [...command.tags], tips } }];
}

/**
 * A missing trade label is withdrawn: screens no longer offer it, and entries keep it. A renamed one keeps its id;
 * entries keep the old name.
 */
export function changeDrug(drug: Drug, command: Command<ChangeDrug>): DrugEvent[] {
  const { drugId } = command;
  const current = added(drug);
  const content = contentOf({
    label: command.label ?? current.label,
    tradeLabels: command.tradeLabels ? identified(current, command.tradeLabels, drugId) : current.tradeLabels,
    errTemps: command.errTemps ?? current.errTemps,
    tags: command.tags ?? current.tags,
    tips: command.tips ?? current.tips,
    compatibility: command.compatibility ?? current.compatibility,
  });
  refuseUnclear(content.tradeLabels);
  if (content.compatibility.some((other) => other.drug === drugId))
    throw invalidField('compatibility', refusal('drug-against-itself'));
  if (same(content, contentOf(current))) return [];
  refuseIfChanged(command, { kind: 'drug', id: drugId }, current.touch);
  return [{ type: 'DrugChanged', data: content }];
}

/** Restores an earlier revision as a new event. Trade labels added since are withdrawn. */
export function restoreDrug(drug: Drug, command: Command<RestoreDrug>): DrugEvent[] {
  const { drugId, revision, earlier } = command;
  const current = added(drug);
  if (earlier.status === 'none') throw invalidField('revision', refusal('unknown-drug-revision'));
  const content = contentOf(earlier);
  if (same(content, contentOf(current))) return [];
  refuseIfChanged(command, { kind: 'drug', id: drugId }, current.touch);
  return [{ type: 'DrugRestored', data: { ...content, fromRevision: revision } }];
}

/** By the admin account, from the hospital's file. The same classification writes nothing. */
export function classifyDrug(drug: Drug, command: Command<ClassifyDrug>): DrugEvent[] {
  refuseUnless(command.actor.isAdminAccount);
  const { classification } = added(drug);
  if (isSame(classificationFields, classification, command.classification)) return [];
  const { atc, ddds } = command.classification;
  return [{ type: 'DrugClassified', data: { atc, ddds: [...ddds] } }];
}

function added(drug: Drug): AddedDrug {
  if (drug.status === 'none') throw notFound();
  return drug;
}

function refuseUnclear(tradeLabels: DrugContent['tradeLabels']): void {
  if (tradeLabels.length === 0) throw invalidField('tradeLabels', refusal('no-trade-labels'));
  const names = new Set(tradeLabels.map(({ label }) => label.toLowerCase()));
  const ids = new Set(tradeLabels.map(({ _id }) => _id));
  if (names.size < tradeLabels.length || ids.size < tradeLabels.length)
    throw invalidField('tradeLabels', refusal('trade-label-twice'));
}

/** Gives each trade label its id: the given one, the one that its name had before, or the next new one. */
function identified(
  drug: AddedDrug,
  given: NonNullable<ChangeDrug['tradeLabels']>,
  drugId: string,
): DrugContent['tradeLabels'] {
  const known = [...drug.tradeLabels, ...drug.withdrawn];
  const taken = new Set(given.flatMap(({ _id }) => _id ?? []));
  if ([...taken].some((id) => !known.some(({ _id }) => _id === id)))
    throw invalidField('tradeLabels', refusal('trade-label-of-another-drug'));
  let made = Math.max(0, ...known.map(({ _id }) => Number(_id.slice(_id.lastIndexOf('.') + 1))));
  return given.map(({ _id, label }) => {
    if (_id !== undefined) return { _id, label };
    const namesake = known.find((one) => !taken.has(one._id) && one.label.toLowerCase() === label.toLowerCase());
    if (namesake === undefined) return { _id: tradeLabelIdOf(drugId, (made += 1)), label };
    taken.add(namesake._id);
    return { _id: namesake._id, label };
  });
}

/** In a fixed order of fields, so that `JSON.stringify` can compare. */
const contentOf = ({ label, tradeLabels, errTemps, tags, tips, compatibility }: DrugContent) => ({
  label,
  tradeLabels: tradeLabels.map(({ _id, label: name }) => ({ _id, label: name })),
  errTemps: errTemps.map(({ errType, isAdult, label: text }) => ({ errType, isAdult, label: text })),
  tags: [...tags],
  tips,
  compatibility: compatibility.map(({ drug, category, note }) => ({ drug, category, note })),
});
const same = (one: DrugContent, other: DrugContent): boolean => JSON.stringify(one) === JSON.stringify(other);
