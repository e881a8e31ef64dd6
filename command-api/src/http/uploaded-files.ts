/** The files of a multipart request, one after the other: the next is not read while one is being dealt with, so that memory stays bounded. */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { HttpProblem } from '../service/http.ts';

export interface UploadLimits {
  /** The one field that there may be. */
  readonly field: string;
  readonly files: number;
  /** Of each file. */
  readonly bytes: number;
}

/** A line that carries nothing for this long, while something is waited for, is dead. */
const IDLE_MS = 30_000;
/** All of it, with what is done with the files. The server gives a request no longer either (`service/listen.ts`): thirty images of 10 MB take minutes on a hospital's line. */
const WHOLE_MS = 300_000;

/** Headers and boundaries of a part, generously. */
const AROUND_A_FILE = 4 * 1024;

/**
 * Ends in any case, so that nobody keeps a place among the uploads who does not send any more.
 * @throws HttpProblem 400 for what is no such request, or comes too slowly or not whole; 413 for a file that is too large
 */
export async function* filesOf(request: IncomingMessage, { field, files, bytes }: UploadLimits): AsyncGenerator<Buffer> {
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) throw refused('invalid', `Send the images as multipart/form-data, field ${field}`, field);
  if (Number(request.headers['content-length'] ?? 0) > files * (bytes + AROUND_A_FILE)) throw tooLarge(field, bytes);
  const cutOff = refused('invalid', 'The upload was cut off', field);
  // Gone before anybody listened: there will be neither an end nor a close.
  if (request.destroyed) throw cutOff;
  const tooMany = refused('invalid', `At most ${files} images at once`, field);

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
    if (name !== field) fail(refused('invalid', `Unknown field: ${name.slice(0, 80)}`, field));
    arrived.push(file);
    wake();
  });
  parser.on('filesLimit', () => fail(tooMany));
  parser.on('fieldsLimit', () => fail(refused('invalid', `Send nothing but the field ${field}`, field)));
  parser.on('error', () => fail(refused('invalid', 'The upload could not be read', field)));
  parser.on('finish', () => {
    ended = true;
    wake();
  });
  request.once('close', () => {
    // What has arrived and was not read yet is lost with the connection.
    if (!request.readableEnded) fail(cutOff);
  });

  let waiting = false;
  // While a file is being dealt with, the sender is held back: that is no silence of theirs.
  const idle = setTimeout(() => waiting && fail(refused('invalid', 'Nothing of the upload came for too long, please try again', field)), IDLE_MS);
  const whole = setTimeout(() => fail(refused('invalid', 'The upload took too long: send fewer images at once', field)), WHOLE_MS);
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
        const content = await patiently(bytesOf(file)).catch((error: unknown) => { throw failure ?? error; });
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
    throw refused('invalid', 'The upload could not be read', 'image');
  }
}

async function bytesOf(file: BusboyFileStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const refused = (code: 'invalid' | 'tooLarge', sentence: string, field: string): HttpProblem => new HttpProblem(code, sentence, { fields: { [field]: sentence } });
const tooLarge = (field: string, bytes: number): HttpProblem => refused('tooLarge', `An image is at most ${bytes / 1024 / 1024} MB`, field);
