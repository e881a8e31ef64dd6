/**
 * The browser globals that the modules of the landing page read when Node loads them. No one is signed in, and no theme
 * is chosen.
 */
Object.assign(globalThis, {
  window: new EventTarget(),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
});
