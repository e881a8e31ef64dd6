/**
 * The files of a multipart request, one after the other. The next file is not read before the last one is processed, so
 * that memory stays bounded.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';

/** Counts the bytes of files in memory, of all uploads together. */
export interface FileMemory {
  /** @throws HttpProblem 503 if there is no room */
  take(bytes: number): void;
  free(bytes: number): void;
}

/** A sender holds no more than it has sent: one that is slow leaves the room to the others. @param most bytes */
export function createFileMemory(most: number): FileMemory {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) throw new HttpProblem(refusal('too-many-uploads'));
      taken += bytes;
    },
    free(bytes) {
      taken -= bytes;
    },
  };
}

export interface UploadLimits {
  /** The only field that is accepted. */
  readonly field: string;
  readonly files: number;
  /** The maximum of each file. */
  readonly bytes: number;
  readonly memory: FileMemory;
  /** In place of the sentence about images. */
  readonly tooLarge?: Refusal;
}

/**
 * While a file is awaited, at least `BYTES_MIN` have to come in each `WINDOW_MS`: 70 kbit/s. A line of 256 kbit/s that
 * stands still for 20 s brings 320 kB meanwhile.
 */
const WINDOW_MS = 30_000;
const BYTES_MIN = 256 * 1024;
/**
 * The whole request, with the processing of its files; the servers' limit is the same (`service-kit/http/listen.ts`,
 * `infra/runtime/gateway/server.ts`). An image of 10 MB takes 328 s at 256 kbit/s.
 */
const REQUEST_MS = 400_000;

/** An upper bound for the headers and boundaries of a part. */
const PART_OVERHEAD_BYTES = 4 * 1024;

/**
 * Always ends, so that a client that stops sending gives its place back.
 * @throws HttpProblem 400 if the request is not multipart, too slow or incomplete; 413 if a file is too large; 503 if the
 * memory has no room
 */
export async function* filesOf(
  request: IncomingMessage,
  { field, files, bytes, memory, ...others }: UploadLimits,
): AsyncGenerator<Buffer> {
  const tooLarge = (): HttpProblem =>
    refused(others.tooLarge ?? refusal('image-too-large', { megabytes: bytes / 1024 / 1024 }), field);
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    throw refused(refusal('not-multipart', { name: field }), field);
  if (Number(request.headers['content-length'] ?? 0) > files * (bytes + PART_OVERHEAD_BYTES)) throw tooLarge();
  const cutOff = refused(refusal('upload-cut-off'), field);
  // The client is gone already: neither an end nor a close will come.
  if (request.destroyed || request.socket.destroyed) throw cutOff;
  const tooMany = refused(refusal('too-many-images-sent', { limit: files }), field);

  const arrived: BusboyFileStream[] = [];
  let failure: Error | undefined;
  let hasEnded = false;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const file of arrived) file.destroy(failure);
    wake();
  };
  const parser = parserOf(request, type, { fileSize: bytes, files, fields: 0, headerPairs: 20 });
  parser.on('file', (name, file) => {
    // A file that is no longer read ends with an error, which must not be unhandled.
    file.on('error', () => undefined);
    if (name !== field) fail(unknownField(name.slice(0, 80), field));
    arrived.push(file);
    wake();
  });
  parser.on('filesLimit', () => fail(tooMany));
  parser.on('fieldsLimit', () => fail(refused(refusal('upload-of-other-fields', { name: field }), field)));
  parser.on('error', () => fail(refused(refusal('upload-unreadable'), field)));
  parser.on('finish', () => {
    hasEnded = true;
    wake();
  });
  // The end of the connection, not of the request: a request ends when buffers hold all of it, and their sizes differ
  // between versions of Node. Nothing more is decoded or stored for a client that is gone.
  const onClosed = (): void => fail(cutOff);
  request.socket.once('close', onClosed);

  let isWaiting = false;
  // While a file is processed, the sender is held back: that does not count as silence.
  let received = 0;
  const lookAtRate = (): void => {
    if (!isWaiting) return;
    if (received < BYTES_MIN)
      return fail(refused(received === 0 ? refusal('upload-silent') : refusal('upload-too-slow'), field));
    received = 0;
    rate.refresh();
  };
  const rate = setTimeout(lookAtRate, WINDOW_MS);
  const total = setTimeout(() => fail(refused(refusal('upload-too-slow'), field)), REQUEST_MS);
  const atLeastRate = async <Result>(coming: Promise<Result>): Promise<Result> => {
    isWaiting = true;
    received = 0;
    rate.refresh();
    try {
      return await coming;
    } finally {
      isWaiting = false;
    }
  };
  const onData = (part: Buffer): void => void (received += part.length);
  let held = 0;
  const hold = (part: Buffer): void => {
    memory.take(part.length);
    held += part.length;
  };
  const release = (): void => {
    memory.free(held);
    held = 0;
  };
  request.pipe(parser);
  request.on('data', onData);
  try {
    for (;;) {
      if (failure) throw failure;
      const [file] = arrived;
      if (file) {
        const content = await atLeastRate(bytesOf(file, hold)).catch((error: unknown) => {
          throw failure ?? error;
        });
        if (file.truncated) throw tooLarge();
        arrived.shift();
        yield content;
        release();
      } else if (hasEnded) return;
      else await atLeastRate(new Promise<void>((resolve) => (wake = resolve)));
    }
  } finally {
    clearTimeout(rate);
    clearTimeout(total);
    release();
    request.off('data', onData);
    request.socket.off('close', onClosed);
    // The rest of the request is dropped, so that the answer reaches a client that is still sending.
    request.unpipe(parser);
    for (const file of arrived) file.destroy();
    request.resume();
  }
}

function parserOf(request: IncomingMessage, contentType: string, limits: BusboyConfig['limits']): BusboyInstance {
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': contentType }, limits });
  } catch {
    throw refused(refusal('upload-unreadable'), 'image');
  }
}

async function bytesOf(file: BusboyFileStream, hold: (part: Buffer) => void): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) {
    hold(part as Buffer);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

const refused = (why: Refusal, field: string): HttpProblem => new HttpProblem(why, { field });
/** The refusal is shown at the accepted field, so its text names the unknown one. */
function unknownField(name: string, field: string): HttpProblem {
  const why = refusal('unknown-field', { name });
  return refused({ ...why, beside: why.message }, field);
}
