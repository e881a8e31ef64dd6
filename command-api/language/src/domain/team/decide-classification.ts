/** How a team classifies errors, by its admin. */
import { type Command, refuseIfChanged } from '../command.ts';
import { refuseUnless } from '../refusals.ts';
import type { TeamClassification } from './classification.ts';
import { created } from './decide.ts';
import type { TeamEvent } from './events.ts';
import type { Team } from './state.ts';

/** The whole settings. */
export interface SetClassification {
  readonly teamId: string;
  readonly classification: TeamClassification;
}

export function setClassification(team: Team, command: Command<SetClassification>): TeamEvent[] {
  const { classification, touch } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  const { pcne, atc } = command.classification;
  if (pcne === classification.pcne && atc === classification.atc) return [];
  refuseIfChanged(command, { kind: 'team', id: command.teamId }, touch);
  return [{ type: 'TeamClassificationSet', data: { pcne, atc } }];
}
