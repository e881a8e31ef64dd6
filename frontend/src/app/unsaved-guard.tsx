/** The guard against losing typed text. The router allows one blocker, and one `beforeunload` listener is enough. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { drafts } from '../platform/storage/draft-storage.ts';
import { confirm } from '../components/dialogs/confirm.tsx';
import {
  clearUnsavedEdits,
  hasEditsToLose,
  unsavedEdits,
  unsentCommands,
  useUnsavedEdits,
  useUnsentCommands,
} from '../platform/storage/unsaved-changes.ts';
import { openDevice } from '../platform/offline/offline-state.ts';
import { translate } from '../platform/language/language.ts';

/**
 * Asks before unsaved edits and unsent commands are lost. Only a sign-out loses unsent commands.
 * @returns true if there is nothing to lose or the person discards it
 */
export async function confirmDiscard(unsent: readonly string[] = unsentCommands()): Promise<boolean> {
  const losses = [...unsavedEdits().values(), ...unsent];
  if (losses.length === 0) return true;
  const isConfirmed = await confirm({
    title: translate('unsaved.title'),
    body: `${translate('unsaved.body')} ${losses.join('; ')}`,
    yes: translate('unsaved.discard'),
    no: translate('unsaved.stay'),
    danger: true,
  });
  if (!isConfirmed) return false;
  drafts.discardUnsaved();
  clearUnsavedEdits();
  return true;
}

export function UnsavedGuard() {
  const unsent = useUnsentCommands().length;
  // The device's database keeps commands beyond the tab.
  const hasLosses = useUnsavedEdits().size + (openDevice() ? 0 : unsent) > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasEditsToLose(currentLocation, nextLocation));

  useEffect(() => {
    if (!hasLosses) return undefined;
    const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [hasLosses]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmDiscard([]).then((isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  return null;
}
