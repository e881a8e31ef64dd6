/** Clients that call while processes of the product end: for specs. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Review, Written } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import type { Ward } from '../bench/ward.ts';
import { type Answered, call, unanswered } from './convergence/calls.ts';

/** Calls of a client before the process ends, and after. */
const CALLS = 3;
/** With reads, every fourth call is a write, up to this many: a review holds 100 entries. */
const WRITES = { every: 4, max: 30 };
/** A call that waits longer is lost. */
const PATIENCE_MS = 60_000;

export interface Call {
  readonly review: string;
  readonly isRead: boolean;
  readonly beganAt: number;
  readonly tookMs: number;
  /** Undefined if the connection broke. */
  readonly answer: Answered | undefined;
}

/** One client for each review of the ward. */
export class Clients {
  readonly #url: string;
  readonly #ward: Ward;

  constructor(url: string, ward: Ward) {
    [this.#url, this.#ward] = [url, ward];
  }

  /**
   * Each client calls again and again, `CALLS` times before `end` and `CALLS` times after it has resolved. No call is sent
   * again.
   * @param reads most calls are reads
   */
  async callMeanwhile(
    { keepAlive, reads = false }: { keepAlive: boolean; reads?: boolean },
    end: () => Promise<void>,
  ): Promise<Call[]> {
    const calls: Call[] = [];
    const agent = new Agent({ keepAlive, maxSockets: this.#ward.reviews.length });
    let begun = (): void => undefined;
    const allBegan = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let hasEnded = false;
    const client = async (review: string): Promise<void> => {
      for (let after = 0, count = 0, written = 0; after < CALLS; count += 1) {
        if (hasEnded) after += 1;
        const isRead = reads && (count % WRITES.every > 0 || written === WRITES.max);
        written += isRead ? 0 : 1;
        const beganAt = performance.now();
        const called = isRead
          ? call(this.#url, this.#token, { path: '/api/teams' }, { agent, patienceMs: PATIENCE_MS })
          : this.#addEntry(review, agent);
        const answer = await called.catch(unanswered);
        calls.push({ review, isRead, beganAt, tookMs: performance.now() - beganAt, answer });
        if (calls.length >= this.#ward.reviews.length * CALLS) begun();
      }
    };
    const clients = Promise.all(this.#ward.reviews.map(client));
    await allBegan;
    await end();
    hasEnded = true;
    await clients;
    agent.destroy();
    return calls;
  }

  /** @returns the acknowledged entries that the log's newest state lacks, and those that it has twice */
  async lostAndDoubled(calls: readonly Call[]): Promise<{ lost: number[]; doubled: number[]; acknowledged: number }> {
    const agent = new Agent();
    const [lost, doubled]: [number[], number[]] = [[], []];
    let count = 0;
    for (const review of this.#ward.reviews) {
      const newest = await this.#addEntry(review, agent);
      const versions = (newest.body as Review).drugErrs.map(({ version }) => version);
      const acknowledged = calls
        .filter((one) => one.review === review && !one.isRead && one.answer?.status === 201)
        .map(({ answer }) => ((answer as Answered).body as Written).revision);
      count += acknowledged.length;
      lost.push(...acknowledged.filter((revision) => !versions.includes(revision)));
      doubled.push(...versions.filter((version, index) => versions.indexOf(version) !== index));
    }
    return { lost, doubled, acknowledged: count };
  }

  get #token(): string {
    return this.#ward.tokens[0] ?? '';
  }

  #addEntry(review: string, agent: Agent): Promise<Answered> {
    const key = randomUUID();
    const drugErr = { errType: NO_ERROR._id, errDrug: this.#ward.drug, errNote: `<p>${key}</p>` };
    const command = { method: 'POST', path: `/api/reviews/addRevMed/${review}`, body: { drugErr } } as const;
    return call(this.#url, this.#token, command, { agent, key, patienceMs: PATIENCE_MS });
  }
}

/** The answers without success; undefined for a broken connection. */
export const failed = (calls: readonly Call[]): Call['answer'][] =>
  calls.map(({ answer }) => answer).filter((answer) => answer === undefined || answer.status >= 300);
