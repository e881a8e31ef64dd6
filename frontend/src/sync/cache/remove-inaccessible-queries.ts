/** After a person loses access to team data, the cached data must leave the browser. */
import { queryClient } from './query-client.ts';

/** First parts of the keys of data that belongs to the person or to all people. */
const accessibleToAll: ReadonlySet<unknown> = new Set([
  'me',
  'teams',
  'profile',
  'metrics',
  'ownTemplates',
  'drugs',
  'errorTypes',
  'tags',
  'courses',
  'sponsors',
  'config',
]);

/** Keeps active queries: their screens read them again and show the refusal. */
export const removeInaccessibleQueries = (): void =>
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => !accessibleToAll.has(queryKey[0]) });
