/** How much each person has under way in this process. */

/**
 * @returns counts one more of that person, until the function that it gives is called; undefined where they have as
 * many as anybody may
 */
export function countWorkInProgress(most: number): (userId: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (userId) => {
    const count = counts.get(userId) ?? 0;
    if (count >= most) return undefined;
    counts.set(userId, count + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = (counts.get(userId) ?? 1) - 1;
      if (rest > 0) counts.set(userId, rest);
      else counts.delete(userId);
    };
  };
}
