/**
 * The answer of an entity's conflict: 409 with the current entity, and who changed it when (docs/product.md,
 * "If-Match").
 */
import type { EntityConflict } from 'language/domain/command';
import { ChangedSince } from '../commands/intent.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Dependencies } from './dependencies.ts';
import { personOf } from 'language/contract/render/people';

/**
 * Runs a command and turns its `ChangedSince` into the answer.
 * @param current renders the current entity in the contract's shape
 */
export async function withConflictAnswer<State, Result>(
  dependencies: Dependencies,
  command: () => Promise<Result>,
  current: (state: State, entity: EntityConflict['entity']) => Promise<object>,
): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof ChangedSince)) throw error;
    const { conflict, state } = error as ChangedSince<State>;
    const { changedBy: userId, changedAt } = conflict.touch;
    const { name } = await personOf(dependencies, userId);
    throw new HttpProblem(conflict.refusal, {
      extra: { current: await current(state, conflict.entity), changedBy: { userId, name }, changedAt },
    });
  }
}
