/** One admission on one client's screen: what it shows, what of it is old, and the reads that make it new. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Review, ReviewPart } from 'command-api/contract/entities';
import { askedParts, wholeReviews } from 'command-api/contract/review-parts';
import type { Changed } from 'command-api/contract/live';
import { type Answered, NoAnswer } from './calls.ts';
import type { Observer } from './ledger.ts';
import {
  newest,
  type Part,
  parts,
  partsTouchedBy,
  pathOf,
  reviewsTouchedBy,
  shownIn,
  type View,
  withItems,
} from './view.ts';

/**
 * As the browser: a note by itself is followed at once, a burst is one round of reads, the next round waits as long as
 * this one took, and of the reviews no more is read than has changed; a read that gets no answer is tried twice more,
 * and again when there is news of the connection.
 */
const COALESCE_MS = 60;
const MOST_REST_MS = 300;
const TRIES = 3;
const AGAIN_MS = 400;
const MOST_ITEMS = 50;

interface Reading {
  /**
   * What has changed since the read that is under way, or the last one, was begun: some items by their ids, or there is
   * no telling which.
   */
  old: ReadonlySet<string> | 'all' | undefined;
  underWay: boolean;
  /** What the read under way brings is older than an own command's answer. */
  overtaken: boolean;
  failed: boolean;
  /** The stream's revision that the part shows at least. */
  upTo: number;
}

export class Chart {
  readonly admission: string;
  readonly stream: string;
  readonly view: View = { details: undefined, reviews: undefined, notes: undefined, medications: undefined };
  /** The newest revision that this client has heard of. */
  seen = -1;
  #shown = -1;
  #written: number | undefined;
  #flushing: NodeJS.Timeout | undefined;
  #lastRound = -Infinity;
  readonly #reading: Record<Part, Reading>;
  readonly #gone = new Set<string>();
  /** What each part shows, as it was last reckoned. */
  readonly #ids = new Map<Part, ReadonlyMap<string, number>>();
  readonly #read: (path: string, readAfter: string | undefined) => Promise<Answered>;
  readonly #observer: Observer;

  constructor(
    admission: string,
    read: (path: string, readAfter: string | undefined) => Promise<Answered>,
    observer: Observer,
  ) {
    this.admission = admission;
    this.stream = `admission-${admission}`;
    this.#read = read;
    this.#observer = observer;
    const fresh = (): Reading => ({ old: undefined, underWay: false, overtaken: false, failed: false, upTo: -1 });
    this.#reading = { details: fresh(), reviews: fresh(), notes: fresh(), medications: fresh() };
  }

  /** A teammate's change, or an own one. Where the one before it has not been heard, nobody knows what that touched. */
  hear(note: Pick<Changed, 'stream' | 'revision' | 'from' | 'touched'>): void {
    if (note.revision <= this.seen) return;
    const isNext = note.from <= this.seen + 1;
    this.#reached(note.revision);
    this.readAgain(isNext ? partsTouchedBy(note) : parts, isNext ? reviewsTouchedBy(note) : undefined);
  }

  /** The stream is known to stand there: from a heartbeat, or on entering its room. */
  standsAt(revision: number): void {
    if (revision <= this.seen) return;
    this.#reached(revision);
    this.readAgain(parts);
  }

  /** The connection is back, or a heartbeat has come: what could not be read then can perhaps be read now. */
  readWhatFailed(): void {
    this.readAgain(parts.filter((part) => this.#reading[part].failed));
  }

  readAgain(old: readonly Part[], reviews?: ReadonlySet<string>): void {
    if (old.length === 0) return;
    for (const part of old) {
      const reading = this.#reading[part];
      const items = part === 'reviews' && this.view.reviews ? reviews : undefined;
      reading.old = items && reading.old !== 'all' ? new Set([...(reading.old ?? []), ...items]) : 'all';
    }
    this.#flushing ??= setTimeout(
      () => {
        this.#flushing = undefined;
        this.#lastRound = performance.now();
        for (const part of parts)
          if (this.#reading[part].old && !this.#reading[part].underWay) void this.#bringUpToDate(part);
      },
      Math.max(0, this.#lastRound + COALESCE_MS - performance.now()),
    );
  }

  /**
   * The answer to an own command is on the screen at once, and what a read that was under way brings is not: it may not
   * know of it, and the command's note makes the part old once more. Where that note has been heard, the reads know
   * more than an answer that comes so late.
   */
  answered<P extends Part>(revision: number, part: P, change: (held: View[P]) => View[P]): void {
    if (revision <= this.seen) return;
    this.#written = Math.max(revision, this.#written ?? -1);
    this.#reading[part].overtaken = true;
    this.#show(part, change(this.view[part]));
  }

  get isReading(): boolean {
    return this.#flushing !== undefined || parts.some((part) => this.#reading[part].underWay);
  }

  #reached(revision: number): void {
    this.seen = revision;
    if (this.#written !== undefined && revision >= this.#written) this.#written = undefined;
  }

  async #bringUpToDate(part: Part): Promise<void> {
    const reading = this.#reading[part];
    reading.underWay = true;
    while (reading.old) {
      // What a read that failed was to bring is not known any more: the next is of all there is.
      const items = reading.failed || reading.old === 'all' || reading.old.size > MOST_ITEMS ? undefined : reading.old;
      reading.old = undefined;
      reading.overtaken = false;
      const upTo = this.seen;
      const began = performance.now();
      const answer = await this.#tryToRead(part, items);
      reading.failed = answer === undefined;
      if (answer && !reading.overtaken) {
        reading.upTo = upTo;
        const read =
          items && answer.status === 200 ? withItems(this.view.reviews, items, answer.body as Review[]) : answer.body;
        this.#show(part, answer.status === 404 ? undefined : (newest(this.view[part], read) as View[Part]));
      } else if (answer && items) this.readAgain([part], items);
      this.#tellWhatIsShown();
      if (reading.old) await pause(Math.min(Math.max(performance.now() - began, COALESCE_MS), MOST_REST_MS));
    }
    reading.underWay = false;
    this.#tellWhatIsShown();
  }

  /** Of some reviews, without the entries that are held as they are; whole where one of those turns out not to be. */
  async #tryToRead(part: Part, items: ReadonlySet<string> | undefined): Promise<Answered | undefined> {
    const path = pathOf(part, this.admission);
    if (!items) return this.#ask(path);
    const held = this.view.reviews ?? [];
    const answer = await this.#ask(`${path}?ids=${askedParts(items, held)}`);
    if (answer?.status !== 200) return answer;
    const reviews = wholeReviews(answer.body as ReviewPart[], held);
    return reviews ? { ...answer, body: reviews } : this.#ask(`${path}?ids=${[...items].join()}`);
  }

  async #ask(path: string): Promise<Answered | undefined> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await pause(AGAIN_MS * 2 ** (tries - 1));
      this.#observer.counted('reads');
      const answer = await this.#read(
        path,
        this.#written === undefined ? undefined : `${this.stream}@${this.#written}`,
      ).catch((error: unknown) => {
        if (error instanceof NoAnswer) return undefined;
        throw error;
      });
      if (answer?.stale) this.#observer.counted('staleReads');
      if (answer?.status === 200 || answer?.status === 404) return answer;
    }
    this.#observer.counted('readsFailed');
    return undefined;
  }

  /** Ids are never used twice: what was not shown any more and is shown again has come from an older state. */
  #show<P extends Part>(part: P, next: View[P]): void {
    const before = this.#ids.get(part) ?? new Map<string, number>();
    const now = shownIn(next);
    this.view[part] = next;
    this.#ids.set(part, now);
    for (const id of now.keys()) if (this.#gone.delete(`${part} ${id}`)) this.#observer.counted('wentBack');
    for (const id of before.keys()) if (!now.has(id)) this.#gone.add(`${part} ${id}`);
    for (const [id, version] of now) if (version < (before.get(id) ?? -1)) this.#observer.counted('wentBack');
  }

  #tellWhatIsShown(): void {
    const shown = Math.min(
      ...parts.map((part) =>
        this.#reading[part].old || this.#reading[part].failed || this.#reading[part].underWay
          ? this.#reading[part].upTo
          : this.seen,
      ),
    );
    if (shown <= this.#shown) return;
    this.#observer.shown(this.stream, this.#shown, shown);
    this.#shown = shown;
  }
}
