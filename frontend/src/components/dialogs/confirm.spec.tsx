import { act, waitFor } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/component.tsx';
import { AsyncBoundary } from '../lazy-component.tsx';
import { confirm, NativeConfirm, useQuestion } from './confirm.tsx';

const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
const Shell = () =>
  useQuestion().question ? (
    <AsyncBoundary instead={<NativeConfirm />}>
      <Missing />
    </AsyncBoundary>
  ) : (
    <p>Chart</p>
  );

test.each([true, false])("the browser's dialog asks when ours cannot be loaded; answer: %s", async (yes) => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(yes);
  show(<Shell />);
  const answered = vi.fn();
  act(() => void confirm({ title: 'Leave without saving?', body: 'Entry: Warfarin' }).then(answered));
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(yes));
  expect(asked).toHaveBeenCalledExactlyOnceWith('Leave without saving?\n\nEntry: Warfarin');
  asked.mockRestore();
  complained.mockRestore();
});
