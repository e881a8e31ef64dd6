/** Names of the people who act, kept for a while: the same few people act all day. */

/** Forgotten all at once beyond this many. */
const MOST_NAMES = 5_000;

export interface Names {
  /** '' where nobody is known by that id yet. */
  of(userId: string): Promise<string>;
  forget(userId: string): void;
  forgetAll(): void;
}

export function createNames(find: (userId: string) => Promise<string | undefined>): Names {
  const known = new Map<string, string>();
  return {
    async of(userId) {
      const kept = known.get(userId);
      if (kept !== undefined) return kept;
      const name = await find(userId);
      if (name === undefined) return '';
      if (known.size >= MOST_NAMES) known.clear();
      known.set(userId, name);
      return name;
    },
    forget: (userId) => void known.delete(userId),
    forgetAll: () => known.clear(),
  };
}
