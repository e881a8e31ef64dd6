/** What is allowed with the shared lists: by the admin account only (decisions, "Paths"). */
import { isNoError, NO_ERROR } from '../codes.ts';
import { type Command, Rejection } from '../command.ts';
import { refuseUnless } from '../refusals.ts';
import type { CatalogueEvent } from './events.ts';
import type { Catalogue } from './state.ts';

export interface AddErrorType {
  readonly errTypeId: string;
  readonly label: string;
}
export interface AddTag {
  readonly tagId: string;
  readonly label: string;
}

/** Decisions, "Paths": error types are made by the admin account. A repeat writes nothing; a label stands only once. */
export function addErrorType(catalogue: Catalogue, command: Command<AddErrorType>): CatalogueEvent[] {
  const { errTypeId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.errorTypes.some((type) => type.errTypeId === errTypeId && type.label === label)) return [];
  // "No error" is known by the end of its id: a random id that ends alike would silently count as no error.
  if (isNoError(errTypeId)) throw new Rejection('conflict', 'This id is kept for "No error": add the type once more with a new Idempotency-Key');
  const taken = [NO_ERROR, ...catalogue.errorTypes].some((type) => sameLabel(type.label, label));
  if (taken || catalogue.errorTypes.some((type) => type.errTypeId === errTypeId)) throw new Rejection('conflict', 'This error type already exists');
  return [{ type: 'ErrorTypeAdded', data: { errTypeId, label } }];
}

/** Decisions, "Paths": tags are made by the admin account. A repeat writes nothing; a label stands only once. */
export function addTag(catalogue: Catalogue, command: Command<AddTag>): CatalogueEvent[] {
  const { tagId, label } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.tags.some((tag) => tag.tagId === tagId && tag.label === label)) return [];
  if (catalogue.tags.some((tag) => tag.tagId === tagId || sameLabel(tag.label, label))) throw new Rejection('conflict', 'This tag already exists');
  return [{ type: 'TagAdded', data: { tagId, label } }];
}

const sameLabel = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
