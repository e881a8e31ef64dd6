/**
 * An Emotion cache that writes the rules of each render burst into a `<style>` of its own.
 *
 * Emotion writes all rules into one sheet. When a rule within `@layer` or `@media` is inserted into a sheet, Chromium
 * takes all its rules as changed, restyles every element that one of them matches, and lays out all text again ("Style
 * rule change" and "Fonts changed" in its performance panel). A new sheet affects only the elements that its own rules
 * match. Opening a review takes 88 to 96 ms with it (docs/decisions/browser/quick-screens.md).
 *
 * That is so only at the end of the document's sheets: before another one, Chromium takes all sheets as changed, and the
 * stylesheet of a screen that is loaded later stands at the end.
 */
import createCache, { type EmotionCache } from '@emotion/cache';

/** For one document, as the value of `CacheProvider`. */
export function createEmotionCache(): EmotionCache {
  const cache = createCache({ key: 'css', speedy: true });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  let isBurst = false;
  sheet.insert = (rule) => {
    if (!isBurst) {
      isBurst = true;
      // Emotion begins a new `<style>` when its counter is 0 or 65,000:
      // https://github.com/emotion-js/emotion/blob/main/packages/sheet/src/index.ts
      sheet.ctr = 0;
      // It stands after the last of these, or else at the end of the head.
      sheet.tags = [];
      setTimeout(() => {
        isBurst = false;
      });
    }
    insert(rule);
  };
  return cache;
}
