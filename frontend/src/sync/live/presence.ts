/** Presence is a hint that expires, never a lock (docs/architecture.md, "Rule 12: presence is a hint"). */
import { PRESENCE_TOUCH_MS, type PresenceTouch } from 'command-api/contract/live';
import { useEffect, useMemo } from 'react';
import { touchPresence, useLiveState, usePresence } from './live-connection.ts';

/** Reports where this person is, at once and every ten seconds while the page is visible. */
export function useTouchPresence({ admission, target, mode }: PresenceTouch): void {
  const isLive = useLiveState() === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    const touch = () => {
      if (document.visibilityState === 'visible') touchPresence({ admission, target, mode });
    };
    touch();
    const timer = setInterval(touch, PRESENCE_TOUCH_MS);
    document.addEventListener('visibilitychange', touch);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', touch);
    };
  }, [admission, target, mode, isLive]);
}

export interface OtherPeople {
  names: string[];
  /** The names of the people who write in a review or a note, or elsewhere in the chart (`admission`). */
  editingAt: (target: PresenceTouch['target']) => string[];
}

/** The other people at this admission. */
export function useOtherPeople(admission: string, user: string): OtherPeople {
  const people = usePresence(admission);
  return useMemo(() => {
    const others = people.filter(({ userId }) => userId !== user);
    const unique = (names: string[]) => [...new Set(names)];
    return {
      names: unique(others.map(({ name }) => name)),
      editingAt: (place) =>
        unique(others.filter(({ mode, target }) => mode === 'editing' && target === place).map(({ name }) => name)),
    };
  }, [people, user]);
}
