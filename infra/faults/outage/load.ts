/**
 * A steady load: commands, reads after the last acknowledged command, and looks at `/api/ready`, each at a fixed rate. A
 * command that fails is sent again with its key until it is acknowledged, each time later, as a browser does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_ERROR } from 'command-api/domain/values/codes';
import type { Written } from 'command-api/contract/entities';
import type { Ward } from '../../bench/ward.ts';
import type { Teammates } from '../../bench/teammates.ts';
import type { Answer } from './figures.ts';

export const COMMANDS_PER_SECOND = 20;
const LOOKS_PER_SECOND = 10;
const PATIENCE_MS = 60_000;
const AGAIN_MS = { first: 500, most: 5_000 };

export interface Acknowledged {
  readonly key: string;
  /** A text that occurs once in the log. */
  readonly mark: string;
  readonly written: Written;
}

export class Load {
  readonly commands: Answer[] = [];
  readonly reads: Answer[] = [];
  readonly readiness: Answer[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** performance.now() of each live note at the first socket. */
  readonly notes: number[] = [];
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<void>>();
  readonly #base: string;
  readonly #ward: Ward;
  readonly #mates: Teammates;
  readonly #running: Promise<unknown>;
  #latest: Written | undefined;
  #failure: unknown;

  constructor(base: string, ward: Ward, mates: Teammates) {
    [this.#base, this.#ward, this.#mates] = [base, ward, mates];
    this.#running = Promise.all([
      this.#steadily(COMMANDS_PER_SECOND, (index) => this.#command(index)),
      this.#steadily(LOOKS_PER_SECOND, () => this.#read()),
      this.#steadily(LOOKS_PER_SECOND, () => this.#look()),
    ]);
  }

  /** Resolves when every command is acknowledged. @throws Error if one was refused for its own sake */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#pending);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #steadily(perSecond: number, call: (index: number) => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    for (let index = 0; !signal.aborted; index += 1) {
      const called = call(index)
        .catch((error: unknown) => {
          this.#failure ??= error;
          this.#stopping.abort();
        })
        .finally(() => this.#pending.delete(called));
      this.#pending.add(called);
      await pause(1_000 / perSecond, undefined, { signal }).catch(() => undefined);
    }
  }

  async #command(index: number): Promise<void> {
    const review = this.#ward.reviews[index % this.#ward.reviews.length] ?? '';
    const key = randomUUID();
    const mark = `command ${key}`;
    const errNote = `<p>${mark}</p>`;
    const body = { reviewId: review, drugErr: { errType: NO_ERROR._id, errDrug: this.#ward.drug, errNote } };
    for (let tries = 0; ; tries += 1) {
      const { answer, response } = await this.#call(`/api/reviews/addRevMed/${review}`, {
        method: 'POST',
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      this.commands.push(answer);
      const written = answer.status === 200 || answer.status === 201 ? (response as Written | undefined) : undefined;
      if (written !== undefined) {
        this.acknowledged.push({ key, mark, written });
        this.#latest = written;
        void this.#mates.heard(0, written.stream, written.revision).then((at) => this.notes.push(at));
        return;
      }
      if (answer.status !== undefined && answer.status < 500)
        throw new Error(`A command was refused: ${answer.status} ${JSON.stringify(response)}`);
      await pause(Math.min(AGAIN_MS.most, AGAIN_MS.first * 2 ** tries));
    }
  }

  async #read(): Promise<void> {
    const latest = this.#latest;
    if (!latest) return;
    const admission = latest.stream.replace('admission-', '');
    const { answer } = await this.#call(`/api/reviews/listAdmissionReviews/${admission}`, {
      headers: { 'x-read-after': `${latest.stream}@${latest.revision}` },
    });
    this.reads.push(answer);
  }

  async #look(): Promise<void> {
    this.readiness.push((await this.#call('/api/ready', {})).answer);
  }

  async #call(path: string, init: RequestInit & { headers?: object }): Promise<{ answer: Answer; response: unknown }> {
    const sent = performance.now();
    try {
      const response = await fetch(new URL(path, this.#base), {
        ...init,
        headers: { ...init.headers, authorization: `bearer ${this.#ward.tokens[0]}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const body: unknown = await response.json();
      const stale = response.headers.get('x-stale') !== null;
      return { answer: { sent, answered: performance.now(), status: response.status, stale }, response: body };
    } catch {
      return { answer: { sent, answered: performance.now(), status: undefined, stale: false }, response: undefined };
    }
  }
}
