/** The common parts of the commands on the catalogue: the right of the admin account, and the conflict of an item. */
import type { Answer } from 'language/contract/entities';
import type { CatalogueEvent } from 'language/domain/catalogue/events';
import type { Catalogue } from 'language/domain/catalogue/state';
import type { Command } from 'language/domain/command';
import { type CommandRequest, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { requireAdminAccount } from '../rights.ts';

interface OnCatalogue<Payload, Item> {
  readonly name: string;
  /** The id of the thing within the stream that the command changes. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (catalogue: Catalogue, command: Command<Payload>) => CatalogueEvent[];
  /** The answer, from the current catalogue. */
  readonly render: (catalogue: Catalogue) => Item;
}

/** @throws HttpProblem 403 unless it is the admin account, 409 with the current item */
export async function onCatalogue<Payload extends object, Item extends object>(
  request: CommandRequest<unknown>,
  intent: OnCatalogue<Payload, Item>,
): Promise<Answer<Item>> {
  const { dependencies, commandId, basedOn } = request;
  const { render, ...said } = intent;
  const run = () =>
    dependencies.handle({
      ...said,
      commandId,
      basedOn,
      fold: dependencies.folds.catalogue,
      id: '',
      actor: () => requireAdminAccount(request),
    });
  const outcome = await withConflictAnswer(dependencies, run, async (catalogue: Catalogue) => render(catalogue));
  return { ...render(outcome.state), ...written(outcome) };
}
