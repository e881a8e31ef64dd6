/**
 * The files of a multipart request, one after the other: the next is not read while one is being dealt with, so that
 * memory stays bounded.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type Refusal, refusal } from '../../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

export interface UploadLimits {
  /** The one field that there may be. */
  readonly field: string;
  readonly files: number;
  /** Of each file. */
  readonly bytes: number;
}

/** A line that carries nothing for this long, while something is waited for, is dead. */
const IDLE_MS = 30_000;
/**
 * All of it, with what is done with the files. The server gives a request no longer either
 * (`service-kit/http/listen.ts`): thirty images of 10 MB take minutes on a hospital's line.
 */
const WHOLE_MS = 300_000;

/** Headers and boundaries of a part, generously. */
const AROUND_A_FILE = 4 * 1024;

/**
 * Ends in any case, so that nobody keeps a place among the uploads who does not send any more.
 * @throws HttpProblem 400 for what is no such request, or comes too slowly or not whole; 413 for a file that is too
 * large
 */
export async function* filesOf(
  request: IncomingMessage,
  { field, files, bytes }: UploadLimits,
): AsyncGenerator<Buffer> {
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    throw refused(refusal('not-multipart', { name: field }), field);
  if (Number(request.headers['content-length'] ?? 0) > files * (bytes + AROUND_A_FILE)) throw tooLarge(field, bytes);
  const cutOff = refused(refusal('upload-cut-off'), field);
  // Gone before anybody listened: there will be neither an end nor a close.
  if (request.destroyed || request.socket.destroyed) throw cutOff;
  const tooMany = refused(refusal('too-many-images-sent', { limit: files }), field);

  const arrived: BusboyFileStream[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const file of arrived) file.destroy(failure);
    wake();
  };
  const parser = parserOf(request, type, { fileSize: bytes, files, fields: 0, headerPairs: 20 });
  parser.on('file', (name, file) => {
    // A file that nobody reads any more ends with an error that nobody waits for.
    file.on('error', () => undefined);
    if (name !== field) fail(unknownField(name.slice(0, 80), field));
    arrived.push(file);
    wake();
  });
  parser.on('filesLimit', () => fail(tooMany));
  parser.on('fieldsLimit', () => fail(refused(refusal('upload-of-other-fields', { name: field }), field)));
  parser.on('error', () => fail(refused(refusal('upload-unreadable'), field)));
  parser.on('finish', () => {
    ended = true;
    wake();
  });
  // The connection's end and not the request's: a request ends when all of it is in the buffers on the way to the
  // files, whose sizes differ between versions of Node. For a client that is gone nothing more is decoded or stored.
  const gone = (): void => fail(cutOff);
  request.socket.once('close', gone);

  let waiting = false;
  // While a file is being dealt with, the sender is held back: that is no silence of theirs.
  const idle = setTimeout(() => waiting && fail(refused(refusal('upload-silent'), field)), IDLE_MS);
  const whole = setTimeout(() => fail(refused(refusal('upload-too-slow'), field)), WHOLE_MS);
  const patiently = async <Result>(coming: Promise<Result>): Promise<Result> => {
    waiting = true;
    idle.refresh();
    try {
      return await coming;
    } finally {
      waiting = false;
    }
  };
  const heard = (): void => void idle.refresh();
  request.pipe(parser);
  request.on('data', heard);
  try {
    for (;;) {
      if (failure) throw failure;
      const [file] = arrived;
      if (file) {
        const content = await patiently(bytesOf(file)).catch((error: unknown) => {
          throw failure ?? error;
        });
        if (file.truncated) throw tooLarge(field, bytes);
        arrived.shift();
        yield content;
      } else if (ended) return;
      else await patiently(new Promise<void>((resolve) => (wake = resolve)));
    }
  } finally {
    clearTimeout(idle);
    clearTimeout(whole);
    request.off('data', heard);
    request.socket.off('close', gone);
    // Whatever has not been read is passed over, so that the answer reaches who is still sending.
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

async function bytesOf(file: BusboyFileStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const refused = (why: Refusal, field: string): HttpProblem => new HttpProblem(why, { field });
/** It stands beside the field that there may be, and so names the other one there as well. */
function unknownField(name: string, field: string): HttpProblem {
  const why = refusal('unknown-field', { name });
  return refused({ ...why, beside: why.message }, field);
}
const tooLarge = (field: string, bytes: number): HttpProblem =>
  refused(refusal('image-too-large', { megabytes: bytes / 1024 / 1024 }), field);
