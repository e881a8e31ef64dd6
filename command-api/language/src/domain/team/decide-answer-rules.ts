/** The rules for the answers of a team's physicians, by its admin. */
import { type Command, refuseIfChanged } from '../command.ts';
import { refuseUnless } from '../refusals.ts';
import { type AnswerRules, severityGroups } from './answer-rules.ts';
import { created } from './decide.ts';
import type { TeamEvent } from './events.ts';
import type { Team } from './state.ts';

/** The whole rules. */
export interface SetAnswerRules {
  readonly teamId: string;
  readonly rules: AnswerRules;
}

export function setAnswerRules(team: Team, command: Command<SetAnswerRules>): TeamEvent[] {
  const before = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  if (contentOf(command.rules) === contentOf(before.answerRules)) return [];
  refuseIfChanged(command, { kind: 'team', id: command.teamId }, before.touch);
  const { refusalReasons, ...rules } = command.rules;
  return [{ type: 'TeamAnswerRulesSet', data: { ...rules, refusalReasons: [...refusalReasons] } }];
}

const contentOf = ({ ladder, ...rules }: AnswerRules): string =>
  JSON.stringify([
    rules.refusalReasons,
    rules.changeMinutes,
    rules.quietFrom,
    rules.quietUntil,
    rules.ranksPhysicians,
    ...severityGroups.map((group) => Object.values(ladder[group])),
  ]);
