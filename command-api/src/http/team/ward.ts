/** The team's table of priority, and its views of the ward board. */
import * as teamCalls from 'language/contract/calls/teams';
import { EmptyBody } from 'language/contract/bodies/shared';
import { SaveView, SetPriorityTable } from 'language/contract/bodies/teams';
import { renderPriorityTable, renderView } from 'language/contract/render/ward';
import type { Command } from 'language/domain/command';
import { addView, changeView, removeView, setPriorityTable, viewOf } from 'language/domain/team/decide-ward';
import type { TeamEvent } from 'language/domain/team/events';
import type { CreatedTeam, Team } from 'language/domain/team/state';
import { derivedId } from '../../commands/derived-id.ts';
import type { Outcome } from '../../commands/intent.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { actorIn } from '../rights.ts';
import { created } from './on-team.ts';

/** @throws HttpProblem 409 with the table or the view as it is now */
const onWard = <Payload extends object>(
  request: CommandRequest<unknown, 'id'>,
  intent: {
    readonly name: string;
    readonly target?: string;
    readonly payload: Payload;
    readonly decide: (team: Team, command: Command<Payload>) => TeamEvent[];
  },
): Promise<Outcome<Team>> => {
  const { dependencies, commandId, basedOn } = request;
  const id = request.param('id');
  return withConflictAnswer(
    dependencies,
    () =>
      dependencies.handle({
        ...intent,
        commandId,
        basedOn,
        fold: dependencies.folds.team,
        id,
        actor: (team: Team) => actorIn(request, id, team),
      }),
    async (team: Team, { kind, id: entity }) =>
      kind === 'view' ? renderedView(request, created(team), entity) : renderPriorityTable(created(team).priority),
  );
};

const renderedView = ({ dependencies }: Pick<CommandRequest<unknown>, 'dependencies'>, team: CreatedTeam, id: string) =>
  renderView(dependencies, viewOf(team, id));

export const teamWardRoutes = [
  command(teamCalls.setPriorityTable, {
    body: SetPriorityTable,
    async answer(request) {
      const { state: catalogue } = await request.dependencies.folds.catalogue.load('');
      const outcome = await onWard(request, {
        name: 'SetPriorityTable',
        payload: {
          teamId: request.param('id'),
          table: request.body,
          knownTags: catalogue.tags.map(({ label }) => label),
        },
        decide: setPriorityTable,
      });
      return { ...renderPriorityTable(created(outcome.state).priority), ...written(outcome) };
    },
  }),
  command(teamCalls.addView, {
    makes: true,
    body: SaveView,
    async answer(request) {
      const viewId = derivedId(request.commandId, 'view');
      const payload = { viewId, ...request.body };
      const outcome = await onWard(request, { name: 'AddView', target: viewId, payload, decide: addView });
      return { ...(await renderedView(request, created(outcome.state), viewId)), ...written(outcome) };
    },
  }),
  command(teamCalls.changeView, {
    body: SaveView,
    async answer(request) {
      const viewId = request.param('viewId');
      const payload = { viewId, ...request.body };
      const outcome = await onWard(request, { name: 'ChangeView', target: viewId, payload, decide: changeView });
      return { ...(await renderedView(request, created(outcome.state), viewId)), ...written(outcome) };
    },
  }),
  command(teamCalls.removeView, {
    body: EmptyBody,
    async answer(request) {
      const { dependencies } = request;
      const viewId = request.param('viewId');
      const outcome = await onWard(request, {
        name: 'RemoveView',
        target: viewId,
        payload: { viewId },
        decide: removeView,
      });
      const before = await dependencies.folds.team.loadAt(request.param('id'), outcome.revision - 1n);
      return { ...(await renderedView(request, created(before), viewId)), ...written(outcome) };
    },
  }),
];
