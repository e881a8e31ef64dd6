import { createReadStream } from 'node:fs';

/**
 * The bytes of a file, or of standard input where its name is `-`. Opened when they are asked for: what fails then is
 * heard by whoever asks.
 */
export async function* contentOf(name: string): AsyncGenerator<Buffer> {
  yield* (name === '-' ? process.stdin : createReadStream(name)) as AsyncIterable<Buffer>;
}
