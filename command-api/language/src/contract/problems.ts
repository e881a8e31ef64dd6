/** A refusal in the shape that both APIs answer. */
import type { Refusal } from '../domain/reasons/refusal.ts';
import type { RefusalCode } from '../domain/reasons/sentence.ts';
import type { Problem } from './entities.ts';

export const statusOf: Readonly<Record<RefusalCode, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  unavailable: 503,
  internal: 500,
};

/** @param fields the refusal of each wrong field, by its name */
export function renderProblem(
  { message, code, reason, values }: Refusal,
  fields?: Readonly<Record<string, Refusal>>,
): Problem {
  return {
    message,
    code,
    reason,
    ...(values && { values }),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, { beside }]) => [name, beside])),
      fieldReasons: Object.fromEntries(
        Object.entries(fields).map(([name, refused]) => [
          name,
          { reason: refused.reason, ...(refused.values && { values: refused.values }) },
        ]),
      ),
    }),
  };
}
