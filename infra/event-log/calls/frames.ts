/**
 * Many messages in one write, in one buffer that each of them is written into. By itself the library gives each message
 * a buffer, a copy of that behind its head (a byte for compression, four for its length), and a write of its own.
 *
 * The library asks what it is to frame for its length, makes room for that and a head, writes the head, and has the
 * rest copied behind it. What it gets here is all messages as one, without the head of the first; and when it is
 * copied, it puts the heads where they belong.
 */

/** A Buffer is one. */
export interface Message {
  readonly byteLength: number;
  copy(target: Buffer, at: number): void;
}

/** https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message" */
const HEAD_BYTES = 5;
const NOT_COMPRESSED = 0;

class Frames implements Message {
  readonly byteLength: number;
  readonly #messages: readonly Message[];

  constructor(messages: readonly Message[]) {
    this.#messages = messages;
    this.byteLength = messages.reduce((sum, { byteLength }) => sum + HEAD_BYTES + byteLength, -HEAD_BYTES);
  }

  /** @param at where the first message begins, its head lies before that */
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

/** How the library is to serialise what a handler writes: the messages that go out together, at least one. */
export const framesOf = (messages: readonly Message[]): Buffer => new Frames(messages) as Message as Buffer;
