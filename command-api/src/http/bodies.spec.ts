/**
 * Checks the body schema of each command against wrong input. The list comes from the routes, so it covers new commands
 * as well.
 */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CommandRoute } from './command-route.ts';
import { routes } from './app.ts';

const FAR_TOO_LONG = 'x'.repeat(1_000_000);
const NO_SUCH_THING = { neither: 'text', nor: 'number' };

interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Fields that name a person or a place accept any value, because they are ignored. */
const isIgnored = (schema: z.ZodType): boolean =>
  schema.safeParse(NO_SUCH_THING).success && schema.safeParse(7).success;
const fieldsOf = (body: z.ZodType): Field[] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape)
        .map(([name, schema]) => ({ name, schema: schema as z.ZodType }))
        .filter(({ schema }) => !isIgnored(schema))
    : [];
/** The refusal of one field when only it is sent. */
const complaintsOf = (body: z.ZodType, name: string, value: unknown): string[] =>
  (body.safeParse({ [name]: value }).error?.issues ?? [])
    .filter((issue) => issue.path[0] === name)
    .map(({ message }) => message);
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

const all: readonly CommandRoute[] = routes;
/** A body of several kinds is one body a kind. */
const kindsOf = (body: z.ZodType | undefined): z.ZodType[] =>
  body instanceof z.ZodDiscriminatedUnion ? (body.options as z.ZodType[]) : body ? [body] : [];
const bodies = all.flatMap(({ call: { method, path }, body: whole }) =>
  kindsOf(whole).map((body) => ({ call: `${method} ${path}`, body })),
);
const fields = bodies.flatMap(({ call, body }) => fieldsOf(body).map((field) => ({ call, body, ...field })));
const texts = fields.filter(({ schema }) => takes(schema, 'A'));
const dates = fields.filter(
  ({ schema }) => takes(schema, '2025-02-28') && !takes(schema, '2025-02-30') && !takes(schema, 'x'),
);

test('the list holds the bodies of all calls', () => {
  expect(bodies.length).toBeGreaterThan(40);
  expect(texts.length).toBeGreaterThan(60);
  expect(dates.length).toBeGreaterThan(14);
});

describe.each(bodies)('$call', ({ body }) => {
  test('refuses unknown fields', () => {
    const issues = body.safeParse({ fieldThatNobodyKnows: 1 }).error?.issues ?? [];
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['fieldThatNobodyKnows'] }),
    );
  });

  test.each([[[]], ['text'], [7], [true]])('is not %j', (other) => expect(takes(body, other)).toBe(false));
});

test.each(fields)('$call: a value of another type is refused as $name', ({ body, name }) => {
  expect(complaintsOf(body, name, NO_SUCH_THING)).not.toEqual([]);
});

test.each(texts)('$call: a text without a limit is refused as $name', ({ body, name }) => {
  expect(complaintsOf(body, name, FAR_TOO_LONG)).not.toEqual([]);
});

test.each(dates)(
  '$call: $name may be in Arabic-Indic or Persian digits, and must be a date',
  ({ body, name, schema }) => {
    expect(['2025-02-28', '٢٠٢٥-٠٢-٢٨', '۲۰۲۵-۰۲-۲۸', ' 2025-02-28 '].map((date) => schema.parse(date))).toEqual(
      Array(4).fill('2025-02-28'),
    );
    const wrong = ['2025-02-30', '2025-2-28', '28/02/2025', '2025-02-28T00:00:00Z', '20250228', 20_250_228];
    expect(wrong.filter((date) => complaintsOf(body, name, date).length === 0)).toEqual([]);
  },
);
