/**
 * The smallest part of a list that still fails: delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", algorithm ddmin). In the end no single item can be left out, unless the tries were used up.
 */
export interface Shrunk<Item> {
  readonly items: readonly Item[];
  readonly tries: number;
  /** False: the tries were used up before. */
  readonly isSmallest: boolean;
}

/**
 * @param fails whether a part of the list still fails. It is not asked about the whole list, and about no part twice
 * @param mostTries how often `fails` is asked at most
 */
export async function shrink<Item>(
  whole: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
  mostTries: number,
): Promise<Shrunk<Item>> {
  const asked = new Map<string, boolean>();
  const numbers = new Map(whole.map((item, index) => [item, index]));
  let tries = 0;
  const stillFails = async (part: readonly Item[]): Promise<boolean> => {
    const key = part.map((item) => numbers.get(item)).join();
    const known = asked.get(key);
    if (known !== undefined) return known;
    if (tries >= mostTries) throw new UsedUp();
    tries += 1;
    const answer = await fails(part);
    asked.set(key, answer);
    return answer;
  };

  let items = whole;
  try {
    // A failure that needs no fault at all is the first thing to know.
    if (whole.length > 0 && (await stillFails([]))) return { items: [], tries, isSmallest: true };
    for (let parts = 2; items.length > 1;) {
      const next = await smaller(items, parts, stillFails);
      if (next) {
        items = next.items;
        parts = Math.max(2, next.isComplement ? parts - 1 : 2);
      } else if (parts >= items.length) break;
      else parts = Math.min(items.length, 2 * parts);
    }
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error;
    return { items, tries, isSmallest: false };
  }
  return { items, tries, isSmallest: true };
}

class UsedUp extends Error {}

/** One of `parts` parts that fails alone, or else all but one of them. */
async function smaller<Item>(
  items: readonly Item[],
  parts: number,
  stillFails: (part: readonly Item[]) => Promise<boolean>,
): Promise<{ items: readonly Item[]; isComplement: boolean } | undefined> {
  const pieces = Array.from({ length: parts }, (_, index) =>
    items.slice(Math.floor((index * items.length) / parts), Math.floor(((index + 1) * items.length) / parts)),
  );
  for (const piece of pieces) if (await stillFails(piece)) return { items: piece, isComplement: false };
  if (parts === 2) return undefined;
  for (const piece of pieces) {
    const others = items.filter((item) => !piece.includes(item));
    if (await stillFails(others)) return { items: others, isComplement: true };
  }
  return undefined;
}
