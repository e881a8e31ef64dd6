import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/http/api.ts';
import { show } from '../testing/component.tsx';
import { ErrorAlert } from './screen-states.tsx';

test('an error can be dismissed', async () => {
  const { user } = show(<ErrorAlert error={new ApiError(500, 'Unexpected Error')} />);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
test('nothing is shown without an error', () => {
  show(<ErrorAlert error={null} />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
