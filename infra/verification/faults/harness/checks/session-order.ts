/**
 * A command that was acknowledged before another one was sent comes before it in their stream. A client sends its next command
 * after the answer to the last, so the order of each client's session is the order of the stream; it holds between
 * clients too.
 */
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Intention } from '../../convergence/ledger.ts';

export function orderFaults(
  intentions: readonly Intention[],
  logs: ReadonlyMap<string, readonly StoredEvent[]>,
): string[] {
  return [...logs].flatMap(([stream, events]) => {
    const revisions = new Map(events.map(({ metadata, revision }) => [metadata.commandId, revision]));
    const written = intentions.flatMap((intention) => {
      const revision = intention.acknowledged?.stream === stream ? revisions.get(intention.commandId) : undefined;
      return revision === undefined ? [] : [{ ...intention, revision }];
    });
    const answered = written.toSorted((one, other) => one.answeredAt - other.answeredAt);
    let [next, newest] = [0, { revision: -1n, what: '' }];
    return written
      .toSorted((one, other) => one.sentAt - other.sentAt)
      .flatMap(({ sentAt, revision, what }) => {
        for (let one = answered[next]; one && one.answeredAt < sentAt; one = answered[(next += 1)])
          if (one.revision > newest.revision) newest = one;
        return revision > newest.revision
          ? []
          : [
              `${what} is revision ${revision} of ${stream}, but ${newest.what}, answered before, is ${newest.revision}`,
            ];
      });
  });
}
