/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { statementFields } from '../../domain/catalogue/statement-fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';
import { RequiredLine } from '../../domain/values/fields.ts';
import type { ListedStatement } from '../statements.ts';
import { ignored } from './shared.ts';

/** A statement that was read can be sent back. */
const addedByServer = {
  _id: ignored,
  statementVersion: ignored,
  approvedBy: ignored,
  approvedAt: ignored,
  use: ignored,
  state: ignored,
  version: ignored,
} satisfies Record<
  Exclude<keyof ListedStatement, keyof (typeof statementFields)['pair'] & keyof ListedStatement>,
  z.ZodType
>;
/** Writes a statement, or its next version, whole. It is a draft until it is approved. */
export const WriteStatement = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ ...statementFields.allergy, ...addedByServer }),
    z.strictObject({ ...statementFields.duplicate, ...addedByServer }),
    z.strictObject({ ...statementFields.dose, ...addedByServer }),
    z.strictObject({ ...statementFields.pair, ...addedByServer }),
  ],
  because('unknown-kind'),
);
/** The name of the clinician who approves it: the admin account may be technical staff. */
export const ApproveStatement = z.strictObject({ approvedBy: RequiredLine(limits.title, 'approver-required') });
export const WithdrawStatement = z.strictObject({});
