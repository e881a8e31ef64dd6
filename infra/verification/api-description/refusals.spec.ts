import { readdirSync, readFileSync } from 'node:fs';
import { catalogue, isReason, type Reason } from 'language/domain/reasons/catalogue';
import { refusalOf } from 'service-kit/http/validate-input';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { nameOf } from './calls.ts';
import type { Described as Route } from './openapi.ts';
import { everyCall } from './tables.ts';

const schemaOfCall = ({ body, input }: Route): z.ZodType[] => [body, input].filter((schema) => schema !== undefined);

type Definition = Readonly<Record<string, unknown>>;
/** The definitions of a schema, of its checks and of its parts. */
function* definitionsIn(part: unknown, seen = new Set<unknown>()): Generator<Definition> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const { def } = (part as { _zod?: { def?: Definition } })._zod ?? {};
  if (def) yield def;
  if (def || Array.isArray(part))
    for (const below of [...Object.values(def?.['shape'] ?? {}), ...Object.values(def ?? part)])
      yield* definitionsIn(below, seen);
}

/** The errors of checks that replace the library's sentence. */
const saidBy = (schema: z.ZodType): string[] =>
  [...definitionsIn(schema)].flatMap(({ error }) => {
    const said: unknown = typeof error === 'function' ? error({ code: 'custom', input: undefined, path: [] }) : [];
    return typeof said === 'object' && said !== null && 'message' in said
      ? String(said.message)
      : typeof said === 'string'
        ? said
        : [];
  });

/** The names of all fields, at any depth. */
const namesIn = (schema: unknown): string[] => [
  ...new Set([...definitionsIn(schema)].flatMap(({ shape }) => Object.keys(shape ?? {}))),
];

/** Wrong values for a field, of every type and length. */
const junk: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  0.3,
  1e21,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  'x',
  '!',
  '9'.repeat(40),
  'x'.repeat(200_000),
  '2026-02-31',
  '2999-01-01T00:00:00Z',
  {},
  { '': 1 },
  [],
  [1],
  [{}],
  Array.from({ length: 10_001 }, (_, index) => `id-${index}`),
];
/** Each wrong value in each field, and in each part of it. */
function* nonsense(schema: z.ZodType): Generator<unknown> {
  yield* junk;
  for (const [name, part] of Object.entries(schema instanceof z.ZodObject ? schema.shape : {})) {
    for (const value of junk) {
      yield { [name]: value };
      for (const below of namesIn(part)) yield* [{ [name]: { [below]: value } }, { [name]: [{ [below]: value }] }];
    }
  }
}

describe.each(everyCall.flatMap((call) => schemaOfCall(call).map((schema) => ({ call: nameOf(call), schema }))))(
  '$call',
  ({ schema }) => {
    test('gives only reasons of the catalogue', () => {
      expect(saidBy(schema).filter((said) => !isReason(said))).toEqual([]);
    });

    test("words the library's own findings as the library does", () => {
      for (const sent of nonsense(schema)) {
        const issues = schema.safeParse(sent, { reportInput: true }).error?.issues ?? [];
        const own = issues.filter(({ code, message }) => code !== 'unrecognized_keys' && !isReason(message));
        expect(own.map((issue) => refusalOf(issue).message)).toEqual(own.map(({ message }) => message));
      }
    });
  },
);

test('a schema with other errors is found', () => {
  const schema = z.object({
    name: z.string().min(1, 'Name it'),
    list: z
      .array(z.string('Text'))
      .optional()
      .refine(() => true, { error: 'No', path: ['list'] }),
  });
  expect(saidBy(schema).sort()).toEqual(['Name it', 'No', 'Text']);
});

/** The sources of a folder, without specs and the catalogue itself. */
function* sources(folder: string): Generator<string> {
  for (const { name, parentPath } of readdirSync(new URL(`../../../${folder}`, import.meta.url), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (name.endsWith('.ts') && !name.endsWith('.spec.ts') && !parentPath.endsWith('domain/reasons'))
      yield readFileSync(`${parentPath}/${name}`, 'utf8');
  }
}

test('every reason of the catalogue is used', () => {
  const text = [
    'command-api/language/src',
    'command-api/src',
    'query-api/src',
    'infra/service-kit/src',
    'infra/runtime/gateway',
  ]
    .flatMap((folder) => [...sources(folder)])
    .join('\n');
  expect(Object.keys(catalogue).filter((reason) => !text.includes(`'${reason}'`))).toEqual([]);
});

interface Described {
  components: { schemas: { Reason: { oneOf: { const: Reason; description: string }[] } } };
}

test('the description lists every reason with its sentence', () => {
  const { components } = JSON.parse(
    readFileSync(new URL('../../../query-api/data/openapi.json', import.meta.url), 'utf8'),
  ) as Described;
  const described = components.schemas.Reason.oneOf;
  expect(described.map((one) => one.const)).toEqual(Object.keys(catalogue));
  expect(described).toContainEqual({
    const: 'too-many-members',
    title: '409 conflict',
    description: 'A team has at most {limit} members',
    'x-values': { limit: 'number' },
  });
});
