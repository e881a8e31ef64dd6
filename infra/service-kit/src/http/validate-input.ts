/** Validates the input of a request against its schema. */
import * as z from 'zod';
import { type FieldReason, isReason } from 'language/domain/reasons/catalogue';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from './http-problem.ts';

/**
 * The maximum of fields in the answer. Without it the answer to a body of 60,000 unknown fields is eight times as long
 * as the body (measured).
 */
const MAX_FIELDS = 100;
/** The maximum of an unknown field's name in the answer, in UTF-16 units. */
const MAX_NAME = 80;

/**
 * @returns the output of the schema
 * @throws HttpProblem 400: its sentence is the first mistake; `fields` has the first mistake of each field, of at most
 * 100 fields
 */
export function validInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const fields: Record<string, Refusal> = {};
  for (const [name, why] of mistakesOf(result.error.issues)) {
    fields[name] ??= why();
    if (Object.keys(fields).length === MAX_FIELDS) break;
  }
  throw new HttpProblem(Object.values(fields)[0] ?? refusal('invalid-input'), { fields });
}

function* mistakesOf(issues: readonly z.core.$ZodIssue[]): Generator<readonly [name: string, why: () => Refusal]> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) yield unknownField(key.slice(0, MAX_NAME));
    else yield [issue.path.join('.'), () => refusalOf(issue)];
  }
}

const unknownField = (name: string) => [name, () => refusal('unknown-field', { name })] as const;

/** Our own checks have a reason as their message (`because`). The checks of zod have codes. */
export function refusalOf(issue: z.core.$ZodIssue): Refusal {
  if (isFieldReason(issue.message)) return refusal(issue.message, { limit: boundOf(issue) });
  switch (issue.code) {
    case 'invalid_type':
      return refusal('wrong-type', { expected: issue.expected, received: typeNameOf(issue.input) });
    case 'invalid_value': {
      const [one, ...others] = issue.values.map((value) => z.core.util.stringifyPrimitive(value));
      return others.length === 0
        ? refusal('wrong-value', { expected: one ?? '' })
        : refusal('not-an-option', { options: [one, ...others].join('|') });
    }
    case 'too_big':
      return refusal(reasonsOfBounds[kindOf(issue.origin)][0], {
        expected: issue.origin,
        limit: Number(issue.maximum),
      });
    case 'too_small':
      return refusal(reasonsOfBounds[kindOf(issue.origin)][1], {
        expected: issue.origin,
        limit: Number(issue.minimum),
      });
    // No schema of a request uses these checks without its own reason (infra/verification/api-description/refusals.spec.ts).
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return refusal('invalid-input');
  }
}

const reasonsOfBounds = {
  text: ['text-too-long', 'text-too-short'],
  list: ['list-too-long', 'list-too-short'],
  number: ['number-too-big', 'number-too-small'],
} as const;
const kindOf = (origin: string): keyof typeof reasonsOfBounds =>
  origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number';

const isFieldReason = (message: string): message is FieldReason => isReason(message);

/** The limit of a size check; 0 for other checks. */
function boundOf(issue: z.core.$ZodIssue): number {
  if (issue.code === 'too_big') return Number(issue.maximum);
  return issue.code === 'too_small' ? Number(issue.minimum) : 0;
}

const typeNameOf = (input: unknown): string =>
  typeof input === 'number' && !Number.isFinite(input) ? String(input) : z.core.util.parsedType(input);
