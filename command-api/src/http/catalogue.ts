/** The lists that every team shares, error types and tags: kept by the admin account. */
import { AddErrorType, AddTag } from '../contract/bodies/catalogue.ts';
import { addErrorType, addTag } from '../domain/catalogue/decide.ts';
import type { CatalogueEvent } from '../domain/catalogue/events.ts';
import type { Catalogue } from '../domain/catalogue/state.ts';
import type { Command } from '../domain/command.ts';
import { revisionToJson } from '../domain/revision.ts';
import { notFound } from '../service/http.ts';
import { madeBy } from './command-id.ts';
import { type Asked, command, type CommandRoute } from './command-route.ts';
import { written } from './render/written.ts';
import { actorOf } from './rights.ts';

function onCatalogue<Payload extends object>(asked: Asked<unknown>, name: string, payload: Payload, decide: (catalogue: Catalogue, command: Command<Payload>) => CatalogueEvent[]) {
  const { house, commandId } = asked;
  return house.handle({ name, commandId, fold: house.folds.catalogue, id: '', payload, actor: () => actorOf(asked), decide });
}

export const catalogueRoutes: readonly CommandRoute[] = [
  command('post', '/api/errtypes', {
    makes: true,
    body: AddErrorType,
    async answer(asked) {
      const _id = madeBy(asked.commandId, 'error-type');
      const outcome = await onCatalogue(asked, 'AddErrorType', { errTypeId: _id, label: asked.body.label }, addErrorType);
      const added = outcome.state.errorTypes.find(({ errTypeId }) => errTypeId === _id);
      if (!added) throw notFound();
      return { _id, label: added.label, version: revisionToJson(added.touch.version), ...written(outcome) };
    },
  }),
  command('post', '/api/tags', {
    makes: true,
    body: AddTag,
    async answer(asked) {
      const _id = madeBy(asked.commandId, 'tag');
      const outcome = await onCatalogue(asked, 'AddTag', { tagId: _id, label: asked.body.label }, addTag);
      const added = outcome.state.tags.find(({ tagId }) => tagId === _id);
      if (!added) throw notFound();
      return { _id, label: added.label, version: revisionToJson(added.touch.version), ...written(outcome) };
    },
  }),
];
