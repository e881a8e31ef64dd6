/** The commands of the shared lists, by the admin account only (docs/product.md, "Admin tools"). */
import { isNoError, NO_ERROR } from '../values/codes.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import type { CatalogueEvent } from './events.ts';
import { isSameLabel } from './tag-names.ts';
import type { Catalogue } from './state.ts';

export interface AddErrorType {
  readonly errTypeId: string;
  readonly label: string;
}
export type RenameErrorType = AddErrorType;
/** PCNE codes, each once and in their order. */
export interface MapErrorType {
  readonly errTypeId: string;
  readonly pcne: readonly string[];
}
export interface AddTag {
  readonly tagId: string;
  readonly label: string;
}
export type RenameTag = AddTag;
export interface UpdateTradeList {
  /** The version on the screen plus one, so that two simultaneous clicks update once. */
  readonly version: number;
}

/** A repetition writes nothing. Labels are unique. */
export function addErrorType(catalogue: Catalogue, command: Command<AddErrorType>): CatalogueEvent[] {
  const { errTypeId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.errorTypes.some((type) => type.errTypeId === errTypeId && type.label === label)) return [];
  // "No error" is recognised by the end of its id: a random id with this end would count as no error.
  if (isNoError(errTypeId)) throw new Rejection(refusal('id-kept-for-no-error'));
  const isLabelTaken = [NO_ERROR, ...catalogue.errorTypes].some((type) => isSameLabel(type.label, label));
  if (isLabelTaken || catalogue.errorTypes.some((type) => type.errTypeId === errTypeId))
    throw new Rejection(refusal('error-type-exists'));
  return [{ type: 'ErrorTypeAdded', data: { errTypeId, label } }];
}

/** A repetition writes nothing. Labels are unique. */
export function addTag(catalogue: Catalogue, command: Command<AddTag>): CatalogueEvent[] {
  const { tagId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.tags.some((tag) => tag.tagId === tagId && tag.label === label)) return [];
  if (catalogue.tags.some((tag) => tag.tagId === tagId || isSameLabel(tag.label, label)))
    throw new Rejection(refusal('tag-exists'));
  return [{ type: 'TagAdded', data: { tagId, label } }];
}

/**
 * Entries keep the label of their writing, and are shown under the new one. "No error" cannot be renamed: its id has the
 * meaning (docs/product.md, "No error").
 */
export function renameErrorType(catalogue: Catalogue, command: Command<RenameErrorType>): CatalogueEvent[] {
  const { errTypeId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (errTypeId === NO_ERROR._id) throw new Rejection(refusal('no-error-keeps-its-name'));
  const current = catalogue.errorTypes.find((type) => type.errTypeId === errTypeId);
  if (!current) throw notFound();
  if (current.label === label) return [];
  const others = [NO_ERROR, ...catalogue.errorTypes.filter((type) => type !== current)];
  if (others.some((type) => isSameLabel(type.label, label))) throw new Rejection(refusal('error-type-exists'));
  refuseIfChanged(command, { kind: 'catalogue', id: errTypeId }, current.touch);
  return [{ type: 'ErrorTypeRenamed', data: { errTypeId, label } }];
}

/** "No error" has no codes: it is in no report of errors. */
export function mapErrorType(catalogue: Catalogue, command: Command<MapErrorType>): CatalogueEvent[] {
  const { errTypeId, pcne } = command;
  refuseUnless(command.actor.isAdminAccount);
  const current = catalogue.errorTypes.find((type) => type.errTypeId === errTypeId);
  if (!current) throw notFound();
  if (current.pcne.join() === pcne.join()) return [];
  refuseIfChanged(command, { kind: 'catalogue', id: errTypeId }, current.touch);
  return [{ type: 'ErrorTypeMapped', data: { errTypeId, pcne: [...pcne] } }];
}

/** Entries keep the name of their writing, and are counted and shown under the new one. */
export function renameTag(catalogue: Catalogue, command: Command<RenameTag>): CatalogueEvent[] {
  const { tagId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  const current = catalogue.tags.find((tag) => tag.tagId === tagId);
  if (!current) throw notFound();
  if (current.label === label) return [];
  if (catalogue.tags.some((tag) => tag !== current && isSameLabel(tag.label, label)))
    throw new Rejection(refusal('tag-exists'));
  refuseIfChanged(command, { kind: 'catalogue', id: tagId }, current.touch);
  return [{ type: 'TagRenamed', data: { tagId, label } }];
}

/** The button Update Trade List (docs/product.md, "Trade-label cache"). */
export function updateTradeList(catalogue: Catalogue, command: Command<UpdateTradeList>): CatalogueEvent[] {
  const { version, touch } = catalogue.tradeList;
  refuseUnless(command.actor.isAdminAccount);
  if (command.version <= version) return [];
  if (touch) refuseIfChanged(command, { kind: 'catalogue', id: 'tradeList' }, touch);
  return [{ type: 'TradeListUpdated', data: { version: command.version } }];
}
