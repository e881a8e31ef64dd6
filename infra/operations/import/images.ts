/**
 * The images of the old galleries: files of a folder, or addresses of hosts that the operator has named. Each goes through
 * the checks of an upload. A missing one is reported, and its group keeps the others.
 */
import { readFile, stat } from 'node:fs/promises';
import { get } from 'node:https';
import type { Agent } from 'node:https';
import { isIP } from 'node:net';
import { basename, join } from 'node:path';
import { derivedId } from 'command-api/commands/derived-id';
import { pictureOf } from 'command-api/images/picture';
import type { ImageStore } from 'command-api/images/store';
import { limits } from 'language/domain/values/codes';
import { HttpProblem } from 'service-kit/http/http-problem';
import { isDoc } from './dump/plain-values.ts';
import { type Fields, IMPORT } from './fields.ts';

const FETCH_MS = 20_000;

export interface Images {
  /** @returns the paths of the images that were found, in their order */
  take(group: Fields, key: string, owner: Omit<Parameters<ImageStore['store']>[0], 'imageId'>): Promise<string[]>;
}

/** Why there is no image. The message is for people. */
class NoImage extends Error {}

export interface ImageSources {
  readonly folder: string | undefined;
  /** Lower case. */
  readonly hosts: readonly string[];
  /** Connects to public addresses only. */
  readonly agent: Agent;
}

export function createImages(
  store: Pick<ImageStore, 'find' | 'store'>,
  sources: ImageSources,
  isDryRun: boolean,
): Images {
  const imageOf = async (address: string, imageId: string, owner: Parameters<Images['take']>[2]): Promise<string> => {
    const there = await store.find(imageId);
    if (there) return there.image;
    const bytes = await bytesOf(address, sources);
    if (isDryRun) return '';
    return (await store.store({ ...owner, imageId }, await pictureOf(bytes))).image;
  };
  return {
    async take(group, key, owner) {
      const images: string[] = [];
      for (const [position, one] of group.list('images').entries()) {
        const address = isDoc(one) ? (one['image'] ?? one['url']) : one;
        try {
          if (typeof address !== 'string' || address === '') throw new NoImage('has no address');
          images.push(await imageOf(address, derivedId(IMPORT, `${key}:${address}`), owner));
        } catch (error) {
          if (!(error instanceof NoImage || error instanceof HttpProblem)) throw error;
          group.changed(`images[${position}]`, `is missing: ${error.message}`);
        }
      }
      return images;
    },
  };
}

/** @throws NoImage */
async function bytesOf(address: string, { folder, hosts, agent }: ImageSources): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const file = folder === undefined ? undefined : await fileIn(folder, url?.pathname ?? address);
  if (file) return file;
  if (!url || !hosts.includes(url.hostname))
    throw new NoImage('there is no such file, and its host is not among --image-hosts');
  // A number is not resolved, so the check of the resolved address would not see it.
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new NoImage('its address has no name of a host');
  if (url.protocol !== 'https:' || url.port !== '') throw new NoImage('its address is not https on the usual port');
  return fetched(url, agent);
}

/** By the name of the file: no path leads out of the folder. */
async function fileIn(folder: string, path: string): Promise<Buffer | undefined> {
  const name = basename(decoded(path).replaceAll('\\', '/'));
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return undefined;
  const file = join(folder, name);
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  if (size === undefined) return undefined;
  if (size > limits.image) throw new NoImage('the file is too large');
  return readFile(file);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A redirect is an answer like any other: not the image. */
const fetched = (url: URL, agent: Agent): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(FETCH_MS) }, (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        reject(new NoImage(`its host answers ${response.statusCode}`));
        return;
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.image) response.destroy(new NoImage('the file is too large'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', (error) => reject(error instanceof NoImage ? error : new NoImage('its host broke off')));
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(error instanceof NoImage ? error : new NoImage(`its host does not answer (${error.code ?? error.name})`)),
    );
  });
