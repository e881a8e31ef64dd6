/** Renders moves to another chart in the contract's shapes. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import type { MovedFrom } from '../../domain/admission/events.ts';
import type { OutgoingMove } from '../../domain/admission/records.ts';

/** A move whose thing has come back leaves no mark. */
export const renderMoves = (moves: readonly OutgoingMove[]): { moves?: contract.MovedOut[] } => {
  const marks = moves.filter(({ progress }) => progress !== 'returned').map(renderMove);
  return marks.length === 0 ? {} : { moves: marks };
};

export const renderMove = ({
  moveId,
  kind,
  id,
  reviewId,
  reason,
  touch,
  to,
  progress,
}: OutgoingMove): contract.MovedOut => ({
  _id: moveId,
  kind,
  thing: id,
  ...(reviewId === null ? {} : { review: reviewId }),
  reason,
  userId: touch.changedBy,
  at: touch.changedAt,
  to: { admission: to.admissionId, thing: to.id, ...(to.reviewId === null ? {} : { review: to.reviewId }) },
  ...(progress === 'under way' ? { underWay: true } : {}),
});

/** The field of a thing that was moved here; none for another one. */
export const renderOrigin = ({
  movedFrom,
}: {
  readonly movedFrom?: MovedFrom | undefined;
}): { movedFrom?: contract.MovedFrom } =>
  movedFrom === undefined
    ? {}
    : {
        movedFrom: {
          move: movedFrom.moveId,
          admission: movedFrom.admissionId,
          thing: movedFrom.id,
          ...(movedFrom.reviewId === null ? {} : { review: movedFrom.reviewId }),
          reason: movedFrom.reason,
          userId: movedFrom.movedBy,
          at: movedFrom.movedAt,
        },
      };
