/** One admission on one client's screen: the parts that it shows, and the reads that bring outdated ones up to date. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Review, ReviewPart } from 'language/contract/entities';
import type { Changed } from 'language/contract/live';
import { hasUnknownPlace, requestedParts, wholeReviews } from 'language/contract/review-parts';
import { type Answered, isGone, unanswered } from './calls.ts';
import { type Part, parts, partsTouchedBy, pathOf, reviewsTouchedBy, type View } from './view.ts';

/**
 * As the browser: a single note starts a read at once, a burst of notes is one round of reads, and the next round waits
 * as long as this one took. Only the changed reviews are read.
 */
const REST_MS = { least: 60, most: 300 };
const AGAIN_MS = 1_000;
const MOST_REVIEWS = 50;

export class Chart {
  readonly admission: string;
  readonly stream: string;
  readonly view: View = { details: undefined, reviews: undefined, notes: undefined, medications: undefined };
  /** The newest revision that this client knows. */
  seen = -1;
  #shown = -1;
  /** The newest own write. A read must not be older. */
  #written = -1;
  #restsUntil = 0;
  isReading = false;
  #isClosed = false;
  /** The outdated parts. `all`: the changed reviews are not known. */
  readonly #outdated = new Map<Part, ReadonlySet<string> | 'all'>();
  readonly #read: (path: string, readAfter: string | undefined) => Promise<Answered>;
  readonly #onShown: (revision: number) => void;

  constructor(
    admission: string,
    read: (path: string, readAfter: string | undefined) => Promise<Answered>,
    onShown: (revision: number) => void,
  ) {
    this.admission = admission;
    this.stream = `admission-${admission}`;
    [this.#read, this.#onShown] = [read, onShown];
  }

  /** The chart is there for its person: not erased, and in their team. */
  get isShown(): boolean {
    return this.view.details !== undefined;
  }

  /** Takes a live note of any change. After a missed note all parts are read, because what it touched is unknown. */
  hear(note: Pick<Changed, 'stream' | 'revision' | 'from' | 'touched'>): void {
    if (note.revision <= this.seen) return;
    // A screen without the chart reads all of it.
    const isNext = note.from <= this.seen + 1 && this.isShown;
    this.seen = note.revision;
    this.readAgain(isNext ? partsTouchedBy(note) : parts, isNext ? reviewsTouchedBy(note) : undefined);
  }

  /** The current revision of the stream, from a heartbeat or on entering the room. */
  revisionKnown(revision: number): void {
    if (revision <= this.seen) return;
    this.seen = revision;
    this.readAgain(parts);
  }

  /** An own command was acknowledged. Its live note starts the read. */
  wrote(revision: number): void {
    this.#written = Math.max(revision, this.#written);
  }

  readAgain(outdated: readonly Part[], reviews?: readonly string[]): void {
    for (const part of outdated) {
      const known = this.#outdated.get(part) ?? new Set<string>();
      const some = part === 'reviews' && known !== 'all' ? reviews : undefined;
      this.#outdated.set(part, some && known !== 'all' ? new Set([...known, ...some]) : 'all');
    }
    if (!this.isReading) void this.#bringUpToDate();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #bringUpToDate(): Promise<void> {
    this.isReading = true;
    while (this.#outdated.size > 0 && !this.#isClosed) {
      await pause(Math.max(0, this.#restsUntil - performance.now()));
      const began = performance.now();
      const upTo = this.seen;
      const round = [...this.#outdated];
      this.#outdated.clear();
      const answers = await Promise.all(round.map(([part, items]) => this.#ask(part, items)));
      for (const [index, [part]] of round.entries()) this.#show(part, answers[index]);
      const hasFailed = answers.includes(undefined);
      if (!hasFailed && upTo > this.#shown) {
        this.#shown = upTo;
        this.#onShown(upTo);
      }
      const took = performance.now() - began;
      this.#restsUntil =
        performance.now() + (hasFailed ? AGAIN_MS : Math.min(Math.max(took, REST_MS.least), REST_MS.most));
    }
    this.isReading = false;
  }

  #show(part: Part, answer: Answered | undefined): void {
    // Where there is no answer, the changed reviews are not known any more: the next read is of the whole part.
    if (answer === undefined) return void this.#outdated.set(part, 'all');
    Object.assign(this.view, { [part]: answer.status === 200 ? answer.body : undefined });
    // A screen whose chart is gone shows none of its parts.
    if (!this.isShown) Object.assign(this.view, { reviews: undefined, notes: undefined, medications: undefined });
  }

  /** Reads some reviews without the entries that the client holds, or the whole part. */
  async #ask(part: Part, items: ReadonlySet<string> | 'all'): Promise<Answered | undefined> {
    const path = pathOf(part, this.admission);
    const held = this.view.reviews;
    if (part !== 'reviews' || items === 'all' || !held || items.size > MOST_REVIEWS) return this.#answerTo(path);
    const answer = await this.#answerTo(`${path}?ids=${requestedParts(items, held)}`);
    if (answer?.status !== 200) return answer;
    const found = wholeReviews(answer.body as ReviewPart[], held);
    // Only the whole list has the place of a review among those of its day.
    if (!found || hasUnknownPlace(found, held)) return this.#answerTo(path);
    return { ...answer, body: withFound(held, items, found) };
  }

  async #answerTo(path: string): Promise<Answered | undefined> {
    const readAfter = this.#written > this.seen ? `${this.stream}@${this.#written}` : undefined;
    const answer = await this.#read(path, readAfter).catch(unanswered);
    return answer && (answer.status === 200 || isGone(answer)) ? answer : undefined;
  }
}

/** A requested review that was not found leaves the list. A new one is appended. */
function withFound(held: readonly Review[], asked: ReadonlySet<string>, found: readonly Review[]): Review[] {
  const newest = new Map(found.map((review) => [review._id, review]));
  const kept = held.flatMap((review) => newest.get(review._id) ?? (asked.has(review._id) ? [] : review));
  return [...kept, ...found.filter(({ _id }) => held.every((review) => review._id !== _id))];
}
