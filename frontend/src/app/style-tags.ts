/**
 * Where Emotion puts the rules of what is drawn: the rules of each burst into a `<style>` of their own.
 *
 * With all rules in one, as Emotion has it, each first use of a part of the interface costs a new look at the whole
 * page: of a sheet in which a rule within `@layer` or `@media` was inserted, Chromium takes every rule for a changed
 * one, restyles whatever any of them fits, and, with layers among them, lays out all text anew ("Style rule change" and
 * "Fonts changed" among the invalidations of a trace of its performance panel). A sheet that comes whole concerns only
 * what its own rules fit.
 */
import createCache, { type EmotionCache } from '@emotion/cache';

/** A cache for one document, to be given to `CacheProvider`. */
export function styleTags(): EmotionCache {
  const cache = createCache({ key: 'css', speedy: true });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  let isBurst = false;
  sheet.insert = (rule) => {
    if (!isBurst) {
      isBurst = true;
      // Emotion begins a new tag where it has counted none, or 65,000:
      // https://github.com/emotion-js/emotion/blob/main/packages/sheet/src/index.ts
      sheet.ctr = 0;
      setTimeout(() => {
        isBurst = false;
      });
    }
    insert(rule);
  };
  return cache;
}
