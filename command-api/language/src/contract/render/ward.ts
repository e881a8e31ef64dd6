/** Renders the table of priority and the views of a team. The query API answers the same from its rows. */
import { revisionToJson } from '../../domain/values/revision.ts';
import type { TeamPriority, TeamView } from '../../domain/team/state.ts';
import type { SavedView, TeamPriorityTable } from '../handover.ts';
import { type People, personOf } from './people.ts';

export const renderPriorityTable = ({ table, touch }: TeamPriority): TeamPriorityTable => ({
  ...table,
  version: revisionToJson(touch.version),
});

export async function renderView(people: People, { viewId, name, filter, touch }: TeamView): Promise<SavedView> {
  return {
    _id: viewId,
    name,
    filter,
    userId: touch.changedBy,
    userName: (await personOf(people, touch.changedBy)).name,
    version: revisionToJson(touch.version),
  };
}
