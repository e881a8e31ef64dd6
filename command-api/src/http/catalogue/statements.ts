/** The statements of the catalogue. The admin account keeps them; each call answers with the statement. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { ApproveStatement, WithdrawStatement, WriteStatement } from 'language/contract/bodies/statements';
import { renderStatement } from 'language/contract/render/statements';
import type { ListedStatement } from 'language/contract/statements';
import {
  addStatement,
  approveStatement,
  changeStatement,
  withdrawStatement,
} from 'language/domain/catalogue/decide-statement';
import type { CatalogueEvent } from 'language/domain/catalogue/events';
import type { Catalogue } from 'language/domain/catalogue/state';
import { StatementContent } from 'language/domain/catalogue/statement-fields';
import type { Answer } from 'language/contract/entities';
import type { Command } from 'language/domain/command';
import { derivedId } from '../../commands/derived-id.ts';
import { command, type CommandRequest } from '../command-route.ts';
import { onCatalogue } from './on-catalogue.ts';

/** Writes about one statement. @param isNew it is not there yet: no version of it can be in conflict */
const onStatement = <Payload extends { readonly statementId: string }>(
  request: CommandRequest<unknown>,
  name: string,
  payload: Payload,
  decide: (catalogue: Catalogue, command: Command<Payload>) => CatalogueEvent[],
  isNew = false,
): Promise<Answer<ListedStatement>> =>
  onCatalogue(request, {
    name,
    ...(!isNew && { target: payload.statementId }),
    payload,
    decide,
    render: (catalogue) => renderStatement(catalogue, payload.statementId),
  });

export const statementRoutes = [
  command(catalogueCalls.addStatement, {
    makes: true,
    body: WriteStatement,
    async answer(request) {
      const statementId = derivedId(request.commandId, 'statement');
      const content = StatementContent.parse(request.body);
      return onStatement(request, 'AddStatement', { statementId, content }, addStatement, true);
    },
  }),
  command(catalogueCalls.changeStatement, {
    body: WriteStatement,
    async answer(request) {
      const payload = { statementId: request.param('id'), content: StatementContent.parse(request.body) };
      return onStatement(request, 'ChangeStatement', payload, changeStatement);
    },
  }),
  command(catalogueCalls.approveStatement, {
    body: ApproveStatement,
    async answer(request) {
      const payload = { statementId: request.param('id'), approvedBy: request.body.approvedBy };
      return onStatement(request, 'ApproveStatement', payload, approveStatement);
    },
  }),
  command(catalogueCalls.withdrawStatement, {
    body: WithdrawStatement,
    answer: async (request) =>
      onStatement(request, 'WithdrawStatement', { statementId: request.param('id') }, withdrawStatement),
  }),
];
