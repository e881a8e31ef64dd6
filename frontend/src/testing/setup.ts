import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { afterEach } from 'vitest';
import './seen-rules.ts';

/** Resolves when React has no work left: a task of this priority runs after all others. */
const reactIdle = () =>
  new Promise<void>((resolve) => void unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));
const WAITS = Symbol.for('waits until React is idle');
const { asyncWrapper }: { asyncWrapper: ReturnType<typeof getConfig>['asyncWrapper'] & { [WAITS]?: true } } =
  getConfig();
// The package outlives this module, which is evaluated for each spec.
if (!asyncWrapper[WAITS])
  // A query returns when its element is in the page. The effects of the element, which may move the focus, run in a later
  // task, which comes too late on a busy machine.
  configure({
    asyncWrapper: Object.assign(
      <Result>(work: (...given: unknown[]) => Promise<Result>): Promise<Result> =>
        asyncWrapper(async () => {
          const result = await work();
          await reactIdle();
          return result;
        }),
      { [WAITS]: true as const },
    ),
  });

configure({
  // The first visit loads and compiles the file of a screen, beside a busy machine in many seconds.
  asyncUtilTimeout: 60_000,
  // A query that waits fails at each change of the page until it finds its element. The page is printed only where the
  // message is read: printing it each time took 7 % of the time of these specs.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    const text = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
    return Object.defineProperty(error, 'message', { get: text, configurable: true });
  },
});

// Testing Library does not clean up by itself without vitest's globals: an open dialog would lock
// the body of the next test, and its text would be there as a draft. Three toasts are shown at a
// time: those of one test would delay those of the next.
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  const { toaster } = await import('../components/toasts/toast-host.tsx');
  toaster.remove();
});

// jsdom lacks these. Chakra's parts call them.
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
/** It reports once: jsdom has no layout that could change. */
globalThis.ResizeObserver ??= class {
  private readonly report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.report = report;
  }
  observe(target: Element) {
    const contentRect = target.getBoundingClientRect();
    const size = [{ inlineSize: contentRect.width, blockSize: contentRect.height }];
    const sizes = { contentBoxSize: size, borderBoxSize: size, devicePixelContentBoxSize: size };
    this.report([{ target, contentRect, ...sizes }], this);
  }
  unobserve() {}
  disconnect() {}
};
globalThis.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
window.scrollTo = () => undefined;
Element.prototype.scrollBy ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
// Quill calls it to find the focus.
Range.prototype.getBoundingClientRect ??= () => document.body.getBoundingClientRect();

// The session's machine is loaded after `session.ts`. A spec signs a person in at once.
const { sessionReady } = await import('../platform/session/session.ts');
await sessionReady();
