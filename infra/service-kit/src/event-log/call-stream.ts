/** Calls that the client library shows as streams. */
import type { Readable } from 'node:stream';

export interface CallStream<Item> extends Readable {
  [Symbol.asyncIterator](): NodeJS.AsyncIterator<Item>;
}

/**
 * The items of a call.
 *
 * A call that is left before its end is cancelled and drained. Cancelling alone is not enough. When the whole answer
 * has arrived, the library waits for a reader to reach its end. It keeps the call for ever and hangs when the client is
 * closed (measured).
 *
 * @param next waits for the next item: with a deadline, or until another party ends the wait with `{ done: true }`
 */
export async function* itemsOf<Item>(
  stream: CallStream<Item>,
  cancel: () => Promise<void>,
  next: (item: Promise<IteratorResult<Item>>) => Promise<IteratorResult<Item>>,
): AsyncGenerator<Item> {
  // The library emits errors on streams that have no listener any more. Unheard, they would end the process.
  stream.on('error', () => undefined);
  const items = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const item = await next(items.next());
      if (item.done) return;
      yield item.value;
    }
  } finally {
    stream.removeAllListeners('readable').resume();
    await cancel().catch(() => undefined);
  }
}
