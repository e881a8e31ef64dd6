/** Things to do, in the order of time: a binary heap. Two things at one instant come in the order of their adding. */
interface Item {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export class Agenda {
  readonly #heap: Item[] = [];
  #added = 0;

  add(at: Date, run: () => void): void {
    const heap = this.#heap;
    const item = { at: at.getTime(), order: (this.#added += 1), run };
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, item)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = item;
  }

  /** Runs the next thing, if it comes before `end`. @returns whether there was one */
  runNext(end: Date): boolean {
    const [first] = this.#heap;
    if (first === undefined || first.at >= end.getTime()) return false;
    this.#removeFirst();
    first.run();
    return true;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const next = isRight ? right : left;
      if (next === undefined || isBefore(last, next)) break;
      heap[index] = next;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
  }
}

const isBefore = (a: Item, b: Item): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
