/** The one guard against losing typed text: the router holds a single blocker, the window a single `beforeunload`. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { drafts } from '../platform/storage/draft-storage.ts';
import { confirm } from '../components/dialogs/confirm.ts';
import {
  clearUnsavedEdits,
  unsentCommands,
  unsavedEdits,
  useUnsentCommands,
  useUnsavedEdits,
  hasEditsToLose,
} from '../platform/storage/unsaved-changes.ts';

const title = 'Leave without saving?';
const body = 'What you typed here has not been saved:';
const stay = 'Stay';
const discard = 'Discard and leave';

/**
 * Asks when something that was typed would be lost: by logging out also what waits for the network.
 * True: there is nothing, or the person lets it go.
 */
export async function letGo(waiting: readonly string[] = unsentCommands()): Promise<boolean> {
  const works = [...unsavedEdits().values(), ...waiting];
  if (works.length === 0) return true;
  if (!(await confirm({ title, body: `${body} ${works.join('; ')}`, yes: discard, no: stay, danger: true })))
    return false;
  drafts.discardUnsaved();
  clearUnsavedEdits();
  return true;
}

export default function UnsavedGuard() {
  const holds = useUnsavedEdits().size + useUnsentCommands().length > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasEditsToLose(currentLocation, nextLocation));

  useEffect(() => {
    if (!holds) return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [holds]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void letGo([]).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  return null;
}
