/** The one guard against losing typed text: the router holds a single blocker, the window a single `beforeunload`. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../ui/confirm.ts';
import { forgetUnsaved, unsavedWorks, useUnsavedWorks, wouldLose } from '../lib/unsaved.ts';
import { appText } from './messages.ts';

/** Asks when something that was typed would be lost. True: there is nothing, or the person lets it go. */
export async function letGo(): Promise<boolean> {
  const works = [...unsavedWorks().values()];
  if (works.length === 0) return true;
  const { title, body, stay, discard } = appText.unsaved;
  if (!(await confirm({ title, body: `${body} ${works.join('; ')}`, yes: discard, no: stay, danger: true }))) return false;
  forgetUnsaved();
  return true;
}

export function UnsavedGuard() {
  const holds = useUnsavedWorks().size > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldLose(currentLocation, nextLocation));

  useEffect(() => {
    if (!holds) return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [holds]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void letGo().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  return null;
}
