/**
 * As much of a browser as the modules of the landing page ask for while they are loaded by Node. Nobody is signed in,
 * and nothing is chosen.
 */
Object.assign(globalThis, {
  window: new EventTarget(),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
});
