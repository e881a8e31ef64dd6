/** What runs in the page. As text: this workspace knows Node's names, not a browser's. */

/**
 * Counts interactions and shifts from before the page's own scripts begin; see {@link seen}. Event Timing rounds to 8
 * ms and tells of nothing below 16.
 */
export const listening = `
  window.seen = { events: [], shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.seen.events.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Milliseconds of each interaction's events, and the sum of the shifts that no input made. */
export interface Seen {
  events: number[];
  shift: number;
}
export const seen = 'window.seen';

/** Resolves when what was last done is painted, and told of. */
export const painted =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))';

/** Resolves to milliseconds from the navigation's start. */
export const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Resolves to the instant at which there are more reviews than `count`, painted. */
export const moreReviewsThan = (count: number): string => `new Promise((resolve) => {
  const look = () => {
    // Before a frame is painted: what is put off from here comes after its paint.
    if (document.querySelectorAll('[data-review]').length > ${count}) setTimeout(() => resolve(Date.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;
