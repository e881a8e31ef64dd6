/** JSON Schemas of Kubernetes, made of the types that it publishes (package `kubernetes-types`). */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** @returns the mistakes of a manifest: wrong types, missing members, and members that Kubernetes does not know */
export function manifestValidator(): (manifest: { apiVersion: string; kind: string }) => readonly string[] {
  const { definitions = {} } = createGenerator({
    path: here('kinds.ts'),
    tsconfig: here('../../../tsconfig.json'),
    type: 'Kinds',
    skipTypeCheck: true,
    additionalProperties: false,
    encodeRefs: false,
    jsDoc: 'none',
  }).createSchema('Kinds');
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'kubernetes', definitions });
  return (manifest) => {
    const name = `${manifest.apiVersion} ${manifest.kind}`;
    // In a pointer of JSON a slash is written as ~1.
    const place = `kubernetes#/definitions/Kinds/properties/${encodeURIComponent(name.replaceAll('/', '~1'))}`;
    const validate = ajv.getSchema(place);
    if (!validate) return [`${name} is not in kinds.ts`];
    if (validate(manifest)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}
