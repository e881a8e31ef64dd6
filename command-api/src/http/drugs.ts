/** Drugs: any signed-in user keeps them (specification §6). */
import { AddDrug } from '../contract/bodies/drugs.ts';
import { NO_ERROR } from '../domain/codes.ts';
import { addDrug } from '../domain/drug/decide.ts';
import { invalidField } from '../domain/refusals.ts';
import { notFound } from '../service/http.ts';
import { madeBy } from './command-id.ts';
import { command, type CommandRoute } from './command-route.ts';
import type { House } from './house.ts';
import { renderDrug } from './render/drugs.ts';
import { written } from './render/written.ts';
import { actorOf } from './rights.ts';
import { sanitise } from './sanitise.ts';

async function refuseUnknown(house: House, errTypes: readonly string[], tags: readonly string[]): Promise<void> {
  const { state: catalogue } = await house.folds.catalogue.now('');
  const knownTypes = new Set([NO_ERROR._id, ...catalogue.errorTypes.map(({ errTypeId }) => errTypeId)]);
  const knownTags = new Set(catalogue.tags.map(({ tagId }) => tagId));
  if (errTypes.some((id) => !knownTypes.has(id))) throw invalidField('errTemps', 'An error type of a template is not known');
  if (tags.some((id) => !knownTags.has(id))) throw invalidField('tags', 'A tag is not known');
}

export const drugRoutes: readonly CommandRoute[] = [
  command('post', '/api/drugs', {
    makes: true,
    body: AddDrug,
    async answer(asked) {
      const { house, commandId, body } = asked;
      const { label, tradeLabels, tags, tips } = body;
      await refuseUnknown(house, body.errTemps.map(({ errType }) => errType), tags);
      const drugId = madeBy(commandId, 'drug');
      const errTemps = body.errTemps.map(({ errType, isAdult, label: text }) => ({ errType, isAdult, label: sanitise(text) }));
      const payload = { drugId, label, tradeLabels, errTemps, tags, tips };
      const outcome = await house.handle({ name: 'AddDrug', commandId, fold: house.folds.drug, id: drugId, payload, actor: () => actorOf(asked), decide: addDrug });
      if (outcome.state.status === 'none') throw notFound();
      return { ...renderDrug(drugId, outcome.state), ...written(outcome) };
    },
  }),
];
