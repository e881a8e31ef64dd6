/**
 * An entry, review, note or images moved to another chart of the team (docs/product.md, "Moved to another chart"). First
 * the source admission's stream, then the target's. `second-steps.ts` finishes it after a crash.
 */
import * as admissionCalls from 'language/contract/calls/admissions';
import { MoveRecord } from 'language/contract/bodies/moves';
import type { Answer, Move } from 'language/contract/entities';
import { renderMove } from 'language/contract/render/moves';
import {
  arrivalOfMoveId,
  endOfMoveId,
  finishMove,
  MOVE_RECORD,
  movedEntryId,
  moveIdOf,
  placeInTarget,
} from '../../commands/move-record.ts';
import { moveOut, reviewOfBefore } from 'language/domain/admission/decide-move';
import { admissionStream } from 'language/domain/admission/events';
import { admitted } from 'language/domain/admission/lookup';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { command, type CommandRequest, written } from '../command-route.ts';
import { actorOf } from '../rights.ts';
import { onAdmission } from './on-admission.ts';

export const moveRoutes = [
  command(admissionCalls.moveRecord, {
    body: MoveRecord,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const { kind, id, reviewId = null, images, toAdmission, toReview, reason } = body;
      const admissionId = request.param('id');
      const moveId = moveIdOf(commandId, admissionId);
      const [{ state: source }, { state: target }] = await Promise.all([
        dependencies.folds.admission.load(admissionId),
        dependencies.folds.admission.load(toAdmission),
      ]);
      const chosenReview = toReview ?? reviewOfBefore(source, target, { thing: id, reviewId, toAdmission });
      const outcome = await onAdmission(request, admissionId, {
        name: MOVE_RECORD,
        target: `${kind}:${id}`,
        payload: {
          admissionId,
          moveId,
          kind,
          thing: id,
          reviewId,
          images,
          to: placeInTarget(moveId, { kind, id, admissionId: toAdmission, chosenReview }),
          entryIdOf: movedEntryId(moveId),
          reason,
          target,
        },
        decide: moveOut,
      });
      // The source's stream has decided that the person may: the other steps follow without asking again.
      await finishMove(dependencies, { commandId, admissionId, actor: () => actorOf(request) });
      return endOf(request, { admissionId, moveId, stream: outcome.stream });
    },
  }),
];

/**
 * The move at its end, so that a repeated key gets the same answer, with the last revisions of both charts that it wrote.
 * @throws HttpProblem 409 if it came back
 * @throws Rejection if the chart was erased meanwhile: what was moved out of it goes with it
 */
async function endOf(
  { dependencies }: CommandRequest<unknown>,
  { admissionId, moveId, stream }: { admissionId: string; moveId: string; stream: string },
): Promise<Answer<Move>> {
  const { folds } = dependencies;
  const { state, commands } = await folds.admission.load(admissionId);
  admitted(state);
  const end = commands.get(endOfMoveId(moveId));
  if (!end) throw new Error('A move has no end');
  const { moves } = admitted(await folds.admission.loadAt(admissionId, end.last));
  const move = moves.find((candidate) => candidate.moveId === moveId);
  if (move?.progress !== 'arrived') throw new HttpProblem(refusal('move-returned'));
  const target = move.to.admissionId;
  const arrival = (await folds.admission.load(target)).commands.get(arrivalOfMoveId(moveId));
  return {
    ...renderMove(move),
    admission: admissionId,
    ...written({ stream, revision: end.last }),
    ...(arrival ? { alsoWritten: [written({ stream: admissionStream(target), revision: arrival.last })] } : {}),
  };
}
