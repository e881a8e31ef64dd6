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
import type { Catalogue } from 'language/domain/catalogue/state';
import { StatementContent } from 'language/domain/catalogue/statement-fields';
import { derivedId } from '../../commands/derived-id.ts';
import { command } from '../command-route.ts';
import { onCatalogue } from './on-catalogue.ts';

const rendered =
  (statementId: string) =>
  (catalogue: Catalogue): ListedStatement =>
    renderStatement(catalogue, statementId);

export const statementRoutes = [
  command(catalogueCalls.addStatement, {
    makes: true,
    body: WriteStatement,
    async answer(request) {
      const statementId = derivedId(request.commandId, 'statement');
      return onCatalogue(request, {
        name: 'AddStatement',
        payload: { statementId, content: StatementContent.parse(request.body) },
        decide: addStatement,
        render: rendered(statementId),
      });
    },
  }),
  command(catalogueCalls.changeStatement, {
    body: WriteStatement,
    async answer(request) {
      const statementId = request.param('id');
      return onCatalogue(request, {
        name: 'ChangeStatement',
        target: statementId,
        payload: { statementId, content: StatementContent.parse(request.body) },
        decide: changeStatement,
        render: rendered(statementId),
      });
    },
  }),
  command(catalogueCalls.approveStatement, {
    body: ApproveStatement,
    async answer(request) {
      const statementId = request.param('id');
      return onCatalogue(request, {
        name: 'ApproveStatement',
        target: statementId,
        payload: { statementId, approvedBy: request.body.approvedBy },
        decide: approveStatement,
        render: rendered(statementId),
      });
    },
  }),
  command(catalogueCalls.withdrawStatement, {
    body: WithdrawStatement,
    async answer(request) {
      const statementId = request.param('id');
      return onCatalogue(request, {
        name: 'WithdrawStatement',
        target: statementId,
        payload: { statementId },
        decide: withdrawStatement,
        render: rendered(statementId),
      });
    },
  }),
];
