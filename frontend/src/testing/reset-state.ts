/**
 * The first setup file: each spec file gets modules of its own, on a page as the worker found it. The files of a worker
 * share a process, so what one leaves behind would change the next: stores, caches, timers, listeners, storage.
 *
 * Our own modules are evaluated again, so nothing has to be registered here. The packages stay, since loading them is what takes
 * the time; so do the listeners and styles that they keep on the page.
 */
import { vi } from 'vitest';

interface Listener {
  target: EventTarget;
  args: Parameters<EventTarget['addEventListener']>;
}
/** The state that outlives the modules, in the global object. */
interface WorkerState {
  /** The timers of our own modules. Packages are loaded once: they would not listen again, nor end what a timer was to end. */
  timers: Set<NodeJS.Timeout>;
  listeners: Set<Listener>;
  /** The properties of shared objects, as the worker found them. */
  properties: Map<object, PropertyDescriptorMap>;
}
const KEY = Symbol.for('state of the worker');
const holder = globalThis as unknown as { [KEY]?: WorkerState; jsdom?: { reconfigure(to: { url: string }): void } };
const page = globalThis.document as Document | undefined;
const FIRST_ADDRESS = 'http://localhost:3000/';

/** True if a package has called the function that asks. The stack: this function, the one that asks, its caller. */
const isCalledByPackage = (): boolean => new Error('Called').stack?.split('\n')[3]?.includes('/node_modules/') === true;

/** Remembers each timer until it has fired. */
function watchTimers(timers: WorkerState['timers']): void {
  const { setTimeout: start, setInterval: repeat } = globalThis;
  const watchedTimeout = (act: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
    const timer = start(() => {
      timers.delete(timer);
      act(...args);
    }, ms);
    if (!isCalledByPackage()) timers.add(timer);
    return timer;
  };
  const watchedInterval = (...args: Parameters<typeof setInterval>): NodeJS.Timeout => {
    const timer = repeat(...args);
    if (!isCalledByPackage()) timers.add(timer);
    return timer;
  };
  // Node's own timers have more properties, such as the one for `promisify`.
  globalThis.setTimeout = Object.defineProperties(
    watchedTimeout,
    Object.getOwnPropertyDescriptors(start),
  ) as typeof start;
  globalThis.setInterval = Object.defineProperties(
    watchedInterval,
    Object.getOwnPropertyDescriptors(repeat),
  ) as typeof repeat;
}

/** Remembers who listens to the page itself. */
function watchListeners(listeners: WorkerState['listeners'], target: EventTarget): void {
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...args: Listener['args']): void => {
    if (!isCalledByPackage()) listeners.add({ target, args });
    add(...args);
  };
}

function startWorker(): WorkerState {
  const state: WorkerState = { timers: new Set(), listeners: new Set(), properties: new Map() };
  watchTimers(state.timers);
  if (page) for (const target of [window, page]) watchListeners(state.listeners, target);
  const shared = page
    ? [globalThis, navigator, Navigator.prototype, page, Document.prototype, Element.prototype, HTMLElement.prototype]
    : [globalThis];
  for (const each of shared) state.properties.set(each, Object.getOwnPropertyDescriptors(each));
  return state;
}

function resetPage(document: Document): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.body.replaceChildren();
  for (const element of document.head.querySelectorAll(':scope > :not(style)')) element.remove();
  holder.jsdom?.reconfigure({ url: FIRST_ADDRESS });
}

/** Packages add properties of their own, except to `navigator`. Those of vitest (`__`) differ from file to file. */
function restoreProperties(target: object, found: PropertyDescriptorMap): void {
  for (const name of Object.getOwnPropertyNames(target))
    if (!(name in found) && (target === globalThis.navigator || name in (Object.getPrototypeOf(target) as object)))
      Reflect.deleteProperty(target, name);
  for (const [name, was] of Object.entries(found)) {
    const now = Object.getOwnPropertyDescriptor(target, name);
    if (name.startsWith('__') || was.configurable !== true) continue;
    if (now?.value !== was.value || now?.get !== was.get || now?.set !== was.set)
      Object.defineProperty(target, name, was);
  }
}

vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
const state = (holder[KEY] ??= startWorker());
for (const timer of state.timers) clearTimeout(timer);
state.timers.clear();
for (const { target, args } of state.listeners) target.removeEventListener(...args);
state.listeners.clear();
for (const [target, found] of state.properties) restoreProperties(target, found);
if (page) resetPage(page);
vi.resetModules();
