import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { session } from '../platform/session/session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { show } from '../testing/component.tsx';
import { mona } from '../testing/screen.tsx';
import { AccessLost } from './unsaved-text.tsx';

const within = ['admission/a1/'];
const closedScreen = () => {
  act(() => session.send({ type: 'signedUp', user: mona }));
  onTestFinished(() => session.send({ type: 'otherTab', user: undefined }));
  drafts.save({ user: 'u1', of: 'admission/a1/new-review' }, 'كلماتي', undefined);
  return show(
    <AccessLost
      user="u1"
      within={within}
      textOf={(key, text) => ({ key, what: 'New review', fields: [{ label: 'Clinical notes', text: String(text) }] })}
    />,
  );
};
const kept = () => drafts.list('u1', 'admission/a1/');

test('a closed screen shows only the own text, which goes when the person has copied it and leaves', async () => {
  const { user, unmount } = closedScreen();
  expect(screen.getByRole('heading', { name: 'This is no longer open to you' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Copy my text' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('New review\nClinical notes: كلماتي');
  unmount();
  expect(kept()).toEqual([]);
});

test('a page that is closed or loaded again, or a session that ends, removes no text that was not copied', () => {
  const { unmount } = closedScreen();
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  expect(kept()).toEqual(['new-review']);
  const again = closedScreen();
  act(() => session.send({ type: 'otherTab', user: undefined }));
  again.unmount();
  expect(kept()).toEqual(['new-review']);
});
