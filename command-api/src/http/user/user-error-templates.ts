/** A person's own error templates: notes for a drug and an error type, which are copied into entries. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import type * as z from 'zod';
import { EmptyBody } from 'language/contract/bodies/shared';
import { SaveErrorTemplate } from 'language/contract/bodies/users';
import type { Answer } from 'language/contract/entities';
import type { UserErrorTemplate } from 'language/contract/profiles';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import {
  deleteErrorTemplate,
  isSameTemplate,
  type SaveErrorTemplate as SaveTemplate,
  saveErrorTemplate,
} from 'language/domain/user/decide';
import type { User } from 'language/domain/user/state';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { errorTypeOf, tradeLabelOf } from '../admission/entry-labels.ts';
import { renderErrorTemplate } from 'language/contract/render/users';
import { actorOf } from '../rights.ts';
import { isBlank, sanitise } from '../sanitise.ts';

/** @param same finds a template by its content: an equal one may have existed before the command */
const template = (
  userId: string,
  user: User,
  templateId: string,
  same?: Omit<SaveTemplate, 'userId' | 'templateId'>,
): UserErrorTemplate => {
  const templates = user.status === 'none' ? [] : user.errorTemplates;
  const found =
    templates.find((one) => one.templateId === templateId) ??
    (same && templates.find((one) => isSameTemplate(one, same)));
  if (!found) throw notFound();
  return renderErrorTemplate(userId, found);
};

async function save(request: CommandRequest<z.output<typeof SaveErrorTemplate>>): Promise<Answer<UserErrorTemplate>> {
  const {
    dependencies,
    caller: { userId },
    commandId,
    body: { errDrugTradeId, errType, pcne },
  } = request;
  const errNote = sanitise(request.body.errNote);
  if (isBlank(errNote)) throw invalidField('errNote', refusal('error-note-required'));
  await Promise.all([
    tradeLabelOf(dependencies, errDrugTradeId, 'errDrugTradeId'),
    errorTypeOf(dependencies, errType, 'errType'),
  ]);
  const said = { errDrugTradeId, errType, errNote, pcne };
  const templateId = derivedId(commandId, 'user-error-template');
  const payload = { userId, templateId, ...said };
  const outcome = await dependencies.handle({
    name: 'SaveErrorTemplate',
    commandId,
    fold: dependencies.folds.user,
    id: userId,
    payload,
    actor: () => actorOf(request),
    decide: saveErrorTemplate,
  });
  return { ...template(userId, outcome.state, templateId, said), ...written(outcome) };
}

/** Answers with the deleted template. */
async function remove(request: CommandRequest<unknown>): Promise<Answer<UserErrorTemplate>> {
  const {
    dependencies,
    caller: { userId },
    commandId,
    basedOn,
  } = request;
  const templateId = request.param('id');
  const { user } = dependencies.folds;
  const run = () =>
    dependencies.handle({
      name: 'DeleteErrorTemplate',
      target: templateId,
      commandId,
      basedOn,
      fold: user,
      id: userId,
      payload: { userId, templateId },
      actor: () => actorOf(request),
      decide: deleteErrorTemplate,
    });
  const outcome = await withConflictAnswer(dependencies, run, async (state: User) =>
    template(userId, state, templateId),
  );
  // The state before the command's one event; a repeat finds it there as well.
  const before = await user.loadAt(userId, outcome.revision - 1n);
  return { ...template(userId, before, templateId), ...written(outcome) };
}

export const userErrorTemplateRoutes = [
  command(catalogueCalls.saveTemplate, { makes: true, body: SaveErrorTemplate, answer: save }),
  command(catalogueCalls.deleteTemplate, { body: EmptyBody, answer: remove }),
];
