/**
 * Counts the work of each person in this process.
 * @returns begins work of a person and returns the function that ends it; undefined when the person has `most` already
 */
export function countWorkInProgress(most: number): (userId: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (userId) => {
    const count = counts.get(userId) ?? 0;
    if (count >= most) return undefined;
    counts.set(userId, count + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const rest = (counts.get(userId) ?? 1) - 1;
      if (rest > 0) counts.set(userId, rest);
      else counts.delete(userId);
    };
  };
}
