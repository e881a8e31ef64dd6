import { renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

test.each([
  ['a page that was prerendered with its form', '<div id="root"><form></form></div>', true],
  ['an empty page', '<div id="root"></div>', undefined],
])('%s starts with what is known', async (_page, html, localAccounts) => {
  document.body.innerHTML = html;
  onTestFinished(() => document.body.replaceChildren());
  vi.resetModules();
  const { useSignInWays } = await import('./sign-in-ways.ts');
  expect(renderHook(() => useSignInWays()).result.current).toEqual({ localAccounts, singleSignOn: undefined });
});
