/**
 * MoveRecord writes to two streams (docs/decisions/write-side/moved-to-another-chart.md): `MovedToAnotherChart` on the
 * source admission's, which decides, `MovedFromAnotherChart` on the target's, then `MoveCompleted` on the source's, or
 * `MoveReturned` where the target refuses. Each step may be repeated. The route and `second-steps.ts` both take the
 * steps after the first.
 */
import { KeyDestroyed } from 'service-kit/event-log/port';
import { type MovedKind, noteIdOf, reviewIdOf } from 'language/domain/admission/events';
import { completeMove, moveIn, moveUnderWay, returnMove } from 'language/domain/admission/decide-move';
import { recordAt } from 'language/domain/admission/evolve-moves';
import type { MovedTo } from 'language/domain/admission/records';
import { type Actor, Rejection } from 'language/domain/command';
import type { ImageStore } from '../images/store.ts';
import { derivedId, shortDerivedId } from './derived-id.ts';
import type { CommandParts } from './intent.ts';

export const MOVE_RECORD = 'MoveRecord';

/** It contains the admission's id: one key may move things of two admissions. */
export const moveIdOf = (commandId: string, fromAdmission: string): string =>
  derivedId(commandId, `move:${fromAdmission}`);

/** The command id of the last step, on the source. */
export const endOfMoveId = (moveId: string): string => derivedId(moveId, 'end');

/** The command id of the step on the target. */
export const arrivalOfMoveId = (moveId: string): string => derivedId(moveId, 'in');

export const movedEntryId =
  (moveId: string) =>
  (entryId: string): string =>
    derivedId(moveId, `entry:${entryId}`);

/** The place in the target. @param chosenReview of an entry; undefined for a new review */
export function placeInTarget(
  moveId: string,
  {
    kind,
    id,
    admissionId,
    chosenReview,
  }: { kind: MovedKind; id: string; admissionId: string; chosenReview?: string | undefined },
): MovedTo {
  const newReview = reviewIdOf(admissionId, shortDerivedId(moveId, 'review'));
  const place = { admissionId, reviewId: null, isNewReview: false };
  switch (kind) {
    case 'entry':
      return {
        admissionId,
        reviewId: chosenReview ?? newReview,
        isNewReview: chosenReview === undefined,
        id: movedEntryId(moveId)(id),
      };
    case 'review':
      return { ...place, id: newReview };
    case 'note':
      return { ...place, id: noteIdOf(admissionId, shortDerivedId(moveId, 'note')) };
    case 'images':
      return { ...place, id: derivedId(moveId, 'gallery') };
    default:
      return kind satisfies never;
  }
}

export interface MoveParts extends CommandParts {
  readonly images: Pick<ImageStore, 'move'>;
}

/**
 * The steps after the first, of a move that is under way; none where it has ended.
 * @param move.commandId the first step's
 * @param move.at when it was moved, if that is not now
 * @returns whether there was something to do
 */
export async function finishMove(
  parts: MoveParts,
  move: { commandId: string; admissionId: string; at?: Date; readonly actor: () => Actor | Promise<Actor> },
): Promise<boolean> {
  const { folds, handle, images } = parts;
  const { commandId, admissionId, at, actor } = move;
  const moveId = moveIdOf(commandId, admissionId);
  const { state: source } = await folds.admission.load(admissionId);
  const leaving = moveUnderWay(source, moveId);
  if (!leaving || source.status === 'none') return false;
  const { to, reason, reviewId, id } = leaving;
  const step = { name: MOVE_RECORD, fold: folds.admission, actor, ...(at ? { at } : {}) };
  const onSource = { ...step, commandId: endOfMoveId(moveId), id: admissionId };
  const target = await folds.admission.load(to.admissionId);
  try {
    await handle({
      ...step,
      commandId: arrivalOfMoveId(moveId),
      id: to.admissionId,
      payload: {
        moveId,
        reason,
        fromAdmission: admissionId,
        teamId: source.teamId,
        moved: recordAt(leaving, { ...to, entryIdOf: movedEntryId(moveId) }),
      },
      decide: moveIn,
    });
  } catch (error) {
    if (!(error instanceof Rejection || error instanceof KeyDestroyed)) throw error;
    const back = { id, reviewId, isNewReview: false, entryIdOf: (entryId: string) => entryId };
    await handle({ ...onSource, payload: { moveId, moved: recordAt(leaving, back) }, decide: returnMove });
    return true;
  }
  if (leaving.images.length > 0 && target.state.status !== 'none')
    await images.move(leaving.images, {
      from: admissionId,
      to: to.admissionId,
      patientId: target.state.patientId,
      revision: leaving.touch.version,
    });
  await handle({ ...onSource, payload: { moveId }, decide: completeMove });
  return true;
}
