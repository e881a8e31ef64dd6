/** What a request brings, held against its schema. */
import * as z from 'zod';
import { type FieldReason, isReason } from 'command-api/domain/reasons/catalogue';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import { HttpProblem } from './http-problem.ts';

/**
 * The answer names so many at most: to a body of 60,000 unknown fields it would be eight times as long as the body
 * (measured).
 */
const MOST_FIELDS = 100;
/** Of an unknown field, in UTF-16 units. */
const LONGEST_NAME = 80;

/**
 * What the schema makes of it.
 * @throws HttpProblem 400: the first field's mistake is the sentence, and the first mistake of each field is in
 * `fields`, of the first 100 of them
 */
export function validInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const fields: Record<string, Refusal> = {};
  for (const [name, why] of mistakesOf(result.error.issues)) {
    fields[name] ??= why();
    if (Object.keys(fields).length === MOST_FIELDS) break;
  }
  throw new HttpProblem(Object.values(fields)[0] ?? refusal('invalid-input'), { fields });
}

function* mistakesOf(issues: readonly z.core.$ZodIssue[]): Generator<readonly [name: string, why: () => Refusal]> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield unknownField(key.slice(0, LONGEST_NAME));
    else yield [issue.path.join('.'), () => refusalOf(issue)];
  }
}

const unknownField = (name: string) => [name, () => refusal('unknown-field', { name })] as const;

/**
 * A check of ours says its reason in the place of a message (`because`); the library's own checks are told apart by
 * their codes.
 */
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
    // No schema of a request uses these checks without a reason of its own (infra/describe/refusals.spec.ts).
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

/** Only size checks have one. */
function boundOf(issue: z.core.$ZodIssue): number {
  if (issue.code === 'too_big') return Number(issue.maximum);
  return issue.code === 'too_small' ? Number(issue.minimum) : 0;
}

const typeNameOf = (input: unknown): string =>
  typeof input === 'number' && !Number.isFinite(input) ? String(input) : z.core.util.parsedType(input);
