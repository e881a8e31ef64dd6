/**
 * Finishes MoveRecord if a crash came after its first step (docs/decisions/write-side/moved-to-another-chart.md): the
 * other chart takes what was moved, or it comes back.
 */
import { finishMove, type MoveParts } from '../../commands/move-record.ts';
import type { StoredEvent } from 'service-kit/event-log/port';
import { commandOf, type LogFollowerParts, runProcessManager } from './process-manager.ts';

export const COMPLETE_MOVES = 'complete-moves';

/** Runs until `signal` aborts. */
export const completeMoves = (parts: LogFollowerParts & MoveParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: COMPLETE_MOVES,
      prefixes: ['admission-'],
      firstStep: 'MovedToAnotherChart',
      finish: (event) => complete(parts, event),
    },
    signal,
  );

/** Idempotent: a move that has ended is left alone. */
async function complete(parts: Pick<LogFollowerParts, 'logger'> & MoveParts, event: StoredEvent): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  if (await finishMove(parts, { ...commandOf(event), admissionId }))
    parts.logger.info({ admissionId }, 'completed a move to another chart that was cut off');
}
