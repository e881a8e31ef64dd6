import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { Component as MyTube } from './my-tube.tsx';

test('a pasted address plays and is in the address of the page', async () => {
  const { user, router } = show(<MyTube />, '/myTube');
  fireEvent.change(screen.getByLabelText('Video address*'), { target: { value: 'youtu.be/dQw4w9WgXcQ?t=30' } });
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(router.state.location.search).toBe('?url=youtu.be%2FdQw4w9WgXcQ%3Ft%3D30');
  await user.click(screen.getByRole('button', { name: /^Play Video/ }));
  expect(screen.getByTitle('Video')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&start=30&autoplay=1',
  );
});

test('an address that cannot be played shows an error, and the pasted text stays', async () => {
  const { user } = show(<MyTube />, '/myTube');
  fireEvent.change(screen.getByLabelText('Video address*'), {
    target: { value: 'https://www.facebook.com/watch?v=1' },
  });
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.getByText(/Paste one of YouTube or Vimeo/)).toBeInTheDocument();
  expect(screen.getByLabelText('Video address*')).toBeInvalid();
  expect(screen.getByLabelText('Video address*')).toHaveValue('https://www.facebook.com/watch?v=1');
});

test('a file plays in the page; a missing file shows an error with a link to it', async () => {
  show(<MyTube />, '/myTube?url=https://cdn.hospital.org/1.mp4');
  fireEvent.error(screen.getByLabelText('Video', { selector: 'video' }));
  expect(screen.getByRole('alert')).toHaveTextContent('could not be played');
  expect(screen.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute(
    'href',
    'https://cdn.hospital.org/1.mp4',
  );
});

test('an address that the installation does not allow is named', () => {
  const address = 'https://cdn.hospital.org/1.mp4';
  show(<MyTube />, `/myTube?url=${address}`);
  fireEvent.error(screen.getByLabelText('Video', { selector: 'video' }));
  const violation = { effectiveDirective: 'media-src', blockedURI: address };
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), { ...violation, blockedURI: 'data' }));
  expect(screen.getByRole('alert')).toHaveTextContent('could not be played');
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), violation));
  expect(screen.getByRole('alert')).toHaveTextContent('This installation does not allow videos of cdn.hospital.org.');
});
