import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { session, sessionReady } from '../session/session.ts';
import { mona, serve } from '../../testing/screen.tsx';
import { drafts } from './draft-storage.ts';
import { unsavedInOtherTabs } from './signed-out.ts';

const key = { user: 'u1', of: 'note/1' };
const kept = () => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'));
/** As the storage of this browser changes in the other tabs. */
function signOutElsewhere(): void {
  localStorage.setItem('signedOut:u1', crypto.randomUUID());
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'signedOut:u1' })));
}
beforeEach(async () => {
  serve({});
  await sessionReady();
  act(() => session.send({ type: 'signedUp', user: mona }));
  drafts.save(key, 'INR daily', undefined);
});

test('a sign-out in another tab removes the drafts of its person here, and of no other person', () => {
  sessionStorage.setItem('draft:u2/note/1', 'theirs');
  signOutElsewhere();
  expect(kept()).toEqual(['draft:u2/note/1']);
});

test('a tab that slept through the sign-out removes them at the next sign-in', () => {
  act(() => session.send({ type: 'otherTab', user: undefined }));
  expect(kept()).toEqual(['draft:u1/note/1']);
  localStorage.setItem('signedOut:u1', crypto.randomUUID());
  act(() => session.send({ type: 'signedUp', user: mona }));
  expect(kept()).toEqual([]);
  drafts.save(key, 'typed since', undefined);
  expect(kept()).toEqual(['draft:u1/note/1']);
});

test('before a sign-out the other tabs say what is not saved in them', async () => {
  const other = new BroadcastChannel('unsaved');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  other.addEventListener('message', () => other.postMessage({ names: ['Entry: Warfarin'] }));
  await waitFor(async () => expect(await unsavedInOtherTabs()).toContain('Entry: Warfarin'));
  other.close();
});
