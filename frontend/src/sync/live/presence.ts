/** Presence: a hint that lapses, never a lock (architecture, rule 12). */
import { PRESENCE_TOUCH_MS, type PresenceTouch } from 'command-api/contract/live';
import { useEffect, useMemo } from 'react';
import { touchPresence, useLiveState, usePresence } from './live-connection.ts';

/** Says where this person is, at once and every ten seconds while the page is in front. */
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
  /** Who is writing in a review or a note, or elsewhere in the chart (`admission`). */
  editingAt: (target: PresenceTouch['target']) => string[];
}

/** Everybody else at this admission, in whichever window and at whichever instance of the server. */
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
