/** The abilities of this server (https://hl7.org/fhir/R4/capabilitystatement.html). */
import type { CapabilityStatement, CapabilityStatementRestResourceSearchParam } from 'fhir/r4.js';
import type { ResourceType } from './clients.ts';
import { hl7Code } from './kind.ts';
import { type Compared, pageSizes, type Parameters } from './search.ts';

const typeOf = (compared: Compared): CapabilityStatementRestResourceSearchParam['type'] =>
  compared.as === 'reference'
    ? 'reference'
    : compared.as === 'token' || compared.as === 'record number'
      ? 'token'
      : 'date';

/** Parameters that R4 does not have: its DetectedIssue and Provenance know no encounter. */
const isOwn = (type: ResourceType, name: string): boolean =>
  name === 'encounter' && (type === 'DetectedIssue' || type === 'Provenance');

export const capabilityStatement = (
  base: string,
  version: string,
  kinds: readonly { readonly type: ResourceType; readonly parameters: Parameters }[],
): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  // The day of this description, not of the program's start.
  date: '2026-12-01',
  kind: 'instance',
  software: { name: 'Clinical pharmacy', version },
  implementation: { description: 'Read access to the charts of clinical pharmacists', url: base },
  fhirVersion: '4.0.1',
  format: ['json'],
  rest: [
    {
      mode: 'server',
      documentation: `Read only. A page has ${pageSizes.default} resources, and ${pageSizes.max} at most (_count).`,
      security: {
        service: [{ coding: [hl7Code('restful-security-service', 'OAuth')] }],
        description: `OAuth 2.0 client credentials at ${base}/token. Scopes: system/<resource>.read, team/<id>`,
      },
      resource: kinds.map(({ type, parameters }) => ({
        type,
        interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
        versioning: 'versioned' as const,
        searchParam: Object.entries(parameters).map(([name, compared]) => ({
          name,
          type: typeOf(compared),
          ...(isOwn(type, name) && { documentation: 'A parameter of this server' }),
        })),
        ...(type === 'Provenance' && { documentation: 'A search names a patient or an encounter' }),
      })),
    },
  ],
});
