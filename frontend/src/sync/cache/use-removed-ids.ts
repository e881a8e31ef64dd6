import { useState } from 'react';

const none: readonly string[] = [];

/** The ids of what was once in a list and is not any more. Undefined: not read yet. */
export function useRemovedIds(now: readonly { _id: string }[] | undefined): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>(none);
  if (!now) return none;
  const ids = now.map(({ _id }) => _id);
  const fresh = ids.filter((id) => !known.includes(id));
  if (fresh.length > 0) setKnown([...known, ...fresh]);
  return known.filter((id) => !ids.includes(id));
}
