import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drafts } from '../platform/storage/draft-storage.ts';
import { show } from '../testing/component.tsx';
import { AccessLost } from './unsaved-text.tsx';

test('a closed screen shows only the own text, to be copied, and removes it when the person leaves', async () => {
  drafts.enable();
  drafts.save({ user: 'u1', of: 'admission/a1/new-review' }, 'كلماتي', undefined);
  const { user, unmount } = show(
    <AccessLost
      user="u1"
      within="admission/a1/"
      typedIn={(key) => ({ key, what: 'New review', fields: [{ label: 'Clinical notes', text: 'كلماتي' }] })}
    />,
  );
  expect(screen.getByRole('heading', { name: 'This is no longer open to you' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Copy my text' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('New review\nClinical notes: كلماتي');
  unmount();
  expect(drafts.list('u1', 'admission/a1/')).toEqual([]);
});
