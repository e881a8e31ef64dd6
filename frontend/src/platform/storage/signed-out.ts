/**
 * A sign-out in one tab removes the texts of its person in all tabs (docs/product.md, "Sessions"). A tab that sleeps, or is
 * restored by the browser, learns of it when the person signs in again: each tab remembers the last sign-out that it knows.
 */
import { uuid } from '../browser.ts';
import { unsavedEdits, unsentCommands } from './unsaved-changes.ts';

const KEY = 'signedOut:';

export function tellSignOut(user: string): void {
  try {
    localStorage.setItem(KEY + user, uuid());
    hasSignedOutElsewhere(user);
  } catch {
    // Storage is blocked or full.
  }
}

/** True, once, if the person has signed out in another tab since this one knows them. */
export function hasSignedOutElsewhere(user: string): boolean {
  try {
    const last = localStorage.getItem(KEY + user) ?? '';
    const known = sessionStorage.getItem(KEY + user);
    sessionStorage.setItem(KEY + user, last);
    return known !== null && known !== last;
  } catch {
    return false;
  }
}

/** @param listener gets the id of the person who has signed out in another tab just now */
export function onSignOutElsewhere(listener: (user: string) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key?.startsWith(KEY) && hasSignedOutElsewhere(key.slice(KEY.length))) listener(key.slice(KEY.length));
  });
}

const ANSWERS_MS = 200;
interface Message {
  /** Absent in a question. */
  readonly names?: readonly string[];
}
const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unsaved');

/** Says to other tabs, when they ask, what is typed and not saved in this one. */
export function answerOtherTabs(): void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const names = [...unsavedEdits().values(), ...unsentCommands()];
    // A channel is of one origin. The rule is about windows.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (data.names === undefined && names.length > 0) channel.postMessage({ names } satisfies Message);
  });
}

/** The texts that are typed and not saved in the other tabs, named for a person. */
export async function unsavedInOtherTabs(): Promise<readonly string[]> {
  const channel = openChannel();
  if (!channel) return [];
  const names: string[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => names.push(...(data.names ?? [])));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  channel.postMessage({} satisfies Message);
  await new Promise((resolve) => void setTimeout(resolve, ANSWERS_MS));
  channel.close();
  return names;
}
