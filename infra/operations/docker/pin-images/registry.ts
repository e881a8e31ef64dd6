/** The digest of a tag, from its registry (section "Pulling manifests" of the OCI distribution specification). */
import * as z from 'zod';
import type { Reference } from './references.ts';

const ANSWER_MS = 15_000;
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/** Its message is a sentence for a person. */
export class NoDigest extends Error {
  override readonly name = 'NoDigest';
}

/**
 * The digest of the list of all platforms, where there is one, so that the same pin fits every
 * machine.
 * @param mirror the address of a registry that answers instead of the image's own
 * @throws NoDigest
 */
export async function digestOf({ registry, repository, tag }: Reference, mirror?: string): Promise<string> {
  const base = mirror ?? `https://${registry === 'docker.io' ? 'registry-1.docker.io' : registry}`;
  const url = `${base}/v2/${repository}/manifests/${tag}`;
  const first = await ask(url);
  const challenge = first.status === 401 ? first.headers.get('www-authenticate') : null;
  const answer = challenge === null ? first : await ask(url, await tokenFor(challenge));
  if (!answer.ok) throw new NoDigest(`${base} answers ${answer.status} for ${repository}:${tag}.`);
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new NoDigest(`${base} names no digest of ${repository}:${tag}.`);
  return digest;
}

async function ask(url: string, token?: string): Promise<Response> {
  try {
    const headers = { accept: MANIFESTS, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    return await fetch(url, { method: 'HEAD', headers, signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    throw new NoDigest(`The registry ${new URL(url).host} cannot be reached (${reasonOf(error)}).`, { cause: error });
  }
}

/** @param challenge such as `Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="…"` */
async function tokenFor(challenge: string): Promise<string> {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  if (realm === undefined || !URL.canParse(realm)) throw new NoDigest('The registry asks for a password.');
  const url = new URL(realm);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { token, access_token: other } = Token.parse(await answer.json());
    return token ?? other ?? '';
  } catch (error) {
    throw new NoDigest(`The registry gives no token at ${url.host} (${reasonOf(error)}).`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : error instanceof Error ? error.name : String(error);
}
