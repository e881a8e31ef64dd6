/** The types of `command-api/language/src/contract` as JSON Schemas. Their comments are the descriptions. */
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

export type JsonSchema = Readonly<Record<string, unknown>>;

const root = new URL('../../../', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, root));

const isFunction = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && '$comment' in schema && String(schema.$comment).startsWith('(');

/**
 * By name. References between them lead to `#/components/schemas/`.
 * @param closed no other properties, for reads; a command's answer has more than the entity
 */
export function entitySchemas(closed = false): Record<string, JsonSchema> {
  const generator = createGenerator({
    path: at(
      'command-api/language/src/contract/!(foreign-markup|history-event-types|live|plain-text|rich-text|review-parts|symbol-fonts|*.spec).ts',
    ),
    tsconfig: at('command-api/language/tsconfig.json'),
    type: '*',
    skipTypeCheck: true,
    additionalProperties: !closed,
    expose: 'export',
    topRef: true,
    jsDoc: 'extended',
    encodeRefs: false,
  });
  const { definitions = {} } = generator.createSchema('*');
  // The generator also emits exported functions, with their signature as comment. Only types are part of the API.
  const types = Object.fromEntries(Object.entries(definitions).filter(([, schema]) => !isFunction(schema)));
  return JSON.parse(JSON.stringify(types).replaceAll('"#/definitions/', '"#/components/schemas/')) as Record<
    string,
    JsonSchema
  >;
}
