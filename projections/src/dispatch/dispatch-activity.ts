/** The state of the dispatcher of this process: it spares the sweeper's queries in quiet times. */

export class DispatchActivity {
  #isLeading = false;
  #storedAt = 0;

  /** A leadership begins. What the last leader stored may be behind. */
  begin(): void {
    this.#isLeading = true;
    this.stored();
  }

  /** Heads of streams were stored: until now no one could be behind them. */
  stored(): void {
    this.#storedAt = performance.now();
  }

  end(): void {
    this.#isLeading = false;
  }

  /**
   * True if no process has stored a head since `at - patienceMs`: this one leads, so no other does,
   * and has stored none.
   * @param at on the clock of `performance.now()`
   */
  isQuietSince(at: number, patienceMs: number): boolean {
    return this.#isLeading && this.#storedAt < at - patienceMs;
  }
}
