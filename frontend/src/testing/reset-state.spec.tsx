import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { session, signedInUser } from '../platform/session/session.ts';
import { SESSION_KEY } from '../platform/session/stored-session.ts';
import { setTimeZone } from '../platform/time/dates.ts';

const mona = { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };

let nextFile = 1;
/** Runs the first setup file, as vitest does before the next spec file of this worker. */
async function beginNextFile(): Promise<void> {
  // Another address, so that the setup file runs again.
  await import(/* @vite-ignore */ `./reset-state.ts?file=${(nextFile += 1)}`);
}

test('the next file has stores, caches and modules of its own', async () => {
  session.send({ type: 'signedUp', user: mona });
  setTimeZone('Asia/Tokyo');
  await beginNextFile();
  const next = await import('../platform/session/session.ts');
  expect([signedInUser(), next.signedInUser()]).toEqual([mona, undefined]);
  const { timeZone } = await import('../platform/time/dates.ts');
  expect(timeZone()).not.toBe('Asia/Tokyo');
});

test('what an earlier file left behind does not answer: timers, and listeners of the page', async () => {
  const answers: string[] = [];
  const startTimeout = (): unknown => setTimeout(() => answers.push('timeout') && startTimeout(), 0);
  startTimeout();
  setInterval(() => answers.push('interval'), 1);
  for (const target of [window, document]) target.addEventListener('storage', () => answers.push('listener'));
  session.send({ type: 'signedUp', user: mona });
  await beginNextFile();
  // They may answer while the setup file is loaded.
  answers.length = 0;
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
  document.dispatchEvent(new Event('storage'));
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  expect([answers, signedInUser()]).toEqual([[], mona]);
});

test('the next file finds the page as the worker did: storage, cookies, address, elements', async () => {
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('draft:1', 'typed');
  document.cookie = 'language=ar; Path=/';
  globalThis.history.pushState(null, '', '/team/t1?q=1#top');
  document.title = 'Ward';
  document.documentElement.lang = 'ar';
  document.body.className = 'locked';
  document.body.append(document.createElement('dialog'));
  await beginNextFile();
  expect([localStorage.length, sessionStorage.length, document.cookie, document.title]).toEqual([0, 0, '', '']);
  expect(globalThis.location.href).toBe('http://localhost:3000/');
  expect(document.body.outerHTML).toBe('<body></body>');
  expect(document.documentElement.getAttributeNames()).toEqual([]);
});

test('the next file finds the functions and properties of the platform as the worker did', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  vi.stubGlobal('XMLHttpRequest', undefined);
  vi.stubGlobal('left', 'behind');
  vi.stubEnv('LEFT', 'behind');
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'languages', { value: ['ar'], configurable: true });
  await beginNextFile();
  expect(globalThis.fetch).toBe(fetch);
  expect(globalThis.XMLHttpRequest).toBeTypeOf('function');
  expect([Reflect.get(globalThis, 'left'), process.env['LEFT'], vi.isFakeTimers()]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  expect(navigator.languages).toEqual(['en-US', 'en']);
});

test('a package, which is loaded once, still hears of the page', async () => {
  // React listens to the page once in its life.
  const selections: unknown[] = [];
  const show = () => render(<input aria-label="Note" onSelect={({ target }) => selections.push(target)} />);
  show().unmount();
  await beginNextFile();
  const input = show().getByLabelText('Note');
  input.focus();
  document.dispatchEvent(new Event('selectionchange'));
  fireEvent.keyUp(input);
  expect(selections).toEqual([input]);
});
