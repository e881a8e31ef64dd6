/** The client library's reads have no deadline, and its appends none of their own: these are ours. */
import type { Readable } from 'node:stream';

/** Resolves like `promise`, or rejects with `late()` after `ms`; what comes afterwards is dropped. */
export async function within<Result>(ms: number, promise: Promise<Result>, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** A call that the client library shows as a stream. */
export interface CallStream<Item> extends Readable {
  [Symbol.asyncIterator](): NodeJS.AsyncIterator<Item>;
}

/**
 * The items of a call.
 *
 * A call that is left before its end is cancelled and drained. Cancelling alone is not enough: of a call whose answer
 * has arrived whole, the library waits for an end that nobody reads, keeps the call for ever, and hangs when the client
 * is closed (measured).
 *
 * @param next waits for the next item: with a deadline, or until somebody ends the wait with `{ done: true }`
 */
export async function* itemsOf<Item>(
  stream: CallStream<Item>,
  cancel: () => Promise<void>,
  next: (item: Promise<IteratorResult<Item>>) => Promise<IteratorResult<Item>>,
): AsyncGenerator<Item> {
  // The library emits errors on streams that nobody listens to any more, which would end the process.
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
