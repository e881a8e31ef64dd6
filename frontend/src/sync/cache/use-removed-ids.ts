import { useState } from 'react';

const none: readonly string[] = [];

/** The ids of items that were in the list and were removed since. `items` is undefined before the first read. */
export function useRemovedIds(items: readonly { _id: string }[] | undefined): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>(none);
  if (!items) return none;
  const ids = items.map(({ _id }) => _id);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) setKnown([...known, ...added]);
  return known.filter((id) => !ids.includes(id));
}
