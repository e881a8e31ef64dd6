/**
 * The decisions on findings, by the clinical pharmacists of the team (docs/product.md, "Proposals"). The order of checks
 * is that of `decide.ts`.
 */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { addDays } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import type { AdmissionEvent, DecidedFinding, FindingDecision } from './events.ts';
import { admitted } from './lookup.ts';
import { type Admission, isSameFinding } from './state.ts';

export interface DecideFinding {
  readonly finding: DecidedFinding;
  readonly decision: FindingDecision;
}

/** The same decision again writes nothing; another one replaces it. */
export function decideFinding(admission: Admission, command: Command<DecideFinding>): AdmissionEvent[] {
  const { finding, decision, today } = command;
  const { findings } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const before = findings.find((one) => isSameFinding(one.finding, finding));
  if (before && JSON.stringify(before.decision) === JSON.stringify(decision)) return [];
  if (decision.kind === 'deferred' && (decision.until <= today || decision.until > addDays(today, limits.deferredDays)))
    throw invalidField('decision.until', refusal('deferred-too-far', { limit: limits.deferredDays }));
  if (!before && findings.length >= limits.decidedFindings)
    throw new Rejection(refusal('too-many-decided-findings', { limit: limits.decidedFindings }));
  return [{ type: 'FindingDecided', data: { finding, decision } }];
}
