/** One admission on one client's screen: what it shows, which parts are outdated, and the reads that update them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Review, ReviewPart } from 'command-api/contract/entities';
import { hasUnknownPlace, requestedParts, wholeReviews } from 'command-api/contract/review-parts';
import type { Changed } from 'command-api/contract/live';
import { type Answered, isGone, NoAnswer } from './calls.ts';
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
 * The rules of the browser. A single note starts a read at once; a burst of notes is one round of reads. The next round
 * waits as long as this one took. Only the changed reviews are read. A read without an answer is tried twice more, and
 * again when the connection reports something.
 */
const COALESCE_MS = 60;
const MOST_REST_MS = 300;
const TRIES = 3;
const AGAIN_MS = 400;
const MOST_ITEMS = 50;

interface Reading {
  /** The ids of the items that changed since the last read began. `all`: the items are not known. */
  old: ReadonlySet<string> | 'all' | undefined;
  isRunning: boolean;
  /** The running read may be older than the answer of an own command. */
  overtaken: boolean;
  failed: boolean;
  /** The part shows at least this revision of the stream. */
  upTo: number;
}

export class Chart {
  readonly admission: string;
  readonly stream: string;
  readonly view: View = { details: undefined, reviews: undefined, notes: undefined, medications: undefined };
  /** The newest revision that this client knows. */
  seen = -1;
  #shown = -1;
  #written: number | undefined;
  #flushing: NodeJS.Timeout | undefined;
  #lastRound = -Infinity;
  readonly #reading: Record<Part, Reading>;
  readonly #gone = new Set<string>();
  /** The ids and versions that each part shows. */
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
    const fresh = (): Reading => ({ old: undefined, isRunning: false, overtaken: false, failed: false, upTo: -1 });
    this.#reading = { details: fresh(), reviews: fresh(), notes: fresh(), medications: fresh() };
  }

  /** Takes a live note of any change. After a missed note all parts are read, because what it touched is unknown. */
  hear(note: Pick<Changed, 'stream' | 'revision' | 'from' | 'touched'>): void {
    if (note.revision <= this.seen) return;
    // A screen without the chart reads all of it.
    const isNext = note.from <= this.seen + 1 && this.isShown;
    this.#reached(note.revision);
    this.readAgain(isNext ? partsTouchedBy(note) : parts, isNext ? reviewsTouchedBy(note) : undefined);
  }

  /** The current revision of the stream, from a heartbeat or on entering the room. */
  revisionKnown(revision: number): void {
    if (revision <= this.seen) return;
    this.#reached(revision);
    this.readAgain(parts);
  }

  /** Tries failed reads again. Called after a reconnect and a heartbeat. */
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
          if (this.#reading[part].old && !this.#reading[part].isRunning) void this.#bringUpToDate(part);
      },
      Math.max(0, this.#lastRound + COALESCE_MS - performance.now()),
    );
  }

  /**
   * Shows the answer of an own command at once. The result of a running read is dropped, because it may be older, and
   * the read is repeated. After the live note of the command the answer is ignored, because the reads are newer.
   */
  answered<P extends Part>(revision: number, part: P, change: (held: View[P]) => View[P]): void {
    if (revision <= this.seen) return;
    this.#written = Math.max(revision, this.#written ?? -1);
    const reading = this.#reading[part];
    reading.overtaken = true;
    const before = this.view[part];
    const after = change(before);
    this.#show(part, after);
    // A new item may come after one that is not shown yet. Only the whole list has the order of writing.
    const isLonger = Array.isArray(before) && Array.isArray(after) && after.length > before.length;
    const followsUnseen = isLonger && (revision > this.seen + 1 || reading.isRunning || reading.old !== undefined);
    const placeIsUnknown = part === 'reviews' && hasUnknownPlace((after ?? []) as Review[], (before ?? []) as Review[]);
    if (followsUnseen || placeIsUnknown) this.readAgain([part]);
  }

  /** Whether the chart is there for its person: not erased, and in their team. */
  get isShown(): boolean {
    return this.view.details !== undefined;
  }

  get isReading(): boolean {
    return this.#flushing !== undefined || parts.some((part) => this.#reading[part].isRunning);
  }

  #reached(revision: number): void {
    this.seen = revision;
    if (this.#written !== undefined && revision >= this.#written) this.#written = undefined;
  }

  async #bringUpToDate(part: Part): Promise<void> {
    const reading = this.#reading[part];
    reading.isRunning = true;
    while (reading.old) {
      // The items of a failed read are not known any more, so the next read is of the whole part.
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
        this.#show(part, answer.status === 200 ? (newest(this.view[part], read) as View[Part]) : undefined);
      } else if (answer) this.readAgain([part], items);
      this.#reportShown();
      if (reading.old) await pause(Math.min(Math.max(performance.now() - began, COALESCE_MS), MOST_REST_MS));
    }
    reading.isRunning = false;
    this.#reportShown();
  }

  /** Reads some reviews without the entries that the client holds. Reads them whole if the client holds one no more. */
  async #tryToRead(part: Part, items: ReadonlySet<string> | undefined): Promise<Answered | undefined> {
    const path = pathOf(part, this.admission);
    if (!items) return this.#ask(path);
    const held = this.view.reviews ?? [];
    const answer = await this.#ask(`${path}?ids=${requestedParts(items, held)}`);
    if (answer?.status !== 200) return answer;
    const reviews = wholeReviews(answer.body as ReviewPart[], held);
    const whole = reviews ? { ...answer, body: reviews } : await this.#ask(`${path}?ids=${[...items].join()}`);
    if (whole?.status === 200 && hasUnknownPlace(whole.body as Review[], held)) this.readAgain(['reviews']);
    return whole;
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
      if (answer && (answer.status === 200 || isGone(answer))) return answer;
    }
    this.#observer.counted('readsFailed');
    return undefined;
  }

  /** Ids are never used twice: an id that disappeared and appears again comes from an older state. */
  #show<P extends Part>(part: P, next: View[P]): void {
    const before = this.#ids.get(part) ?? new Map<string, number>();
    const now = shownIn(next);
    this.view[part] = next;
    // A screen whose chart is gone shows none of its parts.
    if (part === 'details' && next === undefined) {
      for (const other of parts) if (other !== part && this.view[other] !== undefined) this.#show(other, undefined);
      // It may come back with a transfer, with all that it had.
      this.#gone.clear();
      this.#ids.clear();
      return;
    }
    this.#ids.set(part, now);
    for (const id of now.keys()) if (this.#gone.delete(`${part} ${id}`)) this.#observer.counted('wentBack');
    for (const id of before.keys()) if (!now.has(id)) this.#gone.add(`${part} ${id}`);
    for (const [id, version] of now) if (version < (before.get(id) ?? -1)) this.#observer.counted('wentBack');
  }

  #reportShown(): void {
    const shown = Math.min(
      ...parts.map((part) =>
        this.#reading[part].old || this.#reading[part].failed || this.#reading[part].isRunning
          ? this.#reading[part].upTo
          : this.seen,
      ),
    );
    if (shown <= this.#shown) return;
    this.#observer.shown(this.stream, this.#shown, shown);
    this.#shown = shown;
  }
}
