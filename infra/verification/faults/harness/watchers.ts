/** Sockets that watch the charts and read nothing. In the end each must know the newest revision of every chart. */
import { nonEmpty } from 'language/domain/testing/random';
import type { TestTeam } from '../convergence/test-team.ts';
import { LiveSocket } from '../convergence/live-socket.ts';
import type { Finding } from './checks/check-run.ts';
import { within } from './faults/waiting.ts';

/** Two heartbeats. */
const CONVERGE_MS = 45_000;

class Watcher {
  readonly #live: LiveSocket;
  readonly #known = new Map<string, number>();

  constructor(base: string, token: string, admissions: readonly string[]) {
    this.#live = new LiveSocket(base, token);
    const { socket } = this.#live;
    socket.on('connect', () => admissions.forEach((admission) => this.#watch(admission)));
    socket.on('changed', ({ stream, revision }) => this.#knows(stream, revision));
    socket.on('revisions', (current) => {
      for (const [stream, revision] of Object.entries(current)) this.#knows(stream, revision);
      // A chart that has come back to the team.
      for (const admission of admissions) if (!(`admission-${admission}` in current)) this.#watch(admission);
    });
    socket.connect();
  }

  revisionOf(stream: string): number {
    return this.#known.get(stream) ?? -1;
  }

  close(): void {
    this.#live.close();
  }

  #watch(admission: string): void {
    this.#live.enter({ admission }, (answer) => {
      if (answer.ok) this.#knows(answer.stream, answer.revision);
    });
  }

  #knows(stream: string, revision: number): void {
    this.#known.set(stream, Math.max(revision, this.revisionOf(stream)));
  }
}

export class Watchers {
  readonly #watchers: readonly Watcher[];

  constructor(base: string, { members, admissions }: TestTeam, count: number) {
    const people = nonEmpty(members, 'member');
    const ids = admissions.map(({ id }) => id);
    this.#watchers = Array.from(
      { length: count },
      (_, index) => new Watcher(base, (people[index % people.length] ?? people[0]).token, ids),
    );
  }

  /** @param heads the newest revision of each stream in the log */
  async differences(heads: ReadonlyMap<string, number>): Promise<Finding[]> {
    const behind = (): number =>
      this.#watchers.filter((watcher) => [...heads].some(([stream, head]) => watcher.revisionOf(stream) !== head))
        .length;
    await within(CONVERGE_MS, async () => (behind() === 0 ? true : undefined));
    const count = behind();
    return count === 0
      ? []
      : [{ checker: 'sockets', says: `${count} of ${this.#watchers.length} sockets do not know the newest revisions` }];
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}
