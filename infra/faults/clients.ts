/** Clients that call while processes of the product end: for specs. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Review, Written } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import type { Ward } from '../bench/ward.ts';

/** Calls of a client before the process ends, and after. */
const CALLS = 3;
/** With reads, every fourth call is a write, up to this many: a review holds 100 entries. */
const WRITES = { every: 4, max: 30 };

interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Call {
  readonly review: string;
  readonly isRead: boolean;
  readonly beganAt: number;
  readonly tookMs: number;
  /** Undefined if the connection broke. */
  readonly answer: Answer | undefined;
}

/** One client for each review of the ward. */
export class Clients {
  readonly #url: string;
  readonly #ward: Ward;

  constructor(url: string, ward: Ward) {
    this.#url = url;
    this.#ward = ward;
  }

  /**
   * Each client calls again and again, `CALLS` times before `end` and `CALLS` times after it has resolved.
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
        const answer = await (isRead ? this.#read(agent) : this.#addEntry(review, agent)).catch(() => undefined);
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
      const versions = (JSON.parse(newest.body) as Review).drugErrs.map(({ version }) => version);
      const acknowledged = calls
        .filter((call) => call.review === review && !call.isRead && call.answer?.status === 201)
        .map(({ answer }) => (JSON.parse(answer?.body ?? '') as Written).revision);
      count += acknowledged.length;
      lost.push(...acknowledged.filter((revision) => !versions.includes(revision)));
      doubled.push(...versions.filter((version, index) => versions.indexOf(version) !== index));
    }
    return { lost, doubled, acknowledged: count };
  }

  #addEntry(review: string, agent: Agent, key: string = randomUUID()): Promise<Answer> {
    const drugErr = { errType: NO_ERROR._id, errDrug: this.#ward.drug, errNote: `<p>${key}</p>` };
    const body = JSON.stringify({ reviewId: review, drugErr });
    return this.#call('POST', `/api/reviews/addRevMed/${review}`, agent, { key, body });
  }

  #read(agent: Agent): Promise<Answer> {
    return this.#call('GET', '/api/teams', agent);
  }

  /** @throws when the connection breaks, which `fetch` would hide for kept connections */
  #call(method: string, path: string, agent: Agent, command?: { key: string; body: string }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `bearer ${this.#ward.tokens[0]}`,
        ...(command && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(command.body),
          'idempotency-key': command.key,
        }),
      };
      const call = request(new URL(path, this.#url), { method, agent, headers });
      call.once('error', reject).once('response', (answer) => {
        let text = '';
        answer
          .on('data', (part: Buffer) => (text += part.toString()))
          .once('error', reject)
          .once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      });
      call.end(command?.body);
    });
  }
}

/** The answers without success; undefined for a broken connection. */
export const failed = (calls: readonly Call[]): Call['answer'][] =>
  calls.map(({ answer }) => answer).filter((answer) => answer === undefined || answer.status >= 300);
