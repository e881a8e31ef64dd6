/**
 * Which of several command APIs gets a request. Commands of one stream go to one process while it lives: there they are
 * appended together, and the fold is in the cache. Elsewhere they are as correct, and slower: they meet as writers of
 * different processes (docs/decisions/write-side/command-affinity.md).
 */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** How often the addresses of a name are looked up: containers come and go. */
const LOOKUP_MS = 5_000;
/** A process that refused a connection is passed over for this time. */
const AWAY_MS = 1_000;

export const HTTP_PORT = '80';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * The common part of the requests of one stream: the first id in the path. Ids of reviews and notes begin with that
 * of their admission. Undefined for a path without an id, such as that of a new review: any process takes it.
 */
export const affinityOf = (path: string): string | undefined => uuid.exec(path)?.[0].toLowerCase();

/** Rendezvous hashing: each key has its own order of all targets, so a target that goes away moves its own keys only. */
export function inOrderOf<Target extends { readonly href: string }>(key: string, targets: readonly Target[]): Target[] {
  const weight = ({ href }: Target): string => createHash('sha256').update(`${key} ${href}`).digest('hex');
  return targets
    .map((target) => ({ target, weight: weight(target) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ target }) => target);
}

/** The processes of one service. */
export class Targets {
  #urls: readonly URL[] = [];
  #targets: readonly URL[] = [];
  /** Until when a target is passed over, on the clock of `performance.now()`. */
  readonly #away = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  /** @param urls each of a process, or with a name that has the addresses of several */
  constructor(urls: readonly URL[]) {
    this.use(urls);
  }

  /** From now on these, as in the constructor. */
  use(urls: readonly URL[]): void {
    this.close();
    this.#away.clear();
    this.#urls = urls;
    this.#targets = urls;
    if (urls.every(({ hostname }) => isIP(hostname) !== 0)) return;
    void this.#lookUp();
    this.#timer = setInterval(() => void this.#lookUp(), LOOKUP_MS).unref();
  }

  /** The process for a path, or another one while that is away. */
  for(path: string): URL {
    const key = affinityOf(path);
    this.#next += 1;
    const ordered = this.#targets.length > 1 ? inOrderOf(key ?? String(this.#next), this.#targets) : this.#targets;
    const found = ordered.find((target) => !this.#isAway(target)) ?? ordered[0];
    if (!found) throw new RangeError('A service without an address');
    return found;
  }

  /** Another process instead of one that has just refused a connection; undefined if all are away. */
  insteadOf(host: string, port: string): URL | undefined {
    const refused = this.#targets.find((target) => target.hostname === host && (target.port || HTTP_PORT) === port);
    if (!refused) return undefined;
    this.#away.set(refused.href, performance.now() + AWAY_MS);
    return this.#targets.find((target) => !this.#isAway(target));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #isAway({ href }: URL): boolean {
    return (this.#away.get(href) ?? 0) > performance.now();
  }

  /** After a failure the addresses stay as they were. */
  async #lookUp(): Promise<void> {
    try {
      const found = await Promise.all(
        this.#urls.map(async (url) => {
          const addresses = await lookup(url.hostname, { all: true, family: 4 });
          return addresses.map(({ address }) => Object.assign(new URL(url), { hostname: address }));
        }),
      );
      this.#targets = found.flat().toSorted((a, b) => (a.href < b.href ? -1 : 1));
    } catch {
      // The name server is away, or the service has no container now.
    }
  }
}
