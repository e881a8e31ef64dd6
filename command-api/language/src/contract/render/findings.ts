/** Renders decisions on findings in the contract's shape. The query API answers the same from its rows. */
import type { AdmissionFinding } from '../../domain/admission/state.ts';
import type { FindingDecision } from '../findings.ts';
import { type People, personOf } from './people.ts';

export async function renderDecision(
  people: People,
  { finding, decision, touch }: AdmissionFinding,
): Promise<FindingDecision> {
  return {
    ...finding,
    kind: decision.kind,
    until: decision.kind === 'deferred' ? decision.until : null,
    reason: decision.kind === 'dismissed' ? decision.reason : '',
    entryId: decision.kind === 'taken' ? decision.entryId : '',
    userId: touch.changedBy,
    userName: (await personOf(people, touch.changedBy)).name,
    at: touch.changedAt,
  };
}
