/** Cached names of the people who act; the same few people act all day. */
import { LRUCache } from 'lru-cache';

const MAX_NAMES = 5_000;

export interface PersonNames {
  /** '' if the id is not known yet. */
  of(userId: string): Promise<string>;
  forget(userId: string): void;
  forgetAll(): void;
}

export function createPersonNames(find: (userId: string) => Promise<string | undefined>): PersonNames {
  const known = new LRUCache<string, string>({ max: MAX_NAMES });
  return {
    async of(userId) {
      const cached = known.get(userId);
      if (cached !== undefined) return cached;
      const name = await find(userId);
      if (name === undefined) return '';
      known.set(userId, name);
      return name;
    },
    forget: (userId) => void known.delete(userId),
    forgetAll: () => known.clear(),
  };
}
