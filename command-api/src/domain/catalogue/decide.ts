/** What is allowed with the shared lists: by the admin account only (decisions, "Paths"). */
import { isNoError, NO_ERROR } from '../values/codes.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import type { CatalogueEvent } from './events.ts';
import type { Catalogue } from './state.ts';

export interface AddErrorType {
  readonly errTypeId: string;
  readonly label: string;
}
export type RenameErrorType = AddErrorType;
export interface AddTag {
  readonly tagId: string;
  readonly label: string;
}
export type RenameTag = AddTag;
export interface UpdateTradeList {
  /** The one after the version that stood when the button was pressed: pressed by two at once, it moves once. */
  readonly version: number;
}

/** Decisions, "Paths": error types are made by the admin account. A repeat writes nothing; a label stands only once. */
export function addErrorType(catalogue: Catalogue, command: Command<AddErrorType>): CatalogueEvent[] {
  const { errTypeId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.errorTypes.some((type) => type.errTypeId === errTypeId && type.label === label)) return [];
  // "No error" is known by the end of its id: a random id that ends alike would silently count as no error.
  if (isNoError(errTypeId)) throw new Rejection(refusal('id-kept-for-no-error'));
  const taken = [NO_ERROR, ...catalogue.errorTypes].some((type) => sameLabel(type.label, label));
  if (taken || catalogue.errorTypes.some((type) => type.errTypeId === errTypeId))
    throw new Rejection(refusal('error-type-exists'));
  return [{ type: 'ErrorTypeAdded', data: { errTypeId, label } }];
}

/** Decisions, "Paths": tags are made by the admin account. A repeat writes nothing; a label stands only once. */
export function addTag(catalogue: Catalogue, command: Command<AddTag>): CatalogueEvent[] {
  const { tagId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.tags.some((tag) => tag.tagId === tagId && tag.label === label)) return [];
  if (catalogue.tags.some((tag) => tag.tagId === tagId || sameLabel(tag.label, label)))
    throw new Rejection(refusal('tag-exists'));
  return [{ type: 'TagAdded', data: { tagId, label } }];
}

/**
 * Entries keep the words that they were written with. "No error" keeps its name: what it means hangs on its id
 * (decisions, trap 2).
 */
export function renameErrorType(catalogue: Catalogue, command: Command<RenameErrorType>): CatalogueEvent[] {
  const { errTypeId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (errTypeId === NO_ERROR._id) throw new Rejection(refusal('no-error-keeps-its-name'));
  const standing = catalogue.errorTypes.find((type) => type.errTypeId === errTypeId);
  if (!standing) throw notFound();
  if (standing.label === label) return [];
  const others = [NO_ERROR, ...catalogue.errorTypes.filter((type) => type !== standing)];
  if (others.some((type) => sameLabel(type.label, label))) throw new Rejection(refusal('error-type-exists'));
  refuseIfChanged(command, { kind: 'catalogue', id: errTypeId }, standing.touch);
  return [{ type: 'ErrorTypeRenamed', data: { errTypeId, label } }];
}

/** Entries keep the tags that they were written with. */
export function renameTag(catalogue: Catalogue, command: Command<RenameTag>): CatalogueEvent[] {
  const { tagId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  const standing = catalogue.tags.find((tag) => tag.tagId === tagId);
  if (!standing) throw notFound();
  if (standing.label === label) return [];
  if (catalogue.tags.some((tag) => tag !== standing && sameLabel(tag.label, label)))
    throw new Rejection(refusal('tag-exists'));
  refuseIfChanged(command, { kind: 'catalogue', id: tagId }, standing.touch);
  return [{ type: 'TagRenamed', data: { tagId, label } }];
}

/** Specification §2, admin tools: Update Trade List. */
export function updateTradeList(catalogue: Catalogue, command: Command<UpdateTradeList>): CatalogueEvent[] {
  const { version, touch } = catalogue.tradeList;
  refuseUnless(command.actor.isAdminAccount);
  if (command.version <= version) return [];
  if (touch) refuseIfChanged(command, { kind: 'catalogue', id: 'tradeList' }, touch);
  return [{ type: 'TradeListUpdated', data: { version: command.version } }];
}

const sameLabel = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
