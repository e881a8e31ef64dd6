import { act, waitFor } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing.tsx';
import { confirm, useAsking } from '../components/dialogs/confirm.ts';
import { AsyncBoundary } from '../components/async-boundary.tsx';
import { PlainConfirm } from './plain-confirm.tsx';

const Gone = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
const Shell = () =>
  useAsking().question ? (
    <AsyncBoundary instead={<PlainConfirm />}>
      <Gone />
    </AsyncBoundary>
  ) : (
    <p>Chart</p>
  );

test.each([true, false])(
  'where the dialog cannot be loaded the browser asks instead, and is believed: %s',
  async (yes) => {
    const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const asked = vi.spyOn(window, 'confirm').mockReturnValue(yes);
    show(<Shell />);
    const answered = vi.fn();
    act(() => void confirm({ title: 'Leave without saving?', body: 'Entry: Warfarin' }).then(answered));
    await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(yes));
    expect(asked).toHaveBeenCalledExactlyOnceWith('Leave without saving?\n\nEntry: Warfarin');
    asked.mockRestore();
    complained.mockRestore();
  },
);
