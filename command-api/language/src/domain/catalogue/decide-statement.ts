/**
 * The commands of the statements of the catalogue, by the admin account only (docs/product.md, "Proposals"). The order of
 * checks is that of `admission/decide.ts`.
 */
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import type { Span } from '../checks/statement.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import { isNoError, limits } from '../values/codes.ts';
import type { CatalogueEvent } from './events.ts';
import type { Catalogue, StatementItem } from './state.ts';
import type { StatementContent } from './statement-fields.ts';

export interface WriteStatement {
  readonly statementId: string;
  readonly content: StatementContent;
}
export interface ApproveStatement {
  readonly statementId: string;
  /** The name of the clinician. */
  readonly approvedBy: string;
}
export interface WithdrawStatement {
  readonly statementId: string;
}

/** The same content under the same id writes nothing. */
export function addStatement(catalogue: Catalogue, command: Command<WriteStatement>): CatalogueEvent[] {
  const { statementId, content } = command;
  refuseUnless(command.actor.isAdminAccount);
  if (catalogue.statements.some((one) => one.statementId === statementId)) return [];
  if (catalogue.statements.length >= limits.statements)
    throw new Rejection(refusal('too-many-statements', { limit: limits.statements }));
  refuseImpossible(catalogue, content);
  return [{ type: 'StatementWritten', data: { statementId, content } }];
}

/** A new version is a draft: what was approved is the version before. */
export function changeStatement(catalogue: Catalogue, command: Command<WriteStatement>): CatalogueEvent[] {
  const { statementId, content } = command;
  const current = statementOf(catalogue, command);
  refuseImpossible(catalogue, content);
  if (isSame(current.content, content)) return [];
  refuseIfChanged(command, { kind: 'catalogue', id: statementId }, current.touch);
  return [{ type: 'StatementWritten', data: { statementId, content } }];
}

/**
 * Approving again is how a person says that they have looked at it, so it is written each time: a repetition of the
 * command is found by its id.
 */
export function approveStatement(catalogue: Catalogue, command: Command<ApproveStatement>): CatalogueEvent[] {
  const { statementId, approvedBy } = command;
  const { touch } = statementOf(catalogue, command);
  refuseIfChanged(command, { kind: 'catalogue', id: statementId }, touch);
  return [{ type: 'StatementApproved', data: { statementId, approvedBy } }];
}

export function withdrawStatement(catalogue: Catalogue, command: Command<WithdrawStatement>): CatalogueEvent[] {
  const { statementId } = command;
  const { approval, touch } = statementOf(catalogue, command);
  if (!approval) return [];
  refuseIfChanged(command, { kind: 'catalogue', id: statementId }, touch);
  return [{ type: 'StatementWithdrawn', data: { statementId } }];
}

function statementOf({ statements }: Catalogue, command: Command<WithdrawStatement>): StatementItem {
  refuseUnless(command.actor.isAdminAccount);
  const current = statements.find((one) => one.statementId === command.statementId);
  if (!current) throw notFound();
  return current;
}

/** Both have the order of fields of the schema. */
const isSame = (one: StatementContent, other: StatementContent): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isPossible = ({ from, below }: Span): boolean =>
  from === undefined ? below !== undefined : below === undefined || from < below;

/** The rules that one field alone cannot show. @throws Rejection `invalid` */
function refuseImpossible({ errorTypes }: Catalogue, content: StatementContent): void {
  const { errType } = content;
  if (isNoError(errType) || !errorTypes.some((type) => type.errTypeId === errType))
    throw invalidField('errType', refusal('error-type-of-statement'));
  if (content.kind === 'allergy') {
    const { agent, forbidden, crossClass } = content;
    const isSame = agent === 'same';
    if (isSame && (forbidden.length > 0 || crossClass !== ''))
      throw invalidField('forbidden', refusal('same-agent-alone'));
    if (!isSame && (forbidden.length === 0 || crossClass === ''))
      throw invalidField('forbidden', refusal('forbidden-agents-required'));
  }
  if (content.kind === 'dose') {
    const spans = Object.values(content.condition);
    if (spans.length === 0 && content.limits.length === 0)
      throw invalidField('condition', refusal('dose-without-bounds'));
    if (!spans.every(isPossible)) throw invalidField('condition', refusal('impossible-span'));
  }
}
