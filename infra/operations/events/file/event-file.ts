/** Reads an exported file line by line. Memory holds one line. */
import { createReadStream } from 'node:fs';
import { InvalidLine, parseLine } from './event-line.ts';
import { Failure } from '../failures.ts';
import { Digest, type Summary } from '../transfer/event-identity.ts';
import type { StoredEvent } from '../log/stored-event.ts';

/** Bytes. Longer than the largest event of EventStoreDB in base64. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Standard input where the name is `-`. Opens the file at the first read, so that its error reaches the reader. */
export async function* bytesOfFile(name: string): AsyncGenerator<Buffer> {
  yield* (name === '-' ? process.stdin : createReadStream(name)) as AsyncIterable<Buffer>;
}

export class EventFile {
  /** The last line, once `events` has read it. */
  summary: Summary | undefined;
  /** The file ends in the middle of a line. */
  cutOff = false;
  /** Bytes up to the end of the last event's line. */
  wholeBytes = 0;
  last: StoredEvent | undefined;
  readonly digest = new Digest();
  readonly #name: string;
  readonly #chunks: AsyncIterable<Buffer>;

  /** @param name for messages */
  constructor(name: string, chunks: AsyncIterable<Buffer>) {
    this.#name = name;
    this.#chunks = chunks;
  }

  /** May be called once. @throws Failure when a line is not of this format */
  async *events(): AsyncGenerator<StoredEvent> {
    let number = 0;
    let offset = 0;
    for await (const { bytes, whole } of linesOf(this.#chunks)) {
      number += 1;
      if (bytes.length > LONGEST_LINE) throw this.#refusal(number, 'is longer than any event');
      if (this.summary) throw this.#refusal(number, 'comes after the last one, which holds count and hash');
      offset += bytes.length;
      if (!whole) {
        this.cutOff = true;
        return;
      }
      const line = this.#parse(number, bytes);
      if (line.kind === 'summary') {
        this.summary = line.summary;
        continue;
      }
      this.wholeBytes = offset;
      this.last = line.event;
      this.digest.add(line.event);
      yield line.event;
    }
  }

  /** @throws Failure unless the file was read to its end and matches its last line */
  whole(): Summary {
    if (!this.summary)
      throw new Failure(
        `${this.#name} has no last line with count and hash: its export did not come to its end. ` +
          'Finish it with export --resume.',
      );
    const { count, sha256 } = this.digest.summary();
    if (count !== this.summary.count || sha256 !== this.summary.sha256)
      throw new Failure(
        `${this.#name} is not as it was exported: it holds ${count} events with hash ${sha256}, ` +
          `and its last line says ${this.summary.count} with ${this.summary.sha256}.`,
      );
    return this.summary;
  }

  #parse(number: number, bytes: Buffer): ReturnType<typeof parseLine> {
    try {
      return parseLine(bytes);
    } catch (error) {
      if (error instanceof InvalidLine) throw this.#refusal(number, error.message);
      throw error;
    }
  }

  #refusal(number: number, what: string): Failure {
    return new Failure(`Line ${number} of ${this.#name} ${what}.`);
  }
}

/** Lines with their line ends. The last line may have none. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; whole: boolean }> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
      yield { bytes: Buffer.concat([...begun, chunk.subarray(at, end + 1)]), whole: true };
      begun = [];
      length = 0;
      at = end + 1;
    }
    if (at < chunk.length) begun.push(chunk.subarray(at));
    length += chunk.length - at;
    if (length > LONGEST_LINE) break;
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), whole: false };
}
