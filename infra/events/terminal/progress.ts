/** How far a long command is, on stderr, which is for people: a line a second at most. */
const EVERY_MS = 1_000;

export class Progress {
  readonly #say: (line: string) => void;
  #next = Date.now() + EVERY_MS;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** @param line made only when it is time to say something */
  report(line: () => string): void {
    if (Date.now() < this.#next) return;
    this.#next = Date.now() + EVERY_MS;
    this.#say(line());
  }
}

export const grouped = (count: number): string => count.toLocaleString('en');
