/** Scripts for the page, as text: this workspace has the types of Node, not of a browser. */

/**
 * Records interactions and shifts from before the page's own scripts begin; see {@link seen}. Event Timing rounds to 8
 * ms and reports nothing below 16.
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

/** The duration of each interaction's events in milliseconds, and the sum of the shifts without input. */
export interface Seen {
  events: number[];
  shift: number;
}
export const seen = 'window.seen';

/** Resolves when the last action is painted and reported. */
export const painted =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))';

/** Resolves to the instant at which the banner is painted with the number of proposals, or without it. */
export const proposalsPainted = (isThere: boolean): string => `new Promise((resolve) => {
  const look = () => {
    const counter = document.querySelector('[aria-label=Patient] .lucide-lightbulb');
    if ((counter !== null) === ${isThere}) setTimeout(() => resolve(Date.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Resolves to milliseconds since the start of the navigation. */
export const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Resolves to the instant at which more than `count` reviews are painted. */
export const moreReviewsThan = (count: number): string => `new Promise((resolve) => {
  const look = () => {
    // This runs before the paint of a frame, so the timeout runs after it.
    if (document.querySelectorAll('[data-review]').length > ${count}) setTimeout(() => resolve(Date.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** A cell of the ward board. */
export const cellOf = (admission: string, column: string): string =>
  `[data-patient]:has(a[href="/admissions/${admission}"]) [data-column=${column}]`;

/** Resolves to the instant at which the text of a cell of the ward board is painted that differs from the one before. */
export const cellChanged = (cell: string, before: string): string => `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector(${JSON.stringify(cell)})?.textContent !== ${JSON.stringify(before)})
      setTimeout(() => resolve(Date.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Resolves to milliseconds from the start of the page's load until a review is painted. */
export const firstReviewPainted = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('[data-review]')) setTimeout(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Opens a chart as a link within the program does. Resolves to milliseconds until a review is painted. */
export const chartOpened = (path: string): string => `(async () => {
  const began = performance.now();
  history.pushState(null, '', '${path}');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  return (await ${firstReviewPainted}) - began;
})()`;
