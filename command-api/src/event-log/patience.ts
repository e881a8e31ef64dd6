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
 * The items of a call. `cancel` ends the call itself: leaving the loop ends only the stream in front of it.
 * @param patience longest wait for the next item, and the error when it is over; without it the wait is endless
 */
export async function* itemsOf<Item>(stream: CallStream<Item>, cancel: () => Promise<void>, patience?: { ms: number; late: () => Error }): AsyncGenerator<Item> {
  // The library emits errors on streams that nobody listens to any more, which would end the process.
  stream.on('error', () => undefined);
  const items = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await (patience ? within(patience.ms, items.next(), patience.late) : items.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
    await cancel().catch(() => undefined);
  }
}
