/** What was read of a team leaves this browser once the team, or what was open of it, is closed to the person. */
import { queryClient } from './query-client.ts';

/** Of oneself, or for everybody. */
const kept: ReadonlySet<unknown> = new Set([
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

/** What is still on the screen is asked again by whoever shows it, and refused there. */
export const removeInaccessibleQueries = (): void =>
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => !kept.has(queryKey[0]) });
