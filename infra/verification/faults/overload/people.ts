/** Ordinary people: saves and reads at a fixed rate, in an open loop. Each answer's time belongs to the phase in which it was sent. */
import { randomUUID } from 'node:crypto';
import { NO_ERROR } from 'language/domain/values/codes';
import type { Written } from 'language/contract/entities';
import type { Ward } from '../../bench/ward.ts';
import { call, unanswered } from '../convergence/calls.ts';

const SAVES_PER_SECOND = 10;
const READS_PER_SECOND = 10;
const PATIENCE_MS = 60_000;

/** Milliseconds of each call that was sent in a phase, and how many had no success. */
export interface Phase {
  readonly saves: number[];
  readonly reads: number[];
  failed: number;
}

export class People {
  #phase: Phase = { saves: [], reads: [], failed: 0 };
  readonly #pending = new Set<Promise<void>>();
  readonly #base: string;
  readonly #ward: Ward;
  readonly #timers: NodeJS.Timeout[];
  #latest: Written | undefined;
  #count = 0;

  constructor(base: string, ward: Ward) {
    [this.#base, this.#ward] = [base, ward];
    this.#timers = [
      setInterval(() => this.#track(this.#save(this.#phase)), 1_000 / SAVES_PER_SECOND),
      setInterval(() => this.#track(this.#read(this.#phase)), 1_000 / READS_PER_SECOND),
    ];
  }

  /** Begins another phase. @returns the one before, when all of its calls are answered */
  async next(): Promise<Phase> {
    const before = this.#phase;
    const pending = [...this.#pending];
    this.#phase = { saves: [], reads: [], failed: 0 };
    await Promise.all(pending);
    return before;
  }

  async stop(): Promise<void> {
    this.#timers.forEach(clearInterval);
    await Promise.all(this.#pending);
  }

  #track(call: Promise<void>): void {
    const tracked = call.finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
  }

  async #save(phase: Phase): Promise<void> {
    const review = this.#ward.reviews[(this.#count += 1) % this.#ward.reviews.length] ?? '';
    const drugErr = { errType: NO_ERROR._id, errDrug: this.#ward.drug, errNote: '<p>Seen</p>' };
    const path = `/api/reviews/addRevMed/${review}`;
    const written = await this.#timed(phase, phase.saves, { method: 'POST', path, body: { drugErr } });
    this.#latest = (written as Written | undefined) ?? this.#latest;
  }

  async #read(phase: Phase): Promise<void> {
    if (!this.#latest) return;
    const admission = this.#latest.stream.replace('admission-', '');
    await this.#timed(phase, phase.reads, { path: `/api/reviews/listAdmissionReviews/${admission}` });
  }

  async #timed(phase: Phase, times: number[], what: Parameters<typeof call>[2]): Promise<unknown> {
    const sent = performance.now();
    const options = { patienceMs: PATIENCE_MS, ...(what.body && { key: randomUUID() }) };
    const answer = await call(this.#base, this.#ward.tokens[0] ?? '', what, options).catch(unanswered);
    times.push(performance.now() - sent);
    if (answer && answer.status < 300) return answer.body;
    phase.failed += 1;
    return undefined;
  }
}
