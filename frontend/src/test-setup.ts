import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Without vitest's globals Testing Library does not clean up by itself, and an open dialog would lock the next test's
// body. What was typed in it lies there as a draft. And the toasts of one test, whose host is gone, would keep those of
// the next waiting: three are shown at a time.
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  const { toaster } = await import('./components/toasts/toast-host.tsx');
  toaster.remove();
});

// jsdom has neither; Chakra's parts ask for both.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
// Nor this one, by which Quill sees where the focus has gone.
Range.prototype.getBoundingClientRect ??= () => document.body.getBoundingClientRect();

// The machine of the session comes by itself a moment after its file; a spec signs somebody in at once.
const { sessionReady } = await import('./platform/session/session.ts');
await sessionReady();
