import { screen } from '@testing-library/react';
import type { Me } from 'language/contract/entities';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { me as mona } from '../../testing/hospital.ts';
import { ConfirmEmail } from './confirm-email.tsx';

const me: Me = { ...mona, emailVerified: false };
const REFUSED = 'This link belongs to another account, has been used already or is too old';

/** The requests that the server received. */
let requests: [string, unknown][];
let answer: () => Response;
const realFetch = globalThis.fetch;
beforeEach(() => {
  requests = [];
  globalThis.fetch = async (input, init) => {
    requests.push([new URL(input instanceof Request ? input.url : input).pathname, JSON.parse(String(init?.body))]);
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
const button = (name: string) => screen.queryByRole('button', { name });

test('opening the link confirms nothing; the button confirms the address of the named account', async () => {
  answer = () => new Response(JSON.stringify({ ...me, emailVerified: true }));
  const { user } = show(<ConfirmEmail me={me} token="as-mailed" />);
  expect(screen.getByText('mona@demo.test')).toBeInTheDocument();
  expect(requests).toEqual([]);
  await user.click(button('Confirm this address')!);
  expect(await screen.findByText('This address is confirmed.')).toBeInTheDocument();
  expect(requests).toEqual([['/api/users/confirmEmail', { token: 'as-mailed' }]]);
  expect(button('Confirm this address')).toBeNull();
});

test('a refused link shows the reason, and a new link can be sent', async () => {
  answer = () => new Response(JSON.stringify({ message: REFUSED, code: 'invalid' }), { status: 400 });
  const { user } = show(<ConfirmEmail me={me} token="too-old" />);
  await user.click(button('Confirm this address')!);
  expect(await screen.findByText(REFUSED)).toBeInTheDocument();
  answer = () => new Response(JSON.stringify({ emailVerified: false, message: 'in English' }));
  await user.click(button('Send me the link again')!);
  expect(await screen.findByText('A link to confirm your e-mail address is on its way')).toBeInTheDocument();
  expect(requests.at(-1)).toEqual(['/api/users/confirmationMail', {}]);
});

test('an address that was confirmed in another window needs no further link', async () => {
  answer = () => new Response(JSON.stringify({ emailVerified: true, message: 'in English' }));
  const { user } = show(<ConfirmEmail me={me} token="" />);
  await user.click(button('Send me the link again')!);
  expect(await screen.findByText('This address is confirmed.')).toBeInTheDocument();
  expect(button('Send me the link again')).toBeNull();
});

test('without a link the screen only offers to send one; a confirmed address offers neither button', () => {
  const { rerender } = show(<ConfirmEmail me={me} token="" />);
  expect([button('Confirm this address'), button('Send me the link again')?.textContent]).toEqual([
    null,
    'Send me the link again',
  ]);
  rerender(<></>);
  show(<ConfirmEmail me={{ ...me, emailVerified: true }} token="as-mailed" />);
  expect([button('Confirm this address'), button('Send me the link again')]).toEqual([null, null]);
  expect(screen.getByText('This address is confirmed.')).toBeInTheDocument();
});
