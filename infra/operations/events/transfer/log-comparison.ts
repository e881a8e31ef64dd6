/** Compares a file with a log, event by event. */
import { Failure } from '../failures.ts';
import { differenceOf, isSame } from './event-identity.ts';
import { nameOf, type StoredEvent } from '../log/stored-event.ts';

/** The message names the first difference. */
export class Difference extends Failure {
  override readonly name = 'Difference';
}

/**
 * The file's events after the end of the log.
 * @param onSame called for each event that both have
 * @throws Difference where the log holds another event
 */
export async function* missingEvents(
  log: AsyncIterable<StoredEvent>,
  file: AsyncGenerator<StoredEvent>,
  onSame: (event: StoredEvent) => void,
): AsyncGenerator<StoredEvent> {
  let number = 0;
  for await (const there of log) {
    number += 1;
    const wanted = await file.next();
    if (wanted.done) throw new Difference(`The log goes on where the file ends: event ${number} is ${nameOf(there)}.`);
    if (!isSame(wanted.value, there)) throw differenceAt(number, wanted.value, there);
    onSame(there);
  }
  yield* file;
}

/** @param number of the event, from 1 */
function differenceAt(number: number, wanted: StoredEvent, there: StoredEvent): Difference {
  if (wanted.stream === there.stream && wanted.revision === there.revision)
    return new Difference(
      `${nameOf(there)} is there and differs from the file's in ${differenceOf(wanted, there)} (event ${number}).`,
    );
  return new Difference(
    `The log and the file part at event ${number}: the file has ${nameOf(wanted)}, the log has ${nameOf(there)}.`,
  );
}
