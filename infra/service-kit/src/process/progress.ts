/** Reports the progress of a long command on stderr, at most once a second. */
const EVERY_MS = 1_000;

export class Progress {
  readonly #say: (line: string) => void;
  #next = Date.now() + EVERY_MS;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** @param line called only when a report is due */
  report(line: () => string): void {
    if (Date.now() < this.#next) return;
    this.#next = Date.now() + EVERY_MS;
    this.#say(line());
  }
}

export const grouped = (count: number): string => count.toLocaleString('en');
