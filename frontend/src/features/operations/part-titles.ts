/** The names of the parts of the operator's page, in the language of the page. */
import { translate } from '../../platform/language/language.ts';

const parts = ['services', 'rows', 'queue', 'eventLog', 'database', 'disk', 'sessions', 'backup', 'version'] as const;
export type Part = (typeof parts)[number];

export const isPart = (name: string): name is Part => parts.some((part) => part === name);
export const partTitle = (part: Part): string => translate(`operations.${part}`);

const projections = ['clinical', 'patients', 'directory', 'catalogue', 'accesses', 'audit'] as const;
/** `Charts (clinical)`: the commands of the operator take the name in brackets. */
export function projectionTitle(name: string): string {
  const known = projections.find((projection) => projection === name);
  return known ? `${translate(`operations.projection.${known}`)} (${known})` : name;
}

const kinds = ['admission', 'patient', 'team', 'user', 'drug', 'catalogue', 'access'] as const;
/** The title of a kind of stream. */
export function kindTitle(name: string): string {
  const known = kinds.find((kind) => kind === name);
  return known ? translate(`operations.kind.${known}`) : name;
}
