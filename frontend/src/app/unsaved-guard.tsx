/** The one guard against losing typed text: the router holds a single blocker, the window a single `beforeunload`. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../ui/confirm.ts';
import { unsavedWorks, useUnsavedWorks } from '../lib/unsaved.ts';
import { appText } from './messages.ts';

export function UnsavedGuard() {
  const holds = useUnsavedWorks().size > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsavedWorks().size > 0 && currentLocation.pathname !== nextLocation.pathname);

  useEffect(() => {
    if (!holds) return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [holds]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { title, body, stay, discard } = appText.unsaved;
    void confirm({ title, body: `${body} ${[...unsavedWorks().values()].join('; ')}`, yes: discard, no: stay, danger: true }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  return null;
}
