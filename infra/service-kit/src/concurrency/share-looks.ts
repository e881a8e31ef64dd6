/** A look that all who ask share: its cost does not depend on how many ask. */

/**
 * @param keptMs how long the result is still the answer, once the look has ended. A look that failed is not kept
 * @returns asks; it throws what `look` throws. One look runs at a time
 */
export function shareLooks<Result>(
  look: () => Promise<Result>,
  keptMs: (result: Result) => number,
): () => Promise<Result> {
  let last: { readonly result: Promise<Result>; until: number } | undefined;
  const begin = async (): Promise<Result> => {
    const own = { result: look(), until: Infinity };
    last = own;
    try {
      const result = await own.result;
      own.until = performance.now() + keptMs(result);
      return result;
    } catch (error) {
      own.until = 0;
      throw error;
    }
  };
  return () => (last && performance.now() < last.until ? last.result : begin());
}
