/**
 * The systems that may read by FHIR (`FHIR_CLIENTS`, docs/interfaces.md, "FHIR"), and what each may read: kinds of resources,
 * of teams. A client is taken out of the file, and its tokens end at once.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fhirResourceTypes as resourceTypes, type FhirResourceType } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';

export type ResourceType = FhirResourceType;
export const isResourceType = (name: string): name is ResourceType =>
  (resourceTypes as readonly string[]).includes(name);

const Client = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be letters, digits, dots, lines and dashes'),
  /** The secret is random, so a plain hash is enough. */
  secretSha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the secret, 64 characters of 0-9 and a-f'),
  teams: z.array(Id).min(1, 'names no team'),
  resources: z
    .array(z.enum(resourceTypes))
    .min(1, 'names no kind of resource')
    .default([...resourceTypes]),
});
export type FhirClient = z.output<typeof Client>;

const File = z
  .strictObject({ clients: z.array(Client) })
  .refine(({ clients }) => new Set(clients.map(({ id }) => id)).size === clients.length, 'two clients have one id');

/** @throws ZodError */
export const clientsOf = (file: unknown): ReadonlyMap<string, FhirClient> =>
  new Map(File.parse(file).clients.map((client) => [client.id, client]));

/** The mistakes in the file; none if it can be read. */
export function clientsMistakes(path: string): readonly string[] {
  try {
    clientsOf(JSON.parse(readFileSync(path, 'utf8')));
    return [];
  } catch (error) {
    return [`FHIR_CLIENTS: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`];
  }
}

export const hasSecret = ({ secretSha256 }: FhirClient, secret: string): boolean =>
  timingSafeEqual(Buffer.from(secretSha256, 'hex'), createHash('sha256').update(secret).digest());

/** A token is for these. */
export interface Grant {
  readonly clientId: string;
  readonly teams: readonly string[];
  readonly resources: readonly ResourceType[];
}

/** `system/Patient.read` for each kind of resource, `team/<id>` for each team. */
export const scopeOf = ({ resources, teams }: Pick<Grant, 'resources' | 'teams'>): string =>
  [...resources.map((type) => `system/${type}.read`), ...teams.map((team) => `team/${team}`)].join(' ');

/**
 * The part of what the client may read that a scope asks for: all kinds of resources, or all teams, where it names none.
 * @returns undefined where it asks for more
 */
export function grantOf(client: FhirClient, scope: string): Grant | undefined {
  const asked = scope.split(' ').filter((part) => part !== '');
  const own = scopeOf(client).split(' ');
  if (asked.some((part) => part !== 'system/*.read' && !own.includes(part))) return undefined;
  const all = (prefix: string): boolean =>
    asked.includes('system/*.read') && prefix === 'system/' ? true : !asked.some((part) => part.startsWith(prefix));
  return {
    clientId: client.id,
    resources: client.resources.filter((type) => all('system/') || asked.includes(`system/${type}.read`)),
    teams: client.teams.filter((team) => all('team/') || asked.includes(`team/${team}`)),
  };
}
