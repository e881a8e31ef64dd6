/** Renders statements in the contract's shape, without their use: the query API counts it. */
import type { Catalogue, StatementItem } from '../../domain/catalogue/state.ts';
import { notFound } from '../../domain/refusals.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import type { ListedStatement } from '../statements.ts';

/** @throws Rejection `notFound` */
export function renderStatement({ statements }: Catalogue, statementId: string): ListedStatement {
  const found = statements.find((one) => one.statementId === statementId);
  if (!found) throw notFound();
  return statementOf(found);
}

const statementOf = ({ statementId, content, statementVersion, approval, touch }: StatementItem): ListedStatement => ({
  _id: statementId,
  ...content,
  statementVersion,
  approvedBy: approval?.approvedBy ?? '',
  approvedAt: approval?.approvedAt ?? '',
  use: { shown: 0, taken: 0, deferred: 0, dismissed: 0 },
  state: approval ? 'useful' : 'draft',
  version: revisionToJson(touch.version),
});
