/** The team's table of priority and its views of the ward board (docs/product.md, "Priority"). */
import { isSameLabel } from '../catalogue/tag-names.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { type PriorityTable } from '../priority/table.ts';
import type { ViewFilter } from '../priority/views.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import { limits } from '../values/codes.ts';
import { foldLetters } from '../values/folding.ts';
import { created } from './decide.ts';
import type { TeamEvent } from './events.ts';
import type { CreatedTeam, Team, TeamView } from './state.ts';

export interface SetPriorityTable {
  readonly teamId: string;
  readonly table: PriorityTable;
  /** The tags of the catalogue, by name. */
  readonly knownTags: readonly string[];
}
export interface SaveView {
  readonly viewId: string;
  readonly name: string;
  readonly filter: ViewFilter;
}
export interface RemoveView {
  readonly viewId: string;
}

/** A tag that the table had already may stay: the default has tags which a catalogue may not have. */
export function setPriorityTable(team: Team, command: Command<SetPriorityTable>): TeamEvent[] {
  const { teamId, table, knownTags } = command;
  const { priority } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  if (contentOf(table) === contentOf(priority.table)) return [];
  for (const field of ['highAlertTags', 'antibioticTags'] as const)
    if (!table[field].every((name) => [...knownTags, ...priority.table[field]].some((tag) => isSameLabel(tag, name))))
      throw invalidField(field, refusal('unknown-class'));
  refuseIfChanged(command, { kind: 'priorityTable', id: teamId }, priority.touch);
  const { highAlertTags, antibioticTags, ...numbers } = table;
  return [
    {
      type: 'TeamPriorityTableSet',
      data: { ...numbers, highAlertTags: [...highAlertTags], antibioticTags: [...antibioticTags] },
    },
  ];
}

/** The members are in one order, whatever that of the body was. */
const contentOf = (table: object): string =>
  JSON.stringify(table, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** By a clinical pharmacist of the team, or its admin. */
const viewsFor = (team: Team, { actor }: Command<object>): CreatedTeam => {
  const before = created(team);
  refuseUnless(actor.canEdit || actor.isTeamAdmin);
  return before;
};
export function viewOf({ views }: CreatedTeam, id: string): TeamView {
  const view = views.find(({ viewId }) => viewId === id);
  if (!view) throw notFound();
  return view;
}
const isSameView = (one: Omit<SaveView, 'viewId'>, other: Omit<SaveView, 'viewId'>): boolean =>
  one.name === other.name && contentOf(one.filter) === contentOf(other.filter);
const saved = ({ viewId, name, filter }: SaveView): TeamEvent[] => [
  { type: 'TeamViewSaved', data: { viewId, name, filter } },
];

/** A repetition writes nothing. */
export function addView(team: Team, command: Command<SaveView>): TeamEvent[] {
  const { views } = viewsFor(team, command);
  if (views.some(({ viewId }) => viewId === command.viewId)) return [];
  refuseSameName(views, command);
  if (views.length >= limits.viewsPerTeam)
    throw new Rejection(refusal('too-many-views', { limit: limits.viewsPerTeam }));
  return saved(command);
}

export function changeView(team: Team, command: Command<SaveView>): TeamEvent[] {
  const before = viewsFor(team, command);
  const view = viewOf(before, command.viewId);
  if (isSameView(view, command)) return [];
  refuseSameName(before.views, command);
  refuseIfChanged(command, { kind: 'view', id: command.viewId }, view.touch);
  return saved(command);
}

export function removeView(team: Team, command: Command<RemoveView>): TeamEvent[] {
  const { viewId } = command;
  const view = viewOf(viewsFor(team, command), viewId);
  refuseIfChanged(command, { kind: 'view', id: viewId }, view.touch);
  return [{ type: 'TeamViewRemoved', data: { viewId } }];
}

function refuseSameName(views: readonly TeamView[], { viewId, name }: SaveView): void {
  if (views.some((other) => other.viewId !== viewId && foldLetters(other.name) === foldLetters(name)))
    throw new Rejection(refusal('view-exists'));
}
