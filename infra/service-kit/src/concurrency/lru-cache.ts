/** A bounded map that forgets what was used longest ago, for the caches of this process. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** @param capacity how many values are kept at most */
export function createLruCache<Value>(capacity: number): LruCache<Value> {
  // A Map keeps the order of insertion: whatever is used is taken out and put in again at the end.
  const values = new Map<string, Value>();
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      const oldest = values.keys().next();
      if (values.size > capacity && !oldest.done) values.delete(oldest.value);
    },
    delete(key) {
      values.delete(key);
    },
  };
}
